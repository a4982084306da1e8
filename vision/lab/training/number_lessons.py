"""The two networks of the number reader as torch sees them, and their lessons."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Generator, Tensor, nn
from torch.nn import functional

from vision.lab.training.lessons import (
    Pools,
    Step,
    chance_of,
    in_other_light,
    placed,
    seen_by,
)
from vision.lab.training.number_crops import Sample
from vision.numbers.network import READINGS, SORTS


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


def numerals_step(net: nn.Module, sample: Sample, seed: int, batch: int) -> Step:
    """A function that draws a batch of upper faces and gives its loss; three of ten show none upright."""
    chance = chance_of(net, seed, 41)
    pools = _pools(sample["numeral_labels"], [*[0.7 / (len(READINGS) - 1)] * (len(READINGS) - 1), 0.3], chance.device)
    pictures, labels = placed(sample, "numerals", chance.device), placed(sample, "numeral_labels", chance.device).long()

    def step() -> Tensor:
        rows = pools.draw(batch, chance)
        return functional.cross_entropy(_seen(net, pictures[rows], chance), labels[rows], label_smoothing=0.02)

    return step


def sorts_step(net: nn.Module, sample: Sample, seed: int, batch: int) -> Step:
    """A function that draws a batch of crops of dice and of what is none, and gives its loss."""
    chance = chance_of(net, seed, 42)
    pools = _pools(sample["sort_labels"], [0.12, 0.12, 0.12, 0.14, 0.12, 0.12, 0.26], chance.device)
    pictures, labels = placed(sample, "sorts", chance.device), placed(sample, "sort_labels", chance.device).long()
    places = placed(sample, "places", chance.device).float()
    weight = places.new_tensor([1.5, 1.5, 10.0, 10.0, 2.0])

    def step() -> Tensor:
        rows = pools.draw(batch, chance)
        seen, truth = _seen(net, pictures[rows], chance), places[rows]
        loss = functional.cross_entropy(seen[:, : len(SORTS)], labels[rows], label_smoothing=0.02)
        known = ~torch.isnan(truth[:, 0])
        return loss + (weight * (seen[known, len(SORTS) :] - truth[known]) ** 2).sum(dim=1).mean()

    return step


def _pools(labels: NDArray[np.generic], shares: Sequence[float], device: torch.device) -> Pools:
    return Pools.with_photographs(labels, np.zeros(len(labels), dtype=np.bool_), shares, 0.0, device)


def _seen(net: nn.Module, pictures: Tensor, chance: Generator) -> Tensor:
    return seen_by(net, in_other_light(pictures.permute(0, 3, 1, 2).float(), chance))
