"""The three networks of the number reader as torch sees them, and their lessons."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.numbers.network import READINGS, SORTS, USUAL_PX
from vision.training.lessons import Step, even_out, finder_loss, half_precision, in_other_light, targets
from vision.training.number_crops import Sample

_BATCH = 96


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
    """A crop (n, 3, 48, 48) to (n, sorts + 5, 1, 1): what it is, its lean (2), its middle (2), log of its size.

    What is where is kept to the end, as a face's outline tells how it leans.
    """
    plan = [(3, 24, 2, 1), (24, 32, 1, 1), (32, 48, 2, 1), (48, 64, 1, 1), (64, 72, 2, 1), (72, 72, 1, 1)]
    layers = [part for before, after, step, spread in plan for part in _block(before, after, step, spread)]
    whole: list[nn.Module] = [nn.Conv2d(72, 128, 6, bias=False), nn.BatchNorm2d(128), nn.ReLU(inplace=True)]
    net = nn.Sequential(*layers, *whole, nn.Dropout(0.15), nn.Conv2d(128, len(SORTS) + 5, 1))
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
    crops = even_out(in_other_light(crops, draw))
    with half_precision():
        seen: Tensor = net(crops.contiguous(memory_format=torch.channels_last)).float()
    return seen.flatten(1) if seen.shape[-1] == 1 else seen
