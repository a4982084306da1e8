"""The lessons: batches with their augmentation, losses, and a learning rate that ends at nothing when time is up.

A sample lies where its net is, on a processor or whole on a GPU, and what is drawn by chance is drawn there.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from math import pi

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Generator, Tensor, nn
from torch.nn import functional

from vision.dice.network import CLASSES
from vision.lab.training.rendering import Sample

_COCKED = CLASSES.index("cocked")
_SHARES = (0.115,) * 6 + (0.09, 0.07, 0.09, 0.06)  # of a batch, by class
_PHOTOGRAPHS = 0.22  # of a batch, at most, within a class
_RATE = 3e-3
_LOOK = 100  # steps between two looks at the loss, which a GPU has to be waited for

Step = Callable[[], Tensor]
_Array = NDArray[np.generic]


def train(net: nn.Module, step: Step, minutes: float, steps: int = sys.maxsize) -> dict[str, float]:
    """Figures of the training: trains until ``minutes`` of a core's time, or of a GPU, or ``steps`` are over."""
    on_gpu = _device(net).type == "cuda"
    clock, unit = (time.perf_counter, "gpu_minutes") if on_gpu else (time.process_time, "core_minutes")
    chooser = torch.optim.AdamW(net.parameters(), lr=_RATE, weight_decay=0.01)
    began, made, smooth = clock(), 0, float("nan")
    net.train()
    while (done := max(made / steps, (clock() - began) / 60.0 / minutes)) < 1.0:
        warm = min(1.0, (made + 1) / 200.0)
        for group in chooser.param_groups:
            group["lr"] = _RATE * warm * 0.5 * (1.0 + float(np.cos(np.pi * done)))
        loss = step()
        chooser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        chooser.step()
        made += 1
        if made % _LOOK == 0 or made == 1:
            now = float(loss.detach())
            if not np.isfinite(now):
                raise ArithmeticError(f"after {made} steps the loss is {now}, not a number to learn from")
            smooth = now if made == 1 else 0.8 * smooth + 0.2 * now
        if made % 500 == 0:
            print(f"{made} steps, {100 * done:.0f} %, loss {smooth:.3f}", flush=True)  # noqa: T201
    return {"steps": made, unit: round((clock() - began) / 60.0, 1), "loss": round(smooth, 4)}


def _device(net: nn.Module) -> torch.device:
    return next(net.parameters()).device


def chance_of(net: nn.Module, *seed: int) -> Generator:
    """Return a random generator on the net's device; other seeds draw otherwise."""
    mixed = int(np.random.SeedSequence(seed).generate_state(1)[0])
    return torch.Generator(_device(net)).manual_seed(mixed)


def half_precision(device: torch.device) -> torch.autocast:
    """Convolutions in bfloat16 where the hardware has it: twice as fast there, on others eight times as slow."""
    if device.type == "cuda":
        return torch.autocast("cuda", torch.bfloat16)
    has = torch.cpu.get_capabilities()
    return torch.autocast("cpu", torch.bfloat16, enabled=bool(has.get("avx512_bf16") or has.get("amx_bf16")))


class Pools:
    """Rows of a sample by kind: a kind is drawn by its share, a row evenly among its kind."""

    def __init__(self, groups: Sequence[NDArray[np.intp]], shares: Sequence[float], device: torch.device) -> None:
        counts = np.array([len(group) for group in groups])
        weights = np.where(counts > 0, shares, 0.0)
        self._rows = torch.from_numpy(np.concatenate(groups)).to(device)
        self._starts = torch.from_numpy(np.cumsum(counts) - counts).to(device)
        self._counts = torch.from_numpy(counts).to(device)
        self._shares = torch.from_numpy(weights / weights.sum()).to(device)

    def draw(self, count: int, chance: Generator) -> Tensor:
        """Draw that many rows."""
        kinds = torch.multinomial(self._shares, count, replacement=True, generator=chance)
        part = torch.rand(count, generator=chance, device=chance.device, dtype=torch.float64)
        return self._rows[self._starts[kinds] + (part * self._counts[kinds]).long()]

    @classmethod
    def with_photographs(
        cls, labels: _Array, real: _Array, shares: Sequence[float], most: float, device: torch.device
    ) -> Pools:
        """Make pools with ``most`` of every kind from photographs, where there are any, and the rest drawn."""
        photographed = real.astype(np.bool_)
        drawn, photos = (
            [np.flatnonzero((labels == kind) & (photographed == one)) for kind in range(len(shares))]
            for one in (False, True)
        )
        real_shares = [share * most * bool(len(rows)) for share, rows in zip(shares, photos, strict=True)]
        rest = [share - part for share, part in zip(shares, real_shares, strict=True)]
        return cls(drawn + photos, [*rest, *real_shares], device)


def placed(sample: Sample, name: str, device: torch.device) -> Tensor:
    """A part of the sample where the net is."""
    return torch.from_numpy(np.ascontiguousarray(sample[name])).to(device)


def reader_step(net: nn.Module, sample: Sample, seed: int, batch: int) -> Step:
    """A function that draws a batch of crops and gives its loss."""
    chance = chance_of(net, seed, 21)
    pools = Pools.with_photographs(sample["labels"], sample["may_be_cocked"], _SHARES, _PHOTOGRAPHS, chance.device)
    pictures, leans, photo = (placed(sample, name, chance.device) for name in ("pictures", "leans", "may_be_cocked"))
    labels = placed(sample, "labels", chance.device).long()

    def step() -> Tensor:
        rows = pools.draw(batch, chance)
        crops, slants = vary(pictures[rows].permute(0, 3, 1, 2).float(), leans[rows].float(), chance)
        seen = seen_by(net, crops)
        return _reader_loss(seen, labels[rows], slants, photo[rows])

    return step


def seen_by(net: nn.Module, crops: Tensor) -> Tensor:
    """Run the net on crops (n, 3, high, wide): (n, outputs), or (n, outputs, high, wide) for a whole window."""
    with half_precision(crops.device):
        seen: Tensor = net(even_out(crops).contiguous(memory_format=torch.channels_last)).float()
    return seen.flatten(1) if seen.shape[-1] == 1 else seen


def _reader_loss(seen: Tensor, truth: Tensor, leans: Tensor, may_be_cocked: Tensor) -> Tensor:
    count = len(CLASSES)
    logs = functional.log_softmax(seen[:, :count], dim=1)
    own = logs.gather(1, truth[:, None])[:, 0]
    either = torch.logaddexp(own, logs[:, _COCKED])
    right = torch.where(may_be_cocked & (truth < 6), either, own)
    known = ~torch.isnan(leans[:, 0])
    off = ((seen[:, count:] - leans.nan_to_num()) ** 2).mean(dim=1)
    return -right.mean() - 0.02 * logs.mean() + 2.0 * (off * known).sum() / known.sum().clamp(min=1)


def even_out(crops: Tensor) -> Tensor:
    """The crops as the network wants them: each channel around 0, the whole spread 1 (see ``network.even_out``)."""
    crops = crops - crops.mean(dim=(2, 3), keepdim=True)
    return crops / (crops.std(dim=(1, 2, 3), keepdim=True, correction=0) + 6.0)


def vary(crops: Tensor, leans: Tensor, chance: Generator) -> tuple[Tensor, Tensor]:
    """Crops and the leans along them, mirrored, turned by quarters, in other colours, light as dark, half in shadow."""
    mirrored, turned, upside_down = _uniform(chance, (3, len(crops))) < 0.5
    other_way = leans * leans.new_tensor([-1.0, 1.0])
    crops, leans = _where(mirrored, crops.flip(3), crops), _where(mirrored, other_way, leans)
    quarter = torch.stack([leans[:, 1], -leans[:, 0]], dim=1)
    crops, leans = _where(turned, torch.rot90(crops, 1, (2, 3)), crops), _where(turned, quarter, leans)
    crops, leans = _where(upside_down, crops.flip(2, 3), crops), _where(upside_down, -leans, leans)
    return in_other_light(crops, chance), leans


def _where(which: Tensor, one: Tensor, other: Tensor) -> Tensor:
    return torch.where(which.view(-1, *[1] * (one.ndim - 1)), one, other)


def _uniform(chance: Generator, shape: Sequence[int], low: float = 0.0, high: float = 1.0) -> Tensor:
    return low + (high - low) * torch.rand(tuple(shape), generator=chance, device=chance.device)


def _normal(chance: Generator, shape: Sequence[int], spread: float) -> Tensor:
    return spread * torch.randn(tuple(shape), generator=chance, device=chance.device)


def in_other_light(crops: Tensor, chance: Generator) -> Tensor:
    """Crops in other colours, light as dark, half in shadow, with grain."""
    count, size = len(crops), crops.shape[-1]
    crops = in_other_colours(crops, chance, grey=0.1)
    ramp = torch.linspace(-1, 1, size, device=crops.device)
    ways = _uniform(chance, (count, 1, 1), 0.0, 2 * pi)
    place = torch.cos(ways) * ramp[None, None, :] + torch.sin(ways) * ramp[None, :, None]
    place = place - _uniform(chance, (count, 1, 1), -0.8, 0.8)
    depth = _uniform(chance, (count, 1, 1), 0.0, 0.5) * (_uniform(chance, (count, 1, 1)) < 0.25)
    crops = crops * (1.0 - depth * torch.sigmoid(8.0 * place))[:, None]
    return crops + _normal(chance, (count, 1, 1, 1), 4.0).abs() * _normal(chance, crops.shape, 1.0)


def in_other_colours(crops: Tensor, chance: Generator, *, grey: float = 0.0) -> Tensor:
    """Return the crops with half of them in strange colours, a share of them in ``grey``, three of ten
    light as dark.
    """
    count = len(crops)
    same = torch.eye(3, device=crops.device).expand(count, 3, 3)
    mix = _where(_uniform(chance, (count,)) < 0.5, same + _normal(chance, (count, 3, 3), 0.35), same)
    mix = _where(_uniform(chance, (count,)) < grey, torch.full_like(mix, 1 / 3), mix)
    turned = _where(_uniform(chance, (count,)) < 0.3, -torch.ones_like(mix), torch.ones_like(mix))
    return torch.einsum("nij,njyx->niyx", mix * turned, crops)
