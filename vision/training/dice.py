"""``python -m vision.training.dice --out FOLDER --seed 1 --minutes 25``: the dice reader's two networks, from nothing.

Needs the ``training`` extra (torch, onnx). Writes ``reader.onnx``, ``finder.onnx`` and ``card.json`` with the figures.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from vision.dice.network import CLASSES, CROP_PX
from vision.training.crops import WINDOW_PX
from vision.training.lessons import finder_step, reader_step, train
from vision.training.nets import export_net, finder_net, reader_net
from vision.training.photographs import CREDIT
from vision.training.rendering import Sample, render_sample

_ABOUT = (
    f"Trained on scenes drawn by vision.training and on photographs of {CREDIT}, which are therefore not unseen; "
    "no other photograph was used."
)


def main(arguments: Sequence[str]) -> int:
    """The exit status: 0 when the weights were written."""
    asked = _arguments(arguments)
    torch.manual_seed(asked.seed)
    torch.set_num_threads(asked.threads)
    sample = _sample(asked)
    asked.out.mkdir(parents=True, exist_ok=True)
    card_path = asked.out / "card.json"
    card: dict[str, Any] = (
        json.loads(card_path.read_text(encoding="utf-8")) if card_path.exists() else {"about": _ABOUT, "networks": {}}
    )
    for name in asked.only or ("finder", "reader"):
        net = reader_net() if name == "reader" else finder_net()
        kept = asked.keep / f"{name}.pt" if asked.keep is not None else None
        earlier: dict[str, Any] = torch.load(kept) if kept is not None and kept.exists() else {}
        if earlier:
            net.load_state_dict(earlier["net"])
        seed = asked.seed + 1000 * len(earlier.get("rounds", []))  # other batches in every round
        step = (reader_step if name == "reader" else finder_step)(net, sample, seed)
        figures = train(net, step, asked.steps, asked.minutes)
        rounds = [*earlier.get("rounds", []), figures]
        if kept is not None:
            torch.save({"net": net.state_dict(), "rounds": rounds}, kept)
        path = asked.out / f"{name}.onnx"
        export_net(net, path, CROP_PX if name == "reader" else WINDOW_PX, name == "finder")
        card["networks"][name] = {
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
            "parameters": sum(part.numel() for part in net.parameters()),
            "bytes": path.stat().st_size,
            "seed": asked.seed,
            "scenes": asked.scenes,
            "with_photographs": asked.photographs is not None,
            "torch": torch.__version__,
            **(_counts(sample) if name == "reader" else {"windows": len(sample["windows"])}),
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
    parser.add_argument("--steps", type=int, default=10000)
    parser.add_argument("--minutes", type=float, default=25.0, help="at most, for each network")
    parser.add_argument("--threads", type=int, default=1, help="more only where no other work shares the cores")
    parser.add_argument("--cache", type=Path, help="a file that keeps the rendered crops")
    parser.add_argument("--keep", type=Path, help="a folder that keeps the networks, to go on with in a further round")
    parser.add_argument("--only", action="append", choices=["finder", "reader"])
    return parser.parse_args(arguments)


def _sample(asked: argparse.Namespace) -> Sample:
    if asked.cache is not None and asked.cache.exists():
        with np.load(asked.cache) as kept:
            return {name: kept[name] for name in kept.files}
    sample = render_sample(asked.seed, asked.scenes, asked.photographs)
    if asked.cache is not None:
        np.savez(asked.cache, **sample)  # type: ignore[arg-type]
    return sample


def _counts(sample: Sample) -> dict[str, object]:
    counts = np.bincount(sample["labels"].astype(np.int64), minlength=len(CLASSES))
    return {
        "crops": int(counts.sum()),
        "crops_by_class": {name: int(count) for name, count in zip(CLASSES, counts, strict=True)},
        "crops_of_photographs": int(sample["may_be_cocked"].sum()),
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
