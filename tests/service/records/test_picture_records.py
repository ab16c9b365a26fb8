"""Tests records in pictures: which versions become frames, for whom, and that SVG and GIF show the same."""

from base64 import b64decode
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops

from service.game.context import Context
from service.handlers.commands import submit
from service.pictures.frames import MOST_FRAMES, choose_frames
from service.pictures.pixels import paint
from service.pictures.shapes import END, MIDDLE, START, Box, Circle, Group, Lines, Picture, Polygon, Stamp, Text
from service.pictures.svg import svg
from service.records.replay import replay
from tests.service.looking import picture
from tests.service.recorded import quietly, rewound
from tests.service.tables import caller, new_game, played, put_aside, refusal
from tests.toy import Roll

RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)


def record(ctx: Context, game: str, who: Any, form: str, **more: Any) -> Any:
    """Return a record in pictures."""
    done = replay(ctx, game, who, {"format": form, **more}, quietly)
    assert done["verified"]
    return done["record"]


def test_a_frame_is_the_picture_of_its_version(ctx: Context) -> None:
    made = rewound(ctx)
    who = caller(ctx, made, 0)

    found = record(ctx, made.id, who, "svg")

    assert [frame["version"] for frame in found["frames"]] == found["versions"] == [1, 2]
    for frame in found["frames"]:
        assert frame["svg"].encode() == picture(ctx, who, "en", frame["version"])


def test_frames_show_what_the_caller_may_know(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)

    shown = {seat: record(ctx, made.id, caller(ctx, made, seat), "svg")["frames"][-1]["svg"] for seat in (None, 0, 1)}

    assert len(set(shown.values())) == 3


def test_a_game_that_was_not_set_up_has_no_frames(ctx: Context) -> None:
    made = new_game(ctx, "human", "open")

    with refusal("refused", "game.not_started"):
        record(ctx, made.id, caller(ctx, made, 0), "svg")


def test_frames_are_as_far_apart_as_asked_for(ctx: Context) -> None:
    made = played(ctx, 7, "human", "human", target=30)
    who = caller(ctx, made)
    every = record(ctx, made.id, who, "svg")["versions"]

    found = record(ctx, made.id, who, "svg", every=3)

    assert found["every"] == 3
    assert found["versions"] == every[:-1][::3] + every[-1:]


@pytest.mark.parametrize("count", [1, 2, MOST_FRAMES - 1, MOST_FRAMES, MOST_FRAMES + 1, 1000])
def test_frames_are_never_too_many_and_end_with_the_newest_position(count: int) -> None:
    packed = [b"", *(b"%d" % n for n in range(1, count + 1))]

    every, versions = choose_frames(range(1, count + 1), packed, None)

    assert len(versions) <= MOST_FRAMES
    assert (versions[0], versions[-1]) == (1, count)
    assert every == 1 or len(versions) > MOST_FRAMES // 2


def test_versions_that_changed_nothing_on_the_board_are_left_out() -> None:
    assert choose_frames([1, 2, 3, 6], [b"", b"", b"a", b"a", b"x", b"x", b"b"], None) == (1, [2, 6])
    assert choose_frames([1], [b"", b""], None)[1] == []


def test_a_gif_moves_through_the_same_versions(ctx: Context) -> None:
    made = new_game(ctx)
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    who = caller(ctx, made, 0)

    found = record(ctx, made.id, who, "gif")

    moving = Image.open(BytesIO(b64decode(found["base64"])))
    assert (found["media_type"], moving.format, moving.info["loop"]) == ("image/gif", "GIF", 0)
    assert found["versions"] == record(ctx, made.id, who, "svg")["versions"]
    assert 2 <= moving.n_frames <= len(found["versions"])  # frames that look alike are one


def test_shapes_are_painted_where_they_lie() -> None:
    shapes = (
        Box(0, 0, 100, 60, "#ffffff"),
        Polygon(((5, 5), (25, 5), (25, 25), (5, 25)), "#ff0000", "#0000ff", 4),
        Circle(50, 15, 8, "#00ff00"),
        Lines(((70, 15, 90, 15),), "#0000ff", 4, 5),
        Group("group", "", (Stamp("mark", 20, 40, (Box(-5, -5, 10, 10, "#ff0000", "#00ff00", 4, 1),)),)),
        Text(60, 50, "Ñandú", 20, "#0000ff", bold=True, halo="#ff0000"),
    )

    image = paint(Picture(100, 60, "", "", shapes), lambda phrase: "")

    places = {(15, 15): RED, (5, 15): BLUE, (50, 15): GREEN, (62, 5): WHITE, (72, 15): BLUE, (77, 15): WHITE}
    places |= {(20, 40): RED, (15, 40): GREEN}
    assert {place: image.getpixel(place) for place in places} == places
    written = {image.getpixel((x, y)) for x in range(40, 90) for y in range(34, 54)}
    assert BLUE in written
    assert RED in written


def test_stamps_are_defined_once() -> None:
    mark = (Circle(0, 0, 3, "#000000"),)
    shapes = (Stamp("mark", 1, 1, mark), Group("more", "", (Stamp("mark", 5, 5, mark),)))

    written = svg(Picture(10, 10, "", "", shapes), lambda phrase: "").decode()

    assert written.count("<circle") == 1
    assert written.count("<use") == 2


def inked(text: str, anchor: str = MIDDLE) -> Image.Image:
    """Return a large text as an image that is white where there is ink."""
    words = Text(120, 60, text, 40, "#000000", anchor=anchor)
    image = paint(Picture(240, 80, "", "", (words,)), lambda phrase: "")
    return image.convert("L").point(lambda light: 255 if light < 200 else 0).convert("1")


@pytest.mark.parametrize("anchor", [START, MIDDLE, END])
@pytest.mark.parametrize(("accented", "bare"), [("Ñandú", "Nandu"), ("¿qué?", "?que?"), ("über", "uber"), ("Ça", "Ca")])
def test_accents_are_strokes_beside_the_bare_letters(accented: str, bare: str, anchor: str) -> None:
    with_accents, without = inked(accented, anchor), inked(bare, anchor)
    assert ImageChops.logical_xor(with_accents, without).getbbox() is not None
    assert ImageChops.logical_and(with_accents, without).tobytes() == without.tobytes(), "ink was taken away"


def test_a_sign_that_no_stroke_is_known_for_is_left_bare() -> None:
    assert inked("s\u0323").tobytes() == inked("s").tobytes()
