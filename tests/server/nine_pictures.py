"""Nine pictures that only looking tells apart: their titles, hosts, sizes and licences are the same."""

import io
from base64 import b64decode
from collections.abc import Mapping
from typing import Any

from PIL import Image, ImageChops, ImageDraw, ImageFont

from opsin.demo.http_server import Request, Response
from tests.loopback.ollama import FakeOllama
from tests.loopback.results import Result
from tests.loopback.web import LoopbackWeb
from tests.web.loopback import Peer

SIZE = 480, 360
MIDDLE = 150, 90, 330, 270

KEYWORDS: Mapping[int, tuple[str, ...]] = {
    1: ("SALE 50%",),
    2: ("blue", "middle"),
    3: ("green", "bottom"),
    4: ("OPEN DAILY",),
    5: ("yellow", "left"),
    6: ("black-and-white", "brightest"),
    7: ("purple", "top"),
    8: ("orange", "right"),
    9: ("teal", "middle"),
}
"""What a chooser knows of each: words that opsin itself finds for it, and for none of the others."""

SENTENCES = (
    "A red poster that says SALE 50% in white letters.",
    "A blue disc in the middle of a white page.",
    "A meadow, green at the bottom, under a pale sky.",
    "A black sign that says OPEN DAILY.",
    "A yellow bar on the left of a white page.",
    "A black-and-white ramp from dark to light.",
    "A purple cloud at the top of a white page.",
    "An orange bar on the right of a white page.",
    "A teal ring in the middle of a black page.",
)


def nine() -> list[Image.Image]:
    """Draw them."""
    images = [Image.new("RGB", SIZE, ground) for ground in ("#c81e1e", *["white"] * 8)]
    images[3].paste("black", (0, 0, *SIZE))
    images[8].paste("black", (0, 0, *SIZE))
    images[5] = Image.linear_gradient("L").rotate(90).resize(SIZE).convert("RGB")
    draw = [ImageDraw.Draw(image) for image in images]
    draw[0].text((60, 130), "SALE 50%", "white", ImageFont.load_default(80))
    draw[1].ellipse(MIDDLE, "#1e3cd2")
    draw[2].rectangle((0, 200, *SIZE), "#2da03c")
    draw[2].rectangle((0, 0, SIZE[0], 200), "#cfe4f7")
    draw[3].text((30, 140), "OPEN DAILY", "white", ImageFont.load_default(72))
    draw[4].rectangle((0, 0, 110, SIZE[1]), "#f0c81e")
    draw[6].ellipse((90, 10, 390, 100), "#7828a0")
    draw[7].rectangle((370, 0, *SIZE), "#f08214")
    draw[8].ellipse(MIDDLE, outline="#147878", width=36)
    return images


def encoded(image: Image.Image) -> bytes:
    """As a JPEG."""
    out = io.BytesIO()
    image.save(out, "JPEG", quality=92)
    return out.getvalue()


class NineWeb(LoopbackWeb):
    """The web of the tests, whose Wikimedia finds the nine."""

    def __init__(self) -> None:
        super().__init__()
        self.files = {f"/nine/{place}.jpg": encoded(image) for place, image in enumerate(nine(), 1)}

    def fill(self) -> None:
        """Let Wikimedia find them; the server runs already."""
        self.wikimedia_results = [
            Result(place, title="A picture", thumbnail_address=f"{self.origin}{path}", address=f"{self.origin}{path}")
            for place, path in enumerate(self.files, 1)
        ]  # fmt: skip

    async def _answer(self, request: Request) -> Response:
        if request.path in self.files:
            return Response(self.files[request.path], content_type="image/jpeg")
        return await super()._answer(request)


class SeeingOllama(FakeOllama):
    """A stand-in for a vision model: it says the sentence of whichever of the nine the pixels are nearest to."""

    def __init__(self) -> None:
        super().__init__()
        self.known = [image.resize((24, 18)) for image in nine()]
        self.looked = 0

    async def _chat(self, peer: Peer, body: dict[str, Any]) -> None:
        (picture,) = body["messages"][0]["images"]
        seen = Image.open(io.BytesIO(b64decode(picture))).convert("RGB").resize((24, 18))
        unlike = [sum(ImageChops.difference(seen, one).convert("L").tobytes()) for one in self.known]
        self.reply = f'{{"description": "{SENTENCES[unlike.index(min(unlike))]}"}}'
        self.looked += 1
        await super()._chat(peer, body)


def choose(text: str, words: tuple[str, ...]) -> int | None:
    """Choose by keyword, as the plainest of agents: the one number whose line has all the words; None for none or many.

    Its lines begin with the number of a cell, inside of the fence or outside.
    """
    found = set()
    for line in text.splitlines():
        number, _, rest = line.removeprefix("| ").partition(" | ")
        if number.isdigit() and all(word.lower() in rest.lower() for word in words):
            found.add(int(number))
    return found.pop() if len(found) == 1 else None
