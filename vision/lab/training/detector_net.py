"""The detector as torch sees it, and what it is told of a lesson: see ``vision.dice.detector`` for what it says."""

from __future__ import annotations

from itertools import pairwise, product

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.dice.detector import SHOWN
from vision.lab.training.detector_crops import STRIDE

_WIDE, _BLOCKS, _UP = (16, 32, 64, 96, 160), (1, 2, 2, 2), 48  # channels and residual blocks a stage; on the way up
_USUAL_PX = 40  # the side whose log is 0


class _Conv(nn.Sequential):  # type: ignore[misc]  # torch is not there when types are checked
    def __init__(self, before: int, after: int, step: int = 1) -> None:
        layers = [nn.Conv2d(before, after, 3, step, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True)]
        super().__init__(*layers)


class _Block(nn.Module):  # type: ignore[misc]
    def __init__(self, wide: int) -> None:
        super().__init__()
        self.a, self.b = _Conv(wide, wide), nn.Sequential(*list(_Conv(wide, wide))[:2])

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.b(self.a(x)))


class Detector(nn.Module):  # type: ignore[misc]
    """Pictures (n, 3, high, wide), 0 to 1, to (n, 12, high / 4, wide / 4); sides multiples of 32 px."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(_Conv(3, _WIDE[0], 2))
        stages = zip(pairwise(_WIDE), _BLOCKS, strict=True)
        self.down = nn.ModuleList(
            nn.Sequential(_Conv(before, after, 2), *[_Block(after) for _ in range(count)])
            for (before, after), count in stages
        )
        self.side = nn.ModuleList(nn.Conv2d(wide, _UP, 1) for wide in _WIDE[1:])
        self.up = nn.ModuleList(_Conv(_UP, _UP) for _ in range(3))
        self.head = nn.Sequential(_Conv(_UP, _UP))
        self.heat, self.size = nn.Conv2d(_UP, 1, 1), nn.Conv2d(_UP, 1, 1)
        self.off, self.face = nn.Conv2d(_UP, 2, 1), nn.Conv2d(_UP, len(SHOWN), 1)
        nn.init.constant_(self.heat.bias, -4.0)  # dice are rare

    def forward(self, x: Tensor) -> Tensor:
        """Return heat, size, middle and face, one after the other."""
        x, seen = self.stem(x), []
        for stage in self.down:
            x = stage(x)
            seen.append(x)
        y = self.side[-1](seen[-1])
        for up, side, part in zip(reversed(self.up), reversed(self.side[:-1]), reversed(seen[:-1]), strict=True):
            y = up(functional.interpolate(y, scale_factor=2.0, mode="nearest") + side(part))
        y = self.head(y)
        return torch.cat([self.heat(y), self.size(y), self.off(y), self.face(y)], 1)


def losses(out: Tensor, heat: Tensor, counted: Tensor, dice: Tensor) -> tuple[Tensor, Tensor]:
    """The loss of what was found, and of what was said about it: face, side, middle, in the cells round each middle."""
    cells = heat.shape[-1]
    sure = torch.sigmoid(out[:, 0]).clamp(1e-5, 1 - 1e-5)
    which, own = (dice[..., 3] > 0).nonzero(as_tuple=True)
    x, y, side, label = dice[which, own].unbind(1)
    many = max(1, len(which))
    column, row = ((at / STRIDE).long().clamp(0, cells - 1) for at in (x, y))
    peak = torch.zeros_like(heat)
    peak[which, row, column] = 1
    found = peak * (1 - sure) ** 2 * sure.log() + (1 - peak) * (1 - heat) ** 4 * sure**2 * (1 - sure).log()
    said = torch.zeros(())
    for down, right in product((-1, 0, 1), repeat=2):
        at = (row + down).clamp(0, cells - 1), (column + right).clamp(0, cells - 1)
        seen = out[which, :, at[0], at[1]]
        off = (seen[:, 2] - (x / STRIDE - at[1] - 0.5)).abs() + (seen[:, 3] - (y / STRIDE - at[0] - 0.5)).abs()
        away = (seen[:, 1] - torch.log(side / _USUAL_PX)).abs()
        face = functional.cross_entropy(seen[:, 4:], label.long() - 1, reduction="sum", label_smoothing=0.01)
        said = said + face + 0.5 * away.sum() + 0.1 * off.sum()
    return -(found * counted).sum() / many, said / 9 / many
