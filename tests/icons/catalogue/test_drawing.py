import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.icons.catalogue.drawing import Turn, has_palette, moves, style_of, turned
from opsin.icons.icon import Body, Style
from tests.icons.catalogue.tiny import COLOURS, FILL, MOVING, STROKE

TURNS = st.builds(Turn, st.booleans(), st.booleans(), st.integers(0, 3))


@pytest.mark.parametrize(
    ("markup", "style"),
    [
        (FILL, Style.FILL),
        (STROKE, Style.STROKE),
        (FILL + STROKE, Style.BOTH),
        ('<path d="M0 0"/>', Style.NONE),
        ('<path fill="None" stroke="transparent"/>', Style.NONE),
        ('<path fill="" stroke="inherit"/>', Style.NONE),
        ('<path fill-rule="evenodd" stroke-width="2"/>', Style.NONE),
        ('<g fill="none" stroke="url(#a)"/>', Style.STROKE),
    ],
)
def test_style_is_judged_by_what_is_painted(markup: str, style: Style) -> None:
    assert style_of(markup) is style


@pytest.mark.parametrize(
    ("markup", "set_has", "palette"),
    [
        (FILL, False, False),
        (FILL, True, False),
        (COLOURS, False, True),
        (COLOURS, True, True),
        (FILL + COLOURS, True, True),
        ('<mask><path fill="#fff"/></mask>' + FILL, False, False),
    ],
)
def test_colours_of_its_own(markup: str, set_has: bool, palette: bool) -> None:
    assert has_palette(markup, set_has=set_has) is palette


@pytest.mark.parametrize(
    ("markup", "moving"),
    [
        (MOVING, True),
        ("<animateTransform/>", True),
        ("<set to='1'/>", True),
        (FILL, False),
        ("<settings/>", False),
    ],
)
def test_what_moves(markup: str, moving: bool) -> None:
    assert moves(markup) is moving


@pytest.mark.parametrize(
    ("turn", "steps", "box"),
    [
        (Turn(across=True), "translate(31 -2) scale(-1 1)", (0, 0, 30, 20)),
        (Turn(over=True), "translate(-1 22) scale(1 -1)", (0, 0, 30, 20)),
        (Turn(across=True, over=True), "rotate(180 16 12)", (1, 2, 30, 20)),
        (Turn(quarters=1), "rotate(90 12 12)", (2, 1, 20, 30)),
        (Turn(quarters=2), "rotate(180 16 12)", (1, 2, 30, 20)),
        (Turn(quarters=3), "rotate(-90 16 16)", (2, 1, 20, 30)),
    ],
)
def test_mirroring_and_turning(turn: Turn, steps: str, box: tuple[float, float, float, float]) -> None:
    body = turned(Body("<x/>", 1, 2, 30, 20), turn)
    assert body.markup == f'<g transform="{steps}"><x/></g>'
    assert (body.left, body.top, body.width, body.height) == box


@given(TURNS)
def test_only_no_turn_at_all_leaves_a_body_as_it_is(turn: Turn) -> None:
    body = Body("<x/>", 0, 0, 10, 10)
    same = turn in (Turn(), Turn(across=True, over=True, quarters=2))
    assert (turned(body, turn) == body) is same


@given(TURNS, TURNS, TURNS)
def test_turns_add_up_in_any_grouping(one: Turn, two: Turn, three: Turn) -> None:
    assert one.then(two).then(three) == one.then(two.then(three))
