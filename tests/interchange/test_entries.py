"""Lists of players as offices write them: read alike on page and command line, or refused with their line."""

from __future__ import annotations

import pytest

from companion.errors import InputError
from companion.interchange.entries import Entry, csv_entries, decoded, entries_in

BOTH: list[Entry] = [("Élodie", None), ("Maëlys", None)]


@pytest.mark.parametrize(
    "data",
    [
        "name\nÉlodie\nMaëlys\n".encode(),
        "\ufeffName,club\r\nÉlodie,Lyon\r\nMaëlys,Brest\r\n,,\r\n".encode(),
        "Nom;Club\r\nÉlodie;Lyon\r\nMaëlys;Brest\r\n;;\r\n".encode("cp1252"),
        "name\tclub\r\nÉlodie\tLyon\r\nMaëlys\tBrest\r\n".encode("utf-16"),
        "sep=;\nclub;Joueur\nLyon;Élodie\nBrest;Maëlys\n".encode(),
        'Club,"Nom complet"\n"Lyon, Rhône","Élodie"\n\nBrest,"Maëlys\n"\n'.encode(),
        "nom\nE\u0301lodie\n Maëlys\u200b \n".encode(),
    ],
    ids=["plain", "mark", "windows", "unicode", "sep", "quoted", "composed"],
)
def test_what_an_office_writes_is_read(data: bytes) -> None:
    text = decoded(data, "list.csv")
    assert csv_entries(text, "list.csv") == entries_in(text, "list.csv") == BOTH


def test_first_and_last_names_are_joined_and_tables_kept() -> None:
    text = "Nom;Prénom;Table\nCurie;Marie;3\nNoether;Emmy;\n"
    assert csv_entries(text, "l") == [("Marie Curie", 3), ("Emmy Noether", None)]


def test_typed_names_are_one_a_line() -> None:
    assert entries_in("Ada\n  Ben\u00a0 Okafor \n\nDoe, Jane\n", "l") == [
        *(("Ada", None), ("Ben Okafor", None), ("Doe, Jane", None)),
    ]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Ada;Lyon\nBen;Brest", "line 1"),
        ("Ada\tLyon\nBen\tBrest", "line 1"),
        ("Ada\n\ufffdlodie", "line 2"),
        ("name\nAda\n\ufffdlodie", "line 3"),
        ("name,table\nAda,x", "line 2: table"),
        ("name,table\n,4", "line 2"),
    ],
)
def test_what_is_no_list_of_names_is_refused_with_its_line(text: str, place: str) -> None:
    with pytest.raises(InputError) as refused:
        entries_in(text, "list")
    assert refused.value.place == place


def test_bytes_that_are_no_text_are_refused() -> None:
    for data in (b"\x81\x8d\x8f", b"\xff\xfe\x00\xd8A", b"PK\x03\x04\xff\x05"):
        with pytest.raises(InputError):
            decoded(data, "list.xlsx")
