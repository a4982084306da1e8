"""The small networks as torch sees them: plain convolutions, so that OpenCV can run them."""

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
        layers += _block(before, after, step, 1)
    layers += [nn.AdaptiveAvgPool2d(1), nn.Dropout(0.2), nn.Conv2d(128, len(CLASSES) + 2, 1)]
    return nn.Sequential(*layers).to(memory_format=torch.channels_last)


def finder_net() -> nn.Sequential:
    """A picture (n, 3, high, wide) to (n, 2, high / 4, wide / 4): how sure a die's middle is here, log of its size.

    Channels come in sixteens: of 40, as the finder that ships has, torch 2.13 makes gradients in bfloat16 that are no
    numbers on some processors.
    """
    layers: list[nn.Module] = []
    plan = [
        (3, 16, 2, 1),
        (16, 32, 2, 1),
        (32, 32, 1, 1),
        (32, 48, 1, 2),
        (48, 48, 1, 2),
        (48, 48, 1, 4),
        (48, 48, 1, 1),
    ]
    for before, after, step, spread in plan:
        layers += _block(before, after, step, spread)
    layers += [nn.Conv2d(48, 2, 1)]
    net = nn.Sequential(*layers).to(memory_format=torch.channels_last)
    bias = net[-1].bias
    assert bias is not None
    nn.init.constant_(bias[0:1], -4.0)  # dice are rare
    return net


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


def _block(before: int, after: int, step: int, spread: int) -> list[nn.Module]:
    convolution = nn.Conv2d(before, after, 3, step, spread, dilation=spread, bias=False)
    return [convolution, nn.BatchNorm2d(after), nn.ReLU(inplace=True)]
