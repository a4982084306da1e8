"""The dice reader's networks, from nothing: ``python -m vision.training.dice --out FOLDER --minutes 25``.

Needs the ``training`` extra (torch, onnx). Writes ``reader.onnx``, ``finder.onnx``, ``around_1.onnx`` and its two
siblings of other seeds, and ``card.json`` with the figures. On a GPU: ``--device cuda --batch 256 --minutes 2.2``.
Those called around learn from what the finder that ships proposes, on scenes where other things lie about:
``--cut-out`` names a folder of pictures on transparent grounds, ``--grounds`` one of photographs that dice may lie on.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

from vision.dice.network import AROUND_PX, CLASSES, CROP_PX, SEEDS, Around
from vision.training.clutter import Clutter
from vision.training.crops import WINDOW_PX
from vision.training.lessons import Step, around_step, finder_step, reader_step, train
from vision.training.nets import around_net, export_net, finder_net, reader_net
from vision.training.photographs import CREDIT
from vision.training.rendering import Sample, render_sample
from vision.training.surroundings import render_places

_ABOUT = (
    f"Trained on scenes drawn by vision.training and on photographs of {CREDIT}, which are therefore not unseen; "
    "no other photograph of dice was used."
)


class Recipe(NamedTuple):
    """The recipe of one network: the net, its lessons from a sample, and the width of its pictures."""

    net: Callable[[], nn.Module]
    step: Callable[[nn.Module, Sample, int, int], Step]
    size_px: int
    free_size: bool = False
    seed: int = 0  # added to the one that is asked for: three networks see what lies around


RECIPES = {
    "finder": Recipe(finder_net, finder_step, WINDOW_PX, free_size=True),
    "reader": Recipe(reader_net, reader_step, CROP_PX),
    **{name: Recipe(around_net, around_step, AROUND_PX, seed=number) for number, name in enumerate(SEEDS)},
}


def main(arguments: Sequence[str]) -> int:
    """The exit status: 0 when the weights were written."""
    asked = _arguments(arguments)
    torch.set_num_threads(asked.threads)
    torch.backends.cudnn.benchmark = True
    asked.out.mkdir(parents=True, exist_ok=True)
    card_path = asked.out / "card.json"
    card: dict[str, Any] = (
        json.loads(card_path.read_text(encoding="utf-8")) if card_path.exists() else {"about": _ABOUT, "networks": {}}
    )
    scenes = cache(lambda: _cached(asked, "scenes", lambda: render_sample(asked.seed, asked.scenes, asked.photographs)))
    places = cache(lambda: _places(asked))
    for name in asked.only or RECIPES:
        recipe, sample = RECIPES[name], places() if name in SEEDS else scenes()
        seed = asked.seed + recipe.seed
        torch.manual_seed(seed)
        net = recipe.net().to(asked.device)
        kept = asked.keep / f"{name}.pt" if asked.keep is not None else None
        earlier: dict[str, Any] = {}
        if kept is not None and kept.exists():
            earlier = torch.load(kept, map_location=asked.device)
            net.load_state_dict(earlier["net"])
        round_seed = seed + 1000 * len(earlier.get("rounds", []))  # other batches in every round
        figures = train(net, recipe.step(net, sample, round_seed, asked.batch), asked.minutes, asked.steps)
        rounds = [*earlier.get("rounds", []), figures]
        if kept is not None:
            torch.save({"net": net.state_dict(), "rounds": rounds}, kept)
        path = asked.out / f"{name}.onnx"
        export_net(net.cpu(), path, recipe.size_px, recipe.free_size)
        card["networks"][name] = {
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
            "parameters": sum(part.numel() for part in net.parameters()),
            "bytes": path.stat().st_size,
            "seed": seed,
            "batch": asked.batch,
            "scenes": asked.scenes,
            "with_photographs": asked.photographs is not None,
            "torch": torch.__version__,
            **_counts(name, sample),
            "rounds": rounds,
        }
        card_path.write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")
    return 0


def _arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m vision.training.dice")
    parser.add_argument("--photographs", type=Path, help="a folder with labels.json and images/; only epanemu is used")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenes", type=int, default=9000)
    parser.add_argument("--steps", type=int, default=sys.maxsize)
    parser.add_argument("--minutes", type=float, default=25.0, help="of a core's time, or of a GPU, at most, for each")
    parser.add_argument("--device", default="cpu", choices=["cpu", "cuda"], help="where the networks learn")
    parser.add_argument("--batch", type=int, default=64, help="crops a step: 64 on a core, 256 on a GPU")
    parser.add_argument("--threads", type=int, default=1, help="more only where no other work shares the cores")
    parser.add_argument("--cut-out", type=Path, help="a folder of pictures on transparent grounds that lie about")
    parser.add_argument("--grounds", type=Path, help="a folder of photographs without dice, to lie on")
    parser.add_argument("--cache", type=Path, help="a folder that keeps what was rendered")
    parser.add_argument("--keep", type=Path, help="a folder that keeps the networks, to go on with in a further round")
    parser.add_argument("--only", action="append", choices=list(RECIPES))
    return parser.parse_args(arguments)


def _places(asked: argparse.Namespace) -> Sample:
    clutter = Clutter.of(asked.cut_out, asked.grounds)
    return _cached(asked, "places", lambda: render_places(asked.seed, asked.scenes, clutter, asked.photographs))


def _cached(asked: argparse.Namespace, name: str, render: Callable[[], Sample]) -> Sample:
    if asked.cache is None:
        return render()
    path = asked.cache / f"{name}.npz"
    if path.exists():
        with np.load(path) as kept:
            return {part: kept[part] for part in kept.files}
    sample = render()
    asked.cache.mkdir(parents=True, exist_ok=True)
    np.savez(path, **sample)  # type: ignore[arg-type]
    return sample


def _counts(name: str, sample: Sample) -> dict[str, object]:
    if name == "finder":
        return {"windows": len(sample["windows"])}
    kinds, is_real = (Around._fields, "real") if name in SEEDS else (CLASSES, "may_be_cocked")
    counts = np.bincount(sample["labels"].astype(np.int64), minlength=len(kinds))
    return {
        "crops": int(counts.sum()),
        "crops_by_class": {kind: int(count) for kind, count in zip(kinds, counts, strict=True)},
        "crops_of_photographs": int(sample[is_real].sum()),
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
