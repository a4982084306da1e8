"""Measuring: every claim about speed or size is a row, with its peer or its limit measured in the same run.

    areas     which areas there are ──> bridge · storage · ui (tablet) · demo · sight · rules · vision (pictures)
    rows      Row and its arithmetic       stopwatch   who goes first changes with every sample; medians

Only the command line opens this room. It may open every other one, lazily, to measure it.
"""
