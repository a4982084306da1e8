"""The page of a report: one HTML file, no network; a head with numbers, then chapters beside their boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from companion.painting.font import embedded
from companion.painting.palette import SEATS, WORN, ink_on
from companion.text.letters import bound
from companion.text.wording import Wording

_CSS = """
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1d2129;background:#f4f2ec}
header{background:#1b2430;color:#f2f5f9;padding:2rem max(1rem,calc(50vw - 36rem))}
header h1{margin:0;font-size:clamp(1.5rem,5vw,2.2rem)}header p{max-width:50rem;color:#b7c1cf}
.tiles{display:flex;flex-wrap:wrap;gap:.7rem}.tiles div{background:#2d3848;border-radius:.6rem;padding:.6rem 1rem;
min-width:6rem;color:#b7c1cf}.tiles b{display:block;font-size:1.6rem;color:#fff}
main{max-width:72rem;margin:0 auto;padding:1rem}
section{background:#fff;border-radius:.8rem;padding:1rem 1.4rem;margin:1.2rem 0;box-shadow:0 1px 4px #0002}
.turn{border-left:8px solid #999}.turn.seat-heroes{border-color:#009e73}
h2{margin:.2rem 0 .6rem}
@media(min-width:60rem){.split{display:grid;grid-template-columns:minmax(18rem,1fr) minmax(20rem,1.1fr);gap:0 1.4rem}
.split>*{grid-column:2;align-self:start}.split>.story{grid-area:1/1/3}.split>.begins:nth-last-child(2){position:sticky;top:1rem}}
.story p{margin:.25rem 0}.quiet{color:#5c6675;font-size:.9rem}.out{font-weight:700;color:#a83216}
.asked{background:#fff3cf;border-radius:.4rem;padding:.25rem .6rem}.device{background:#e6ebf2;border-radius:.4rem;
padding:.25rem .6rem;font-family:monospace}.source{font-size:.75rem;color:#fff;background:#7b8798;border-radius:.7rem;
padding:.05rem .5rem}
img.photo{width:15rem;aspect-ratio:1.1;object-fit:cover;border-radius:.4rem;display:block;margin:.4rem 0}
img.dice-photo{width:8rem;border-radius:.4rem;margin:.3rem .5rem .3rem 0;vertical-align:middle}
svg.ring{width:3.4rem;vertical-align:middle}svg.board{width:100%;max-width:36rem}svg.score{width:100%;max-width:50rem}
dt{font-weight:700;margin-top:.5rem}dd{margin:0}header a{color:#9fc4ff}
.dials{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(26rem,100%),1fr));gap:1rem}
.dials h3{margin:.2rem 0}svg.dial{width:100%;max-width:34rem}figure{display:inline-block;margin:.3rem}
.prints{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(18rem,100%),1fr));gap:1rem;align-items:start}
.prints svg{width:100%;height:auto;display:block}
figcaption{font-size:.85rem;color:#5c6675}.rows img{width:9rem;border-radius:.4rem}
footer{max-width:72rem;margin:0 auto;padding:0 1rem 3rem;color:#5c6675}
"""
Board = tuple[str, str, Iterable[tuple[str, str]]]  # when it stood so, SVG, letters with their names
_SEATS = "".join(
    f".turn.seat-{seat}{{border-color:{colour}}}.tiles .tile-{seat},.tiles .tile-{seat} b"
    f"{{background:{colour};color:{ink_on(colour)}}}"
    for side, colour in SEATS.items()
    for seat in (side, *(f"{side}-{number}" for number in (2, 3) if not side.startswith(WORN)))
)


def page_of(
    title: str, lead: str, tiles: Iterable[tuple[str, object, str]], sections: Iterable[str], wording: Wording
) -> Iterator[str]:
    """The page, piece by piece; a tile is a kind, a number and what it counts."""
    yield f'<!doctype html><html lang="{wording.lang}"><meta charset="utf-8"><title>{escape(title)}</title>'
    yield f'<meta name="viewport" content="width=device-width"><style>{embedded()}{_CSS}{_SEATS}</style>'
    yield f"<header><h1>{escape(bound(title))}</h1><p>{bound(wording.say(f'report.{lead}'))}</p>"
    yield f"<p><a href='#words'>{escape(wording.say('report.words'))}</a></p><div class='tiles'>"
    for kind, number, words in tiles:
        yield f'<div class="tile-{kind}"><b>{escape(str(number))}</b>{escape(words)}</div>'
    yield "</div></header><main>"
    yield from map(bound, sections)
    yield f"</main><footer>{bound(wording.say('report.foot'))}</footer></html>"


def _board(when: str, drawn: str, legend: Iterable[tuple[str, str]]) -> str:
    above = f'<p class="quiet">{escape(when)}</p>' if when else ""
    return above + drawn + _legend(legend)


def _legend(letters: Iterable[tuple[str, str]]) -> str:
    told = " · ".join(f"<b>{escape(label)}</b> {escape(name)}" for label, name in letters)
    return f'<p class="quiet">{told}</p>' if told else ""


def prints_of(prints: Iterable[str]) -> str:
    """Join the drawings from the end of a game side by side; empty where there are none."""
    drawings = "".join(prints)
    return f'<section class="prints">{drawings}</section>' if drawings else ""


def words_of(letters: Iterable[tuple[str, str]], words: Iterable[tuple[str, str, str]], wording: Wording) -> str:
    """The end of a page: whose the letters on its boards are, and each term of the game by its rule, in our words."""
    told = _legend(letters)
    listed = "".join(
        f'<dt id="{escape(rule)}">{escape(title)}</dt><dd>{escape(said)}</dd>' for rule, title, said in words
    )
    return f'<section id="words"><h2>{escape(wording.say("report.words"))}</h2>{told}<dl>{listed}</dl></section>'


def chapter_of(title: str, seat: str, story: Iterable[str], boards: Iterable[Board]) -> str:
    """A turn: the board as it begins, what happened, the boards after it; each with when it stood so and whose the
    letters on it are. On a wide page boards stand beside the words.
    """
    begins, *after = (_board(*board) for board in boards)
    told = f'<div class="begins">{begins}</div><div class="story">{"".join(story)}</div>'
    split = f'<div class="split">{told}{"".join(f"<div>{board}</div>" for board in after)}</div>'
    return f'<section class="turn seat-{seat}"><h2>{escape(title)}</h2>{split}</section>'
