"""Picture files of every odd kind: which way up, how deep, how large, how broken. The files are made here."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.errors import InputError
from companion.table.observation import DiceSeen, DieSeen, ReadVerdict
from vision.arrays import Picture
from vision.pictures import Photo, decode_photo, decode_picture, in_file_px, open_photo, read_picture

pytestmark = pytest.mark.slow

# what a viewer shows: four corners of known colours, wider than high (BGR)
RED, GREEN, BLUE, WHITE = (40, 40, 220), (40, 200, 40), (220, 60, 40), (240, 240, 240)


def corners() -> Picture:
    out = np.zeros((48, 64, 3), np.uint8)
    out[:24, :32], out[:24, 32:], out[24:, 32:], out[24:, :32] = RED, GREEN, BLUE, WHITE
    return out


def packed(kind: str, stored: Picture, **more: object) -> bytes:
    file = io.BytesIO()
    Image.fromarray(stored[..., ::-1].copy() if stored.ndim == 3 else stored).save(file, kind, **more)
    return file.getvalue()


STORED = {  # how the sensor wrote the shown picture, so that EXIF's value turns it back (EXIF 2.3, 4.6.4 A)
    1: lambda shown: shown,
    2: lambda shown: shown[:, ::-1],
    3: lambda shown: shown[::-1, ::-1],
    4: lambda shown: shown[::-1],
    5: lambda shown: shown.transpose(1, 0, 2),
    6: lambda shown: np.rot90(shown, 1),
    7: lambda shown: np.rot90(shown, 2).transpose(1, 0, 2),
    8: lambda shown: np.rot90(shown, -1),
}


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("orientation", STORED)
def test_all_eight_orientations_come_out_upright(kind: str, orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    photo = decode_photo(packed(kind, STORED[orientation](corners()), exif=exif, quality=95), "turned")
    assert photo.picture.shape == (48, 64, 3)
    assert (photo.scale, photo.size) == (1.0, (64, 48))
    for (y, x), colour in {(6, 8): RED, (6, 56): GREEN, (42, 56): BLUE, (42, 8): WHITE}.items():
        assert np.abs(photo.picture[y, x].astype(int) - colour).max() < 30, (orientation, x, y)


def test_one_channel_16_bits_and_alpha_become_three_channels() -> None:
    grey = np.linspace(0, 255, 64 * 48).reshape(48, 64).astype(np.uint8)
    deep = cv2.imencode(".png", (grey.astype(np.uint16) * 257))[1].tobytes()
    clear = np.dstack([corners(), np.full((48, 64), 128, np.uint8)])
    see_through = cv2.imencode(".png", clear)[1].tobytes()
    for name, data in {"grey": packed("PNG", grey), "16 bits": deep}.items():
        out = decode_picture(data, name)
        assert out.shape == (48, 64, 3)
        assert out.dtype.name == "uint8"
        assert np.abs(out[..., 0].astype(int) - grey).max() <= 1, name
    assert np.array_equal(decode_picture(see_through, "alpha"), corners())
    assert decode_picture(packed("PNG", np.full((1, 1, 3), 9, np.uint8)), "1x1").shape == (1, 1, 3)


@pytest.mark.parametrize("kind", ["GIF", "WEBP", "PNG", "TIFF"])
def test_what_moves_or_has_pages_is_refused(kind: str) -> None:
    file = io.BytesIO()
    pages = [Image.fromarray(np.full((20, 20, 3), level, np.uint8)) for level in (30, 120, 220)]
    pages[0].save(file, kind, save_all=True, append_images=pages[1:])
    with pytest.raises(InputError, match="3 pictures in one"):
        decode_picture(file.getvalue(), "moving")


def test_a_still_gif_and_a_phones_second_picture_are_welcome() -> None:
    still = decode_picture(packed("GIF", corners()), "still.gif")
    assert np.abs(still[6, 8].astype(int) - RED).max() < 30
    file = io.BytesIO()
    first, second = Image.fromarray(corners()[..., ::-1].copy()), Image.new("RGB", (8, 8))
    first.save(file, "MPO", save_all=True, append_images=[second])
    assert decode_picture(file.getvalue(), "depth.jpg").shape == (48, 64, 3)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_file_that_breaks_off_is_refused(kind: str, share: float) -> None:
    noise = np.random.default_rng(3).integers(0, 255, (200, 300, 3), dtype=np.uint8)
    whole = packed(kind, noise)
    with pytest.raises(InputError):
        decode_picture(whole[: int(len(whole) * share)], "cut")
    decode_picture(whole, "whole")


def test_a_thumbnail_inside_does_not_make_a_cut_jpeg_whole_and_a_film_behind_does_not_make_it_cut() -> None:
    noise = np.random.default_rng(3).integers(0, 255, (300, 400, 3), dtype=np.uint8)
    thumb = packed("JPEG", noise[:40, :60])
    body = packed("JPEG", noise)
    inside = b"\xff\xe1" + (len(thumb) + 8).to_bytes(2, "big") + b"thumb\0" + thumb
    with_thumb = body[:2] + inside + body[2:]
    decode_picture(with_thumb, "thumb")
    decode_picture(with_thumb + bytes(20_000), "motion photo")
    with pytest.raises(InputError, match="breaks off"):
        decode_picture(with_thumb[: len(with_thumb) - 3000], "cut")


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "TIFF", "WEBP"])
def test_damaged_data_is_refused_and_never_half_read(kind: str) -> None:
    waves = (np.sin(np.arange(200)[:, None] / 9) * np.cos(np.arange(300) / 7) * 90 + 128).astype(np.uint8)
    whole = packed(kind, np.dstack([waves] * 3), **({"compression": "tiff_lzw"} if kind == "TIFF" else {}))
    assert np.abs(decode_picture(whole, "whole")[..., 0].astype(int) - waves).max() < 12
    damaged = bytearray(whole)
    middle = len(whole) // 2
    damaged[middle : middle + 40] = bytes(range(100, 140))
    with pytest.raises(InputError, match=r"damaged|no picture") as wrong:
        decode_picture(bytes(damaged), "damaged")
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize("settings", [{"quality": 95, "method": 0}, {"quality": 20}, {"lossless": True}])
def test_whole_webps_are_welcome_however_even_they_are(settings: dict[str, object]) -> None:
    noise = np.random.default_rng(3).integers(0, 255, (150, 200, 3), dtype=np.uint8)
    half = noise.copy()
    half[70:] = 0
    spot = np.full((500, 700, 3), 90, np.uint8)
    spot[20:40, 20:40] = 250
    for picture in (noise, half, spot, np.full((200, 200, 3), 90, np.uint8)):
        assert decode_picture(packed("WEBP", picture, **settings), "whole").shape == picture.shape


def test_a_byte_changed_anywhere_in_a_webp_is_nearly_always_noticed() -> None:
    draw = np.random.default_rng(1)
    waves = (np.sin(np.arange(200)[:, None] / 9) * np.cos(np.arange(300) / 7) * 90 + 128).astype(np.uint8)
    whole = packed("WEBP", np.dstack([waves] * 3))
    passed = 0
    for at in draw.integers(30, len(whole), 100):
        damaged = bytearray(whole)
        damaged[at] ^= int(draw.integers(1, 256))
        try:
            decode_picture(bytes(damaged), "damaged")
            passed += 1
        except InputError as wrong:
            assert "\n" not in str(wrong)
    assert passed <= 3  # 19 of 1,200 such bytes: most of those change next to nothing


def test_odd_but_whole_jpegs_are_welcome() -> None:
    grey = packed("JPEG", corners()[..., 0])
    assert decode_picture(grey, "grey").shape == (48, 64, 3)
    four = io.BytesIO()
    Image.fromarray(corners()[..., ::-1].copy()).convert("CMYK").save(four, "JPEG")
    assert decode_picture(four.getvalue(), "four inks").shape == (48, 64, 3)
    assert decode_picture(packed("JPEG", corners(), progressive=True), "by and by").shape == (48, 64, 3)


def test_text_folders_and_nothing_are_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "notes.jpg").write_text("two dice, a five and a two")
    (tmp_path / "empty.png").touch()
    for name in ("notes.jpg", "empty.png", "none.jpg", "."):
        with pytest.raises(InputError) as wrong:
            read_picture(tmp_path / name)
        assert "\n" not in str(wrong.value)
        assert str(tmp_path) in str(wrong.value)


def test_a_huge_photo_is_read_smaller_and_its_places_are_told_in_full_pixels(tmp_path: Path) -> None:
    wide, high = 12_000, 9_000  # 108 megapixels
    shown = np.full((high, wide), 90, np.uint8)
    shown[6000:6400, 9000:9400] = 250
    path = tmp_path / "huge.jpg"
    path.write_bytes(cv2.imencode(".jpg", shown)[1].tobytes())
    del shown
    photo = open_photo(str(path))
    assert (photo.size, photo.picture.shape[:2]) == ((wide, high), (high // 2, wide // 2))
    y, x = np.argwhere(photo.picture[..., 0] > 200).mean(axis=0)
    assert photo.to_file_px(float(x), float(y)) == pytest.approx((9199.5, 6199.5), abs=2.0)
    script = (
        "import resource, sys\nfrom vision.pictures import open_photo\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\nopen_photo(sys.argv[1])\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    grown = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True)
    assert int(grown.stdout) < 200_000  # KiB; all of it at full size would be 324 MB


def test_dice_of_a_smaller_reading_are_told_in_the_files_pixels() -> None:
    photo = Photo(np.zeros((10, 10, 3), np.uint8), 4.0, (40, 40))
    seen = DiceSeen("x", 0.0, ReadVerdict.READ, (DieSeen("5", 2.0, 3.0, 1.5, 1.0),))
    (die,) = in_file_px(seen, photo).dice
    assert (die.x, die.y, die.width, die.height) == (9.5, 13.5, 6.0, 4.0)
    assert in_file_px(seen, Photo(photo.picture)) == seen


def test_a_heic_picture_is_named_so_with_what_to_do() -> None:
    """The head of a file as an iPhone writes it; OpenCV reads none of them."""
    packed = b"\x00\x00\x00\x28ftypheic\x00\x00\x00\x00mif1heicMiHB" + bytes(400)
    with pytest.raises(InputError) as refused:
        decode_photo(packed, "table.heic")
    assert "HEIC" in refused.value.found
    assert "JPEG" in refused.value.expected
