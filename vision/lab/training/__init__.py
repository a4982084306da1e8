"""Trains the two small networks of the dice reader from rendered scenes; the only room that may import torch."""

from __future__ import annotations
