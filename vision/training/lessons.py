"""The lessons: batches with their augmentation, losses, and a learning rate that ends at nothing when time is up."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.dice.network import CLASSES
from vision.training.rendering import Sample

_COCKED = CLASSES.index("cocked")
_SHARES = (0.115,) * 6 + (0.09, 0.07, 0.09, 0.06)  # of a batch, by class
_PHOTOGRAPHS = 0.22  # of a batch, at most, within a class
_AROUND_SHARES, _AROUND_PHOTOGRAPHS = (0.45, 0.15, 0.40), 0.15  # the same of a die, a part, nothing
_BATCH, _RATE = 64, 3e-3

Step = Callable[[], Tensor]


def train(net: nn.Module, step: Step, minutes: float, steps: int = sys.maxsize) -> dict[str, float]:
    """Figures of the training: trains until ``minutes`` of a core's time are up or ``steps`` are made."""
    chooser = torch.optim.AdamW(net.parameters(), lr=_RATE, weight_decay=0.01)
    began, made, smooth = time.process_time(), 0, 0.0
    net.train()
    while (done := max(made / steps, (time.process_time() - began) / 60.0 / minutes)) < 1.0:
        warm = min(1.0, (made + 1) / 200.0)
        for group in chooser.param_groups:
            group["lr"] = _RATE * warm * 0.5 * (1.0 + float(np.cos(np.pi * done)))
        loss = step()
        if not torch.isfinite(loss):
            raise ArithmeticError(f"after {made} steps the loss is {float(loss.detach())}, not a number to learn from")
        chooser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        chooser.step()
        made += 1
        smooth = float(loss.detach()) if made == 1 else 0.99 * smooth + 0.01 * float(loss.detach())
        if made % 500 == 0:
            print(f"{made} steps, {100 * done:.0f} %, loss {smooth:.3f}", flush=True)  # noqa: T201
    core_minutes = round((time.process_time() - began) / 60.0, 1)
    return {"steps": made, "core_minutes": core_minutes, "loss": round(smooth, 4)}


def half_precision() -> torch.autocast:
    """Convolutions in bfloat16 where the processor has it: twice as fast there, eight times as slow elsewhere."""
    has = torch.cpu.get_capabilities()
    return torch.autocast("cpu", torch.bfloat16, enabled=bool(has.get("avx512_bf16") or has.get("amx_bf16")))


def reader_step(net: nn.Module, sample: Sample, seed: int) -> Step:
    """A function that draws a batch of crops and gives its loss."""
    draw = np.random.default_rng([seed, 21])
    labels, photo = sample["labels"].astype(np.int64), sample["may_be_cocked"].astype(np.bool_)
    groups = [np.flatnonzero((labels == k) & ~photo) for k in range(len(CLASSES))]
    photos = [np.flatnonzero((labels == k) & photo) for k in range(len(CLASSES))]

    def step() -> Tensor:
        rows = np.empty(_BATCH, dtype=np.intp)
        for row, kind in enumerate(draw.choice(len(CLASSES), _BATCH, p=np.array(_SHARES) / sum(_SHARES))):
            pool = photos[kind] if len(photos[kind]) and draw.random() < _PHOTOGRAPHS else groups[kind]
            rows[row] = pool[int(draw.integers(0, len(pool)))]
        crops = torch.from_numpy(np.ascontiguousarray(sample["pictures"][rows])).permute(0, 3, 1, 2).float()
        leans = torch.from_numpy(np.ascontiguousarray(sample["leans"][rows])).float()
        crops, leans = vary(crops, leans, draw)
        with half_precision():
            seen = net(even_out(crops).contiguous(memory_format=torch.channels_last)).flatten(1).float()
        truth = torch.from_numpy(labels[rows].astype(np.int64))
        return _reader_loss(seen, truth, leans, torch.from_numpy(photo[rows].astype(np.bool_)))

    return step


def _reader_loss(seen: Tensor, truth: Tensor, leans: Tensor, may_be_cocked: Tensor) -> Tensor:
    count = len(CLASSES)
    logs = functional.log_softmax(seen[:, :count], dim=1)
    own = logs.gather(1, truth[:, None])[:, 0]
    either = torch.logaddexp(own, logs[:, _COCKED])
    right = torch.where(may_be_cocked & (truth < 6), either, own)
    loss = -right.mean() - 0.02 * logs.mean()
    known = ~torch.isnan(leans[:, 0])
    if bool(known.any()):
        loss = loss + 2.0 * functional.mse_loss(seen[known, count:], leans[known])
    return loss


def even_out(crops: Tensor) -> Tensor:
    """The crops as the network wants them: each channel around 0, the whole spread 1 (see ``network.even_out``)."""
    crops = crops - crops.mean(dim=(2, 3), keepdim=True)
    return crops / (crops.std(dim=(1, 2, 3), keepdim=True, correction=0) + 6.0)


def vary(crops: Tensor, leans: Tensor, draw: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Crops and the leans along them, mirrored, turned by quarters, in other colours, light as dark, half in shadow."""
    if draw.random() < 0.5:
        crops, leans = crops.flip(3), leans * torch.tensor([-1.0, 1.0])
    for _ in range(int(draw.integers(0, 4))):
        crops = torch.rot90(crops, 1, (2, 3))
        leans = torch.stack([leans[:, 1], -leans[:, 0]], dim=1)
    return in_other_light(crops, draw), leans


def in_other_light(crops: Tensor, draw: np.random.Generator) -> Tensor:
    """Crops in other colours, light as dark, half in shadow, with grain."""
    count, size = len(crops), crops.shape[-1]
    crops = in_other_colours(crops, draw, grey=0.1)
    ramp = torch.linspace(-1, 1, size)
    ways = torch.from_numpy(draw.uniform(0, 2 * np.pi, count).astype(np.float32))[:, None, None]
    place = torch.cos(ways) * ramp[None, None, :] + torch.sin(ways) * ramp[None, :, None]
    place = place - torch.from_numpy(draw.uniform(-0.8, 0.8, count).astype(np.float32))[:, None, None]
    depth = torch.from_numpy((draw.uniform(0, 0.5, count) * (draw.random(count) < 0.25)).astype(np.float32))
    crops = crops * (1.0 - depth[:, None, None] * torch.sigmoid(8.0 * place))[:, None]
    noise = torch.from_numpy((np.abs(draw.normal(0, 4, count))).astype(np.float32))[:, None, None, None]
    return crops + noise * torch.from_numpy(draw.standard_normal(crops.shape, dtype=np.float32))


def in_other_colours(crops: Tensor, draw: np.random.Generator, *, grey: float = 0.0) -> Tensor:
    """Half of the crops in strange colours, a share of them in ``grey``, three of ten light as dark."""
    count = len(crops)
    mix = torch.eye(3).repeat(count, 1, 1)
    strange = torch.from_numpy(draw.random(count) < 0.5)
    mix[strange] += torch.from_numpy(draw.normal(0, 0.35, (int(strange.sum()), 3, 3)).astype(np.float32))
    mix[torch.from_numpy(draw.random(count) < grey)] = torch.full((3, 3), 1 / 3)
    turned = torch.from_numpy(np.where(draw.random(count) < 0.3, -1.0, 1.0).astype(np.float32))
    return torch.einsum("nij,njyx->niyx", mix, crops) * turned[:, None, None, None]


def around_step(net: nn.Module, sample: Sample, seed: int) -> Step:
    """A function that draws a batch of places and gives its loss."""
    draw = np.random.default_rng([seed, 23])
    labels, real = sample["labels"].astype(np.int64), sample["real"].astype(np.bool_)
    pools = [[np.flatnonzero((labels == kind) & (real == one)) for one in (False, True)] for kind in range(3)]

    def step() -> Tensor:
        rows = np.empty(_BATCH, dtype=np.intp)
        for row, kind in enumerate(draw.choice(3, _BATCH, p=_AROUND_SHARES)):
            drawn, photographed = pools[kind]
            pool = photographed if len(photographed) and draw.random() < _AROUND_PHOTOGRAPHS else drawn
            rows[row] = pool[int(draw.integers(0, len(pool)))]
        crops = torch.from_numpy(np.ascontiguousarray(sample["pictures"][rows])).permute(0, 3, 1, 2).float()
        crops, _ = vary(crops, torch.zeros(_BATCH, 2), draw)
        with half_precision():
            seen = net(even_out(crops).contiguous(memory_format=torch.channels_last)).flatten(1).float()
        return functional.cross_entropy(seen, torch.from_numpy(labels[rows]), label_smoothing=0.02)

    return step


def finder_step(net: nn.Module, sample: Sample, seed: int) -> Step:
    """A function that draws a batch of windows and gives its loss."""
    draw = np.random.default_rng([seed, 22])

    def step() -> Tensor:
        rows = draw.integers(0, len(sample["windows"]), _BATCH // 4)
        windows = torch.from_numpy(np.ascontiguousarray(sample["windows"][rows])).permute(0, 3, 1, 2).float()
        windows = in_other_colours(windows, draw)
        heat, size, known = targets(
            np.asarray(sample["dice"][rows], dtype=np.float64), windows.shape[-1] // 4, spread=0.13, usual_px=20.0
        )
        with half_precision():
            seen = net(even_out(windows).contiguous(memory_format=torch.channels_last)).float()
        return finder_loss(seen, heat, size, known)

    return step


def targets(dice: NDArray[np.float64], cells: int, *, spread: float, usual_px: float) -> tuple[Tensor, Tensor, Tensor]:
    """Heat, log size and where that is known (n, cells, cells), for dice (n, most, 3): x, y, width in px, nan for none.

    ``spread``: of a peak, in widths; ``usual_px``: the width whose log is zero.
    """
    grid = np.arange(cells) * 4.0 + 1.5
    heat = np.zeros((len(dice), cells, cells), np.float32)
    size, known = np.zeros_like(heat), np.zeros_like(heat)
    for row, own in enumerate(dice):
        for x, y, side in own[~np.isnan(own[:, 0])]:
            apart = (grid[None, :] - x) ** 2 + (grid[:, None] - y) ** 2
            spot = np.exp(-apart / (2 * (spread * side + 1.0) ** 2)).astype(np.float32)
            spot[apart <= apart.min()] = 1.0
            near = spot > 0.5
            size[row][near], known[row][near] = np.log(side / usual_px), 1.0
            heat[row] = np.maximum(heat[row], spot)
    return torch.from_numpy(heat), torch.from_numpy(size), torch.from_numpy(known)


def finder_loss(seen: Tensor, heat: Tensor, size: Tensor, known: Tensor) -> Tensor:
    """How far heat and log size (n, 2, cells, cells) are from ``targets``: focal loss at the peaks, plain for size."""
    logit = seen[:, 0]
    sure = torch.sigmoid(logit).clamp(1e-5, 1 - 1e-5)
    peak = (heat >= 0.999).float()
    found = peak * (1 - sure) ** 2 * torch.log(sure)
    empty = (1 - peak) * (1 - heat) ** 4 * sure**2 * torch.log(1 - sure)
    count = peak.sum().clamp(min=1.0)
    off = (known * (seen[:, 1] - size).abs()).sum() / known.sum().clamp(min=1.0)
    return -(found + empty).sum() / count + 0.5 * off
