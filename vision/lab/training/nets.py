"""The reader as torch sees it: plain convolutions, so that OpenCV can run them; and how a network is written."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn

from vision.dice.network import CLASSES


def reader_net() -> nn.Sequential:
    """A crop (n, 3, 48, 48) to (n, classes + 2, 1, 1): what it shows, and how the face leans along the crop."""
    layers: list[nn.Module] = []
    plan = [(3, 32, 2), (32, 32, 1), (32, 48, 2), (48, 64, 1), (64, 64, 1), (64, 96, 2), (96, 96, 1), (96, 128, 1)]
    for before, after, step in plan:
        layers += [nn.Conv2d(before, after, 3, step, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True)]
    layers += [nn.AdaptiveAvgPool2d(1), nn.Dropout(0.2), nn.Conv2d(128, len(CLASSES) + 2, 1)]
    return nn.Sequential(*layers).to(memory_format=torch.channels_last)


def export_net(net: nn.Module, path: Path, size_px: int, free_size: bool) -> None:
    """Write the network as ONNX; ``free_size`` lets the picture have any size."""
    net.eval().to(memory_format=torch.contiguous_format)
    axes = {0: "n", 2: "high", 3: "wide"} if free_size else {0: "n"}
    torch.onnx.export(
        net,
        (torch.zeros(1, 3, size_px, size_px),),
        str(path),
        input_names=["picture"],
        output_names=["seen"],
        dynamic_axes={"picture": axes, "seen": axes},
        opset_version=11,
        dynamo=False,
    )
