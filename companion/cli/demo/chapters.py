"""The looks and the fixed words of the report."""

from __future__ import annotations

__all__ = ["CSS", "WORDS"]

WORDS = {
    "en": {
        "asked": "times asked",
        "corrected": "readings put right",
        "dials": "The dials at the end",
        "enrolled": "The faces, shown to the camera once before the quest",
        "foot": "Told from the game record beside this file. "
        "<code>companion replay game.record --verify</code> proves it.",
        "lead": "A real game on a virtual table: every move was read from a camera picture, every die from its "
        "photograph after the firmware of the dice tower had reported it settled.",
        "master_lead": "The master's report: everything, hidden things too. The heroes' own is in the folder heroes.",
        "opening": "The opening",
        "quest_lead": "The quest as the heroes saw and heard it. Combat and movement dice were thrown in the tower and "
        "read from photographs of its tray; other dice were thrown on the table and read out.",
        "read": "moves read by the camera",
        "rolled": "rolls read by the camera",
        "round": "Round",
        "rounds": "rounds",
        "score": "Victory points, turn by turn",
        "was_asked": "The table was asked",
        "winner": "winner",
    },
    "fr": {
        "asked": "questions posées",
        "corrected": "lectures corrigées",
        "dials": "Les cadrans à la fin",
        "enrolled": "Les faces, montrées une fois à la caméra avant la quête",
        "foot": "Raconté d'après le journal de la partie, à côté de ce fichier. "
        "<code>companion replay game.record --verify</code> le prouve.",
        "lead": "Une vraie partie sur une table virtuelle : chaque déplacement a été lu sur une image de la caméra, "
        "chaque dé sur sa photographie, après que le micrologiciel de la tour à dés l'a annoncé posé.",
        "master_lead": "Le rapport du maître : tout, même le secret. Celui des héros est dans le dossier heroes.",
        "opening": "L'ouverture",
        "quest_lead": "La quête telle que les héros l'ont vue et entendue. Les dés de combat et à six faces ont été "
        "jetés dans la tour et lus sur des photographies de son plateau ; les autres, jetés sur la table et lus "
        "à haute voix.",
        "read": "déplacements lus par la caméra",
        "rolled": "jets lus par la caméra",
        "round": "Round",
        "rounds": "rounds",
        "score": "Points de victoire, tour après tour",
        "was_asked": "On a demandé à la table",
        "winner": "vainqueur",
        "the figure is put straight": "la figurine est remise droite",
        "the leaning die is thrown again": "le dé penché est relancé",
        "tapped in by hand": "saisi à la main",
    },
}

CSS = """
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1d2129;background:#f4f2ec}
header{background:#1b2430;color:#f2f5f9;padding:2rem max(1rem,calc(50vw - 36rem))}
header h1{margin:0;font-size:2.2rem}header p{max-width:50rem;color:#b7c1cf}
.tiles{display:flex;flex-wrap:wrap;gap:.7rem}.tiles div{background:#2d3848;border-radius:.6rem;padding:.6rem 1rem;
min-width:6rem;color:#b7c1cf}.tiles b{display:block;font-size:1.6rem;color:#fff}
.tiles .tile-red{background:#d55e00;color:#14171c}.tiles .tile-red b{color:#14171c}
.tiles .tile-blue{background:#0072b2;color:#fff}
main{max-width:72rem;margin:0 auto;padding:1rem}
section{background:#fff;border-radius:.8rem;padding:1rem 1.4rem;margin:1.2rem 0;box-shadow:0 1px 4px #0002}
.turn{border-left:8px solid #999}.turn.seat-red{border-color:#d55e00}.turn.seat-blue{border-color:#0072b2}
h2{margin:.2rem 0 .6rem}.split{display:grid;grid-template-columns:minmax(18rem,1fr) minmax(20rem,1.1fr);gap:1.4rem}
@media(max-width:60rem){.split{grid-template-columns:1fr}}
.story p{margin:.25rem 0}.quiet{color:#5c6675;font-size:.9rem}.out{font-weight:700;color:#a83216}
.asked{background:#fff3cf;border-radius:.4rem;padding:.25rem .6rem}.device{background:#e6ebf2;border-radius:.4rem;
padding:.25rem .6rem;font-family:monospace}.source{font-size:.75rem;color:#fff;background:#7b8798;border-radius:.7rem;
padding:.05rem .5rem}
img.photo{width:15rem;aspect-ratio:1.1;object-fit:cover;border-radius:.4rem;display:block;margin:.4rem 0}
img.dice-photo{width:8rem;border-radius:.4rem;margin:.3rem .5rem .3rem 0;vertical-align:middle}
svg.ring{width:3.4rem;vertical-align:middle}svg.board{width:100%;max-width:34rem}
svg.score{width:100%;max-width:50rem}svg .tile{stroke:#8a8473;stroke-width:.5}
svg .wall{stroke:#1c1c1c;stroke-width:4;stroke-linecap:round}
svg text{font-family:system-ui,sans-serif;text-anchor:middle}
svg .edge,svg .click,svg .slot{font-size:12px;fill:#5c6675}svg .slot{text-anchor:end}
svg .label{font-size:11px;font-weight:700}svg .number{font-size:14px;font-weight:700}
svg .mark{font-size:18px;font-weight:700;paint-order:stroke;stroke:#fff;stroke-width:3px}
svg .move{fill:none;stroke:#333;stroke-width:2.5;stroke-dasharray:5 4}svg .move-start{fill:#333}
svg .knock{fill:none;stroke:#a83216;stroke-width:4}svg .knock-start{fill:#a83216}
svg .sight{stroke-width:4;stroke-linecap:round}svg .level{stroke:#ddd}svg .run{fill:none;stroke-width:4}
.dials{display:grid;grid-template-columns:repeat(auto-fill,minmax(26rem,1fr));gap:1rem}
.dials h3{margin:.2rem 0}.dials .seat-red h3{color:#a84a00}.dials .seat-blue h3{color:#00588a}
svg.dial{width:100%;max-width:34rem}svg .value{stroke:#8a93a0;stroke-width:.6}svg .ko{fill:#33383f}
svg .now{fill:none;stroke:#e0a100;stroke-width:4}
footer{max-width:72rem;margin:0 auto;padding:0 1rem 3rem;color:#5c6675}
"""
