"""The reader of pips, from nothing: ``python -m vision.lab.training.dice --out FOLDER --minutes 25``.

Needs the ``training`` extra (torch, onnx). Writes ``reader.onnx``, and ``card.json`` with the figures. On a GPU:
``--device cuda --batch 256 --minutes 2.2``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from vision.dice.network import CLASSES, CROP_PX
from vision.lab.training.lessons import reader_step, train
from vision.lab.training.nets import export_net, reader_net
from vision.lab.training.photographs import CREDIT
from vision.lab.training.rendering import Sample, render_sample

_ABOUT = (
    f"Trained on scenes drawn by vision.lab.training and on photographs of {CREDIT}, which are therefore not unseen; "
    "no other photograph of dice was used."
)


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
    sample = _cached(asked.cache, lambda: render_sample(asked.seed, asked.scenes, asked.photographs))
    torch.manual_seed(asked.seed)
    net = reader_net().to(asked.device)
    earlier: dict[str, Any] = {}
    if asked.keep is not None and asked.keep.exists():
        earlier = torch.load(asked.keep, map_location=asked.device)
        net.load_state_dict(earlier["net"])
    round_seed = asked.seed + 1000 * len(earlier.get("rounds", []))  # other batches in every round
    figures = train(net, reader_step(net, sample, round_seed, asked.batch), asked.minutes, asked.steps)
    rounds = [*earlier.get("rounds", []), figures]
    if asked.keep is not None:
        torch.save({"net": net.state_dict(), "rounds": rounds}, asked.keep)
    path = asked.out / "reader.onnx"
    export_net(net.cpu(), path, CROP_PX, free_size=False)
    counts = np.bincount(sample["labels"].astype(np.int64), minlength=len(CLASSES))
    card["networks"]["reader"] = {
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "parameters": sum(part.numel() for part in net.parameters()),
        "bytes": path.stat().st_size,
        "seed": asked.seed,
        "batch": asked.batch,
        "scenes": asked.scenes,
        "with_photographs": asked.photographs is not None,
        "torch": torch.__version__,
        "crops": int(counts.sum()),
        "crops_by_class": {kind: int(count) for kind, count in zip(CLASSES, counts, strict=True)},
        "crops_of_photographs": int(sample["may_be_cocked"].sum()),
        "rounds": rounds,
    }
    card_path.write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")
    return 0


def _arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m vision.lab.training.dice")
    parser.add_argument("--photographs", type=Path, help="a folder with labels.json and images/; only epanemu is used")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenes", type=int, default=9000)
    parser.add_argument("--steps", type=int, default=sys.maxsize)
    parser.add_argument("--minutes", type=float, default=25.0, help="of a core's time, or of a GPU, at most")
    parser.add_argument("--device", default="cpu", choices=["cpu", "cuda"], help="where the networks learn")
    parser.add_argument("--batch", type=int, default=64, help="crops a step: 64 on a core, 256 on a GPU")
    parser.add_argument("--threads", type=int, default=1, help="more only where no other work shares the cores")
    parser.add_argument("--cache", type=Path, help="a file, .npz, that keeps what was rendered")
    parser.add_argument("--keep", type=Path, help="a file that keeps the network, to go on with in a further round")
    return parser.parse_args(arguments)


def _cached(path: Path | None, render: Callable[[], Sample]) -> Sample:
    if path is not None and path.exists():
        with np.load(path) as kept:
            return {part: kept[part] for part in kept.files}
    sample = render()
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(path, **sample)  # type: ignore[arg-type]
    return sample


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
