"""Drawings that have what formats must get right: hyphens, links, styles, animations, colours."""

from opsin.icons.svg.sanitise import sanitise
from opsin.icons.svg.tree import SafeBody
from tests.icons.svg.hostile import boxed

ROCKET = sanitise(
    boxed(
        '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="2">'
        '<path d="M12 15v5s3-1 4-2c1-2 0-5 0-5"/></g>'
    )
)

RICH = sanitise(
    boxed(
        '<defs><linearGradient id="a" x1="0" x2="1"><stop offset="0" stop-color="#f00"/>'
        '<stop offset="1" stop-color="currentColor" stop-opacity=".5"/></linearGradient>'
        '<mask id="b" style="mask-type:alpha"><path fill="#fff" d="M0 0h20v20H0z"/></mask>'
        '<mask id="m" mask-type="luminance"/></defs>'
        '<g mask="url(#b)"><path fill="url(#a)" fill-rule="evenodd" d="M2 2h20v20H2z">'
        '<animate id="x" fill="freeze" attributeName="fill-opacity" begin="0s;y.end" dur="1s" values="0;1" '
        'keyTimes="0;1" repeatCount="2"/></path><path id="p" transform-origin="12px 12px" transform="rotate(45)" '
        'stroke-dasharray="2 1" vector-effect="non-scaling-stroke" paint-order="stroke fill" d="M4 4h9"/>'
        '<use href="#p" x="3"/></g>'
    )
)

CREDIT = 'Rocket by Ana --> <script>alert("*/")</script> {x} \u202ejohn\u202c --!> CC BY 4.0 -'

BODIES: dict[str, SafeBody] = {"lucide:rocket": ROCKET, "0-set:rich-1x1": RICH}
