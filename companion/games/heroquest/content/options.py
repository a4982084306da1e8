"""What a table may settle otherwise where the text is unclear: each option is a ruling that can be turned."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Options"]


@dataclass(frozen=True, slots=True)
class Options:
    """The rulings of a table; the defaults are those the catalogue proposes."""

    disarm_trap_needs_clear_room: bool = False  # HQ-AMB-03
    door_attempts_shared: bool = False  # HQ-AMB-07
    dwarf_search_count: int = 3  # HQ-AMB-09
    orange_keeps_two_slots: bool = False  # HQ-AMB-17
    perfect_attack: bool = True  # HQ-AMB-21: every attack die counts as a skull
    back_attack_at_range: bool = False  # HQ-AMB-22
    pincer_monsters: bool = False  # HQ-AMB-82
    friendly_fire_monsters: bool = False  # HQ-AMB-82
    assistance_symbols: tuple[str, ...] = ("skull", "black")  # HQ-AMB-25
    gas_flat_loss: bool = False  # HQ-AMB-30
    sight: int = 5  # HQ-GEN-08
    elf_sight: int = 10  # HQ-HERO-ELF-07
    sphere_speed: int = 10  # HQ-TRAP-12
    last_mind_point: bool = False  # HQ-AMB-16: whether the last mind point may be given up
