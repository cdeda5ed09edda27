"""What an animation leaves behind."""

import pytest

from opsin.icons.svg.sanitise import sanitise
from opsin.icons.svg.still import still
from tests.icons.svg.hostile import boxed


def rest(inner: str, *, halfway: bool = False, attributes: str = "") -> str:
    return still(sanitise(boxed(f"<g{attributes}>{inner}</g>")), halfway=halfway).markup


@pytest.mark.parametrize(
    ("inner", "markup"),
    [
        ('<set attributeName="opacity" to="1" fill="freeze"/>', '<g opacity="1"/>'),
        ('<animate attributeName="opacity" values="0;.5" fill="freeze"/>', '<g opacity=".5"/>'),
        ('<animate attributeName="opacity" values="0;.5"/>', "<g/>"),
        (
            (
                '<animate attributeName="opacity" begin="2s" to="1" fill="freeze"/>'
                '<animate attributeName="opacity" begin="1s" to="0" fill="freeze"/>'
            ),
            '<g opacity="1"/>',
        ),
        (
            (
                '<animate id="a" attributeName="opacity" begin="b.end+1s" to="1" fill="freeze"/>'
                '<animate id="b" attributeName="opacity" begin="500ms" dur="1s" to="0" fill="freeze"/>'
            ),
            '<g opacity="1"/>',
        ),
        (
            (
                '<animate id="a" attributeName="x" begin="b.end" to="1"/><animate id="b" attributeName="y" begin="a.end" '
                'to="1" fill="freeze"/>'
            ),
            '<g y="1"/>',
        ),
        ('<animateMotion path="M0 0h9" dur="1s" fill="freeze"/>', "<g/>"),
    ],
)
def test_what_stays_is_set_and_what_does_not_goes(inner: str, markup: str) -> None:
    assert rest(inner) == markup


def test_a_transform_is_added_or_put_in_place() -> None:
    turn = '<animateTransform attributeName="transform" type="rotate" to="90" fill="freeze"{}/>'
    moved = ' transform="scale(2)"'
    assert rest(turn.format(""), attributes=moved) == '<g transform="rotate(90)"/>'
    assert rest(turn.format(' additive="sum"'), attributes=moved) == '<g transform="scale(2) rotate(90)"/>'


@pytest.mark.parametrize(
    ("inner", "markup"),
    [
        ('<animate attributeName="r" values="0;9"/>', '<g r="9"/>'),
        ('<animate attributeName="opacity" values="1;0"/>', '<g opacity="1"/>'),
        ('<animate attributeName="stroke-dashoffset" values="9;4;0"/>', '<g stroke-dashoffset="4"/>'),
        ('<animate attributeName="d" values="M0 0;M1 1;M2 2"/>', '<g d="M1 1"/>'),
    ],
)
def test_halfway_most_is_to_be_seen(inner: str, markup: str) -> None:
    assert rest(inner, halfway=True) == markup
    assert rest(inner) == "<g/>"
