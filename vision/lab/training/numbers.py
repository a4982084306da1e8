"""``python -m vision.lab.training.numbers --out FOLDER``: the number reader's networks and its models, from nothing.

Needs the ``training`` extra (torch, onnx) and the typefaces of ``vision.lab.training.typefaces``. Fifteen minutes of
one core. Writes ``sorts.onnx``, ``numerals.onnx``, ``models.npz`` and ``card.json`` with the figures.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch

from vision.lab.training.lessons import train
from vision.lab.training.nets import export_net
from vision.lab.training.number_crops import Sample, render_numbers
from vision.lab.training.number_lessons import (
    numerals_net,
    numerals_step,
    sorts_net,
    sorts_step,
)
from vision.lab.training.number_models import write_models
from vision.lab.training.typefaces import TYPEFACES
from vision.numbers.network import NUMERAL_PX, READINGS, SORT_PX, SORTS

_ABOUT = "Trained on drawn dice alone (vision.lab.training.rolls), with numerals of the typefaces named."
_BATCH = 96
_LESSONS = {
    "sorts": (sorts_net, sorts_step, SORT_PX, 0.6),
    "numerals": (numerals_net, numerals_step, NUMERAL_PX, 0.4),
}


def main(arguments: Sequence[str]) -> int:
    """The exit status: 0 when the weights were written."""
    asked = _arguments(arguments)
    torch.manual_seed(asked.seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    asked.out.mkdir(parents=True, exist_ok=True)
    path = asked.out / "card.json"
    card: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"networks": {}}
    began = time.process_time()
    sample = _sample(asked)
    card |= {
        "about": _ABOUT,
        "typefaces": list(TYPEFACES),
        "lone_dice": asked.lone,
        "throws": asked.whole,
        "rendering_core_minutes": round((time.process_time() - began) / 60, 1),
        "crops_by_sort": _counts(sample["sort_labels"], SORTS),
        "crops_by_numeral": _counts(sample["numeral_labels"], READINGS),
    }
    for name in asked.only or tuple(_LESSONS):
        make, lesson, size_px, share = _LESSONS[name]
        net = make()
        figures = train(net, lesson(net, sample, asked.seed, _BATCH), asked.minutes * share)
        export_net(net, asked.out / f"{name}.onnx", size_px, free_size=False)
        packed = (asked.out / f"{name}.onnx").read_bytes()
        card["networks"][name] = {
            "sha256": hashlib.sha256(packed).hexdigest(),
            "parameters": sum(part.numel() for part in net.parameters()),
            "bytes": len(packed),
            "seed": asked.seed,
            "torch": torch.__version__,
            **figures,
        }
    card["models"] = write_models(asked.out / "models.npz")
    path.write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")
    return 0


def _arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m vision.lab.training.numbers")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lone", type=int, default=9000, help="rolls of one die")
    parser.add_argument("--whole", type=int, default=2500, help="throws of up to seven dice")
    parser.add_argument("--minutes", type=float, default=11.0, help="for both networks together")
    parser.add_argument("--cache", type=Path, help="a file that keeps what was rendered")
    parser.add_argument("--only", action="append", choices=sorted(_LESSONS))
    return parser.parse_args(arguments)


def _sample(asked: argparse.Namespace) -> Sample:
    if asked.cache is not None and asked.cache.exists():
        with np.load(asked.cache) as kept:
            return {name: kept[name] for name in kept.files}
    sample = render_numbers(asked.seed, asked.lone, asked.whole)
    if asked.cache is not None:
        np.savez(asked.cache, **sample)  # type: ignore[arg-type]
    return sample


def _counts(labels: np.ndarray[tuple[int, ...], np.dtype[np.generic]], names: Sequence[str]) -> dict[str, int]:
    counts = np.bincount(labels.astype(np.int64), minlength=len(names))
    return {name: int(count) for name, count in zip(names, counts, strict=True)}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
