"""The detector's lessons, in pieces that go on from each other.

    python -m vision.lab.training.detector FOLDER… --out FOLDER --minutes 60 [--start net.pt] [--cut-out F …]

FOLDER…: labelled photographs, of which the *train* split alone is learnt from (``vision.lab.judging.splits``). Needs
the ``training`` extra (torch, onnx). Every ``--mine`` minutes the reader that ships looks, with the weights as they
are, at some of the photographs and of the drawn scenes that stay: what is warm there and no die, and the dice it is not
sure of, are lessons until the next look. ``--cut-out``, ``--grounds``: folders of things and of grounds.

OUT/net.pt: averaged weights, fp16, to start from again; OUT/net.onnx: the same for OpenCV; OUT/log.txt: the losses.
"""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from math import cos, pi
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from vision.dice.decision import is_warm, settled
from vision.dice.detector import Sighted, detect
from vision.dice.network import read_net
from vision.lab.training.clutter import Clutter
from vision.lab.training.detector_crops import CROP_PX, Lesson, Lessons, Shot, drawn_shots, shots_of
from vision.lab.training.detector_net import Detector, losses
from vision.lab.training.lessons import half_precision
from vision.lab.training.nets import export_net

_SLOW_START, _AVERAGED, _TOLD_S = 100, 0.004, 60.0  # steps; share a step of the averaged weights; between two lines
_SAME = 0.6  # of a die's side: nearer places are of that die
Weights = dict[str, Tensor]


def main(arguments: Sequence[str]) -> int:
    """The exit status: 0 when the weights were written."""
    asked = _arguments(arguments)
    asked.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(asked.seed)
    torch.set_num_threads(asked.threads)
    net = Detector()
    if asked.start:
        net.load_state_dict({name: part.float() for name, part in torch.load(asked.start).items()}, strict=True)
    clutter = Clutter.of(asked.cut_out, asked.grounds)
    shots = [*shots_of(asked.folders), *drawn_shots(asked.drawn, clutter, asked.seed)]
    lessons = Lessons(shots, clutter, asked.seed)
    mean = {name: part.clone() for name, part in net.state_dict().items()}
    with (asked.out / "log.txt").open("a", encoding="utf-8") as log:

        def say(words: str) -> None:
            for out in (log, sys.stdout):
                out.write(f"{words}\n")
                out.flush()

        say(f"{len(shots)} photographs, {sum(len(shot.dice) > 0 for shot in shots)} with dice; {vars(asked)}")
        miner = Miner(shots, lessons, asked)
        for words in _learn(net.to(memory_format=torch.channels_last), mean, lessons, miner, asked):
            say(words)
    return 0


class Miner:
    """Looks at some photographs with the weights as they are, and gives what was hard there to the lessons."""

    def __init__(self, shots: Sequence[Shot], lessons: Lessons, asked: Namespace) -> None:
        self._shots, self._lessons = shots, lessons
        self._out, self._count = asked.out, asked.mined
        self._order = np.random.default_rng(asked.seed).permutation(len(shots)).tolist()
        self._hard: dict[int, list[tuple[float, float, float, float]]] = {}

    def mine(self, mean: Mapping[str, Tensor]) -> str:
        """Keep the weights, look at the photographs whose turn it is, and say what was found."""
        net = keep(mean, self._out)
        now, self._order = self._order[: self._count], self._order[self._count :] + self._order[: self._count]
        for index in now:
            shot = self._shots[index]
            self._hard[index] = [(index, *place) for place in hard_places(shot, detect(shot.picture, net))]
        self._lessons.mined([place for places in self._hard.values() for place in places])
        found = sum(len(self._hard[index]) for index in now)
        return f"mined {len(now)} photographs: {found} hard places, {sum(map(len, self._hard.values()))} in all"


def hard_places(shot: Shot, seen: Sequence[Sighted]) -> Iterator[tuple[float, float, float]]:
    """Where the network was warm and no die lies, and the dice with pips that it did not settle: x, y, side in px."""
    for place in seen:
        far = np.hypot(shot.dice[:, 0] - place.x, shot.dice[:, 1] - place.y)
        if is_warm(place) and (far > shot.dice[:, 2] * _SAME).all():
            yield place.x, place.y, place.side_px
    for x, y, side, label in shot.dice.tolist():
        own = [place for place in seen if np.hypot(place.x - x, place.y - y) < _SAME * side]
        if 1 <= label <= 6 and not any(settled(place) == label for place in own):
            yield x, y, side


def keep(mean: Mapping[str, Tensor], out: Path) -> cv2.dnn.Net:
    """Write the weights, and return the network that OpenCV makes of them."""
    torch.save({name: part.half() if part.is_floating_point() else part for name, part in mean.items()}, out / "net.pt")
    net = Detector()
    net.load_state_dict(dict(mean))
    export_net(net, out / "net.onnx", CROP_PX, free_size=True)
    return read_net(out / "net.onnx")


class _Stream(IterableDataset):  # type: ignore[misc]  # torch is not there when types are checked
    def __init__(self, lessons: Lessons) -> None:
        self._lessons = lessons

    def __iter__(self) -> Iterator[Lesson]:
        info = get_worker_info()
        return self._lessons.endless(info.id if info else 0)


def _learn(net: nn.Module, mean: Weights, lessons: Lessons, miner: Miner, asked: Namespace) -> Iterator[str]:
    chooser = torch.optim.AdamW(net.parameters(), lr=asked.rate, weight_decay=1e-3)
    batches = iter(DataLoader(_Stream(lessons), asked.batch, num_workers=asked.workers))  # forks before OpenCV threads
    yield miner.mine(mean)
    began = told = mined = time.monotonic()
    smooth = np.zeros(2)
    net.train()
    for step, (pictures, heat, counted, dice) in enumerate(batches, start=1):
        done = (time.monotonic() - began) / 60 / asked.minutes
        if done >= 1:
            break
        for group in chooser.param_groups:
            group["lr"] = asked.rate * min(1.0, step / _SLOW_START) * (0.5 * (1 + cos(pi * done)) + 0.005)
        with half_precision(torch.device("cpu")):
            out = net(pictures.permute(0, 3, 1, 2).float().div(255).contiguous(memory_format=torch.channels_last))
        parts = losses(out.float(), heat, counted, dice)
        chooser.zero_grad()
        sum(parts).backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        chooser.step()
        with torch.no_grad():
            for name, part in net.state_dict().items():
                mean[name].lerp_(part, _AVERAGED) if part.is_floating_point() else mean[name].copy_(part)
        now = np.array([float(part.detach()) for part in parts])
        smooth = now if step == 1 else 0.97 * smooth + 0.03 * now
        if step in (1, 20, 100) or time.monotonic() - told > _TOLD_S:
            told = time.monotonic()
            a_second = step * asked.batch / (told - began)
            yield f"step {step}, {done:.0%}, {a_second:.0f} crops/s: found {smooth[0]:.3f}, said {smooth[1]:.3f}"
        if time.monotonic() - mined > asked.mine * 60:
            yield miner.mine(mean)
            mined = time.monotonic()
    keep(mean, asked.out)
    yield f"trained {step} steps, {step * asked.batch} crops"


def _arguments(arguments: Sequence[str]) -> Namespace:
    parser = ArgumentParser(prog="python -m vision.lab.training.detector")
    parser.add_argument("folders", nargs="+", type=Path, help="labelled photographs, of which *train* is learnt from")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="the net.pt of the piece before")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--mine", type=float, default=5.0, help="minutes between two looks for hard places")
    parser.add_argument("--mined", type=int, default=100, help="photographs looked at each time")
    parser.add_argument("--drawn", type=int, default=400, help="drawn scenes that are looked at like photographs")
    parser.add_argument("--rate", type=float, default=2e-3, help="1e-3 and less to go on from weights")
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cut-out", type=Path, help="a folder of pictures on transparent grounds that lie about")
    parser.add_argument("--grounds", type=Path, help="a folder of photographs without dice, to lie on")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
