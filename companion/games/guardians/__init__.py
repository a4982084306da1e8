"""Guardians' Chronicles: Clash of Heroes. Cards, sheets, scenarios and MENACE sheets are data; README.md in ``data``.

state, events, apply ── play/ (rules) ── verbs ── system        content/, ground/, scenario: what is read
"""
