"""The three networks of the number reader as torch sees them, and their lessons."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.numbers.network import READINGS, SORTS, USUAL_PX
from vision.training.lessons import even_out, finder_loss, targets
from vision.training.number_crops import Sample

_BATCH, _RATE = 96, 3e-3
Step = Callable[[], Tensor]


def train(net: nn.Module, step: Step, minutes: float) -> dict[str, float]:
    """Figures of the training: trains for so many minutes of a core's time, with a rate that ends at nothing."""
    chooser = torch.optim.AdamW(net.parameters(), lr=_RATE, weight_decay=0.01)
    began, made, smooth = time.process_time(), 0, 0.0
    net.train()
    while (done := (time.process_time() - began) / 60.0 / minutes) < 1.0:
        for group in chooser.param_groups:
            group["lr"] = _RATE * min(1.0, (made + 1) / 150.0) * 0.5 * (1.0 + float(np.cos(np.pi * done)))
        loss = step()
        if not torch.isfinite(loss):
            raise ArithmeticError(f"after {made} steps the loss is {float(loss.detach())}, not a number to learn from")
        chooser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        chooser.step()
        made += 1
        smooth = float(loss.detach()) if made == 1 else 0.99 * smooth + 0.01 * float(loss.detach())
        if made % 250 == 0:
            sys.stdout.write(f"{made} steps, {100 * done:.0f} %, loss {smooth:.3f}\n")
            sys.stdout.flush()
    return {"steps": made, "core_minutes": round(minutes, 1), "loss": round(smooth, 4)}


def places_net() -> nn.Sequential:
    """A picture (n, 3, high, wide) to (n, 2, high / 4, wide / 4): how sure an upper face's middle is here, log size."""
    plan = [(3, 16, 2, 1), (16, 24, 2, 1), (24, 32, 1, 1), (32, 32, 1, 2), (32, 32, 1, 4), (32, 32, 1, 1)]
    layers = [part for before, after, step, spread in plan for part in _block(before, after, step, spread)]
    net = nn.Sequential(*layers, nn.Conv2d(32, 2, 1)).to(memory_format=torch.channels_last)
    bias = net[-1].bias
    assert bias is not None
    nn.init.constant_(bias[0:1], -4.0)  # dice are rare
    return net


def sorts_net() -> nn.Sequential:
    """A crop (n, 3, 48, 48) to (n, sorts + 5, 1, 1): what it is, its lean (2), its middle (2), log of its size."""
    plan = [(3, 24, 2, 1), (24, 32, 1, 1), (32, 48, 2, 1), (48, 56, 1, 1), (56, 72, 2, 1), (72, 96, 1, 1)]
    layers = [part for before, after, step, spread in plan for part in _block(before, after, step, spread)]
    net = nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Dropout(0.15), nn.Conv2d(96, len(SORTS) + 5, 1))
    return net.to(memory_format=torch.channels_last)


def numerals_net() -> nn.Sequential:
    """A crop (n, 3, 40, 40) to (n, readings, 1, 1): the numeral upright in it; what is where is kept to the end."""
    plan = [(3, 24, 2, 1), (24, 32, 1, 1), (32, 48, 2, 1), (48, 56, 1, 1), (56, 64, 2, 1)]
    layers = [part for before, after, step, spread in plan for part in _block(before, after, step, spread)]
    whole: list[nn.Module] = [nn.Conv2d(64, 72, 5, bias=False), nn.BatchNorm2d(72), nn.ReLU(inplace=True)]
    net = nn.Sequential(*layers, *whole, nn.Dropout(0.2), nn.Conv2d(72, len(READINGS), 1))
    return net.to(memory_format=torch.channels_last)


def _block(before: int, after: int, step: int, spread: int) -> list[nn.Module]:
    convolution = nn.Conv2d(before, after, 3, step, spread, dilation=spread, bias=False)
    return [convolution, nn.BatchNorm2d(after), nn.ReLU(inplace=True)]


def numerals_step(net: nn.Module, sample: Sample, seed: int) -> Step:
    """A function that draws a batch of upper faces and gives its loss; a quarter of it shows none upright."""
    draw = np.random.default_rng([seed, 41])
    labels = sample["numeral_labels"].astype(np.int64)
    groups = [np.flatnonzero(labels == index) for index in range(len(READINGS))]

    def step() -> Tensor:
        kinds = np.where(draw.random(_BATCH) < 0.3, len(READINGS) - 1, draw.integers(0, len(READINGS) - 1, _BATCH))
        rows = np.array([groups[kind][int(draw.integers(0, len(groups[kind])))] for kind in kinds])
        seen = _seen(net, sample["numerals"][rows], draw)
        return functional.cross_entropy(seen, torch.from_numpy(labels[rows]), label_smoothing=0.02)

    return step


def sorts_step(net: nn.Module, sample: Sample, seed: int) -> Step:
    """A function that draws a batch of crops of dice and of what is none, and gives its loss."""
    draw = np.random.default_rng([seed, 42])
    labels = sample["sort_labels"].astype(np.int64)
    groups = [np.flatnonzero(labels == index) for index in range(len(SORTS))]
    shares = np.array([0.12, 0.12, 0.12, 0.14, 0.12, 0.12, 0.26])

    def step() -> Tensor:
        kinds = draw.choice(len(SORTS), _BATCH, p=shares)
        rows = np.array([groups[kind][int(draw.integers(0, len(groups[kind])))] for kind in kinds])
        seen = _seen(net, sample["sorts"][rows], draw)
        truth = torch.from_numpy(np.ascontiguousarray(sample["places"][rows])).float()
        loss = functional.cross_entropy(seen[:, : len(SORTS)], torch.from_numpy(labels[rows]), label_smoothing=0.02)
        known = ~torch.isnan(truth[:, 0])
        weight = torch.tensor([1.5, 1.5, 10.0, 10.0, 2.0])
        return loss + (weight * (seen[known, len(SORTS) :] - truth[known]) ** 2).sum(dim=1).mean()

    return step


def places_step(net: nn.Module, sample: Sample, seed: int) -> Step:
    """A function that draws a batch of windows and gives its loss."""
    draw = np.random.default_rng([seed, 43])

    def step() -> Tensor:
        rows = draw.integers(0, len(sample["windows"]), _BATCH // 6)
        cells = sample["windows"].shape[1] // 4
        heat, size, known = targets(sample["dice"][rows].astype(np.float64), cells, spread=0.1, usual_px=USUAL_PX)
        return finder_loss(_seen(net, sample["windows"][rows], draw), heat, size, known)

    return step


def _seen(
    net: nn.Module, pictures: np.ndarray[tuple[int, ...], np.dtype[np.generic]], draw: np.random.Generator
) -> Tensor:
    crops = torch.from_numpy(np.ascontiguousarray(pictures)).permute(0, 3, 1, 2).float()
    crops = even_out(_vary(crops, draw))
    with torch.autocast("cpu", torch.bfloat16):
        seen: Tensor = net(crops.contiguous(memory_format=torch.channels_last)).float()
    return seen.flatten(1) if seen.shape[-1] == 1 else seen


def _vary(crops: Tensor, draw: np.random.Generator) -> Tensor:
    # other colours, light as dark, half in shadow, grain
    count, size = len(crops), crops.shape[-1]
    mix = torch.eye(3).repeat(count, 1, 1)
    strange = torch.from_numpy(draw.random(count) < 0.5)
    mix[strange] += torch.from_numpy(draw.normal(0, 0.3, (int(strange.sum()), 3, 3)).astype(np.float32))
    mix[torch.from_numpy(draw.random(count) < 0.1)] = torch.full((3, 3), 1 / 3)
    turned = torch.from_numpy(np.where(draw.random(count) < 0.3, -1.0, 1.0).astype(np.float32))
    crops = torch.einsum("nij,njyx->niyx", mix, crops) * turned[:, None, None, None]
    ramp = torch.linspace(-1, 1, size)
    ways = torch.from_numpy(draw.uniform(0, 2 * np.pi, count).astype(np.float32))[:, None, None]
    place = torch.cos(ways) * ramp[None, None, :] + torch.sin(ways) * ramp[None, :, None]
    place = place - torch.from_numpy(draw.uniform(-0.8, 0.8, count).astype(np.float32))[:, None, None]
    depth = torch.from_numpy((draw.uniform(0, 0.5, count) * (draw.random(count) < 0.25)).astype(np.float32))
    crops = crops * (1.0 - depth[:, None, None] * torch.sigmoid(8.0 * place))[:, None]
    noise = torch.from_numpy(np.abs(draw.normal(0, 3, count)).astype(np.float32))[:, None, None, None]
    return crops + noise * torch.from_numpy(draw.standard_normal(crops.shape, dtype=np.float32))
