"""Pictures of the kinds that people have, made by the thousand: photos, screenshots and scans, with what files say of them."""

import os
from io import BytesIO
from pathlib import Path
from random import Random

from PIL import ExifTags, Image, ImageDraw
from PIL.PngImagePlugin import PngInfo

SUBJECTS = (
    "beach", "mountain", "birthday", "garden", "bridge", "kitchen", "dog", "cat", "train", "lake", "forest", "wedding",
    "invoice", "receipt", "diagram", "dashboard", "terminal", "calendar", "map", "bicycle", "coffee", "sunset", "market",
    "harbour", "snow", "museum", "concert", "football", "library", "airport",
)  # fmt: skip
PLACES = ("Lisbon", "Kyoto", "Berlin", "Oslo", "Toronto", "Nairobi", "Lima", "Hanoi")
PEOPLE = ("Ada Berg", "Noor Haddad", "Kenji Mori", "Lena Fox", "Omar Diaz")
COLOURS = {
    "red": (200, 30, 30),
    "green": (30, 150, 60),
    "blue": (40, 80, 200),
    "orange": (240, 140, 20),
    "white": (250, 250, 250),
}
PER_FOLDER = 100
_SPAN_S = 4 * 365 * 86_400
_NOW = 1_780_000_000

_XMP = """<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title><dc:subject><rdf:Bag>
<rdf:li>{one}</rdf:li><rdf:li>{two}</rdf:li></rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>"""


def make_pictures(folder: Path, number: int, *, first: int = 0) -> list[Path]:
    """Make pictures in folders of a hundred; the same numbers make the same pictures."""
    return [make_picture(folder, place) for place in range(first, first + number)]


def make_picture(folder: Path, number: int, *, edition: int = 0) -> Path:
    """Make one picture; another edition is another picture of the same name."""
    random = Random(f"{number} {edition}")
    inner = folder / f"{PLACES[number // PER_FOLDER % len(PLACES)]} {number // PER_FOLDER}"
    inner.mkdir(parents=True, exist_ok=True)
    named = Random(number)
    kind = named.choice(("photo", "photo", "photo", "screenshot", "screenshot", "scan"))
    subject = random.choice(SUBJECTS)
    if kind == "photo":
        path, data = inner / f"IMG_{number:05}.jpg", _photo(random, subject)
    elif kind == "scan":
        path, data = (
            inner / f"{named.choice(SUBJECTS)}-scan-{number}.jpg",
            _photo(random, subject, camera=False),
        )
    else:
        path, data = (
            inner / f"Screenshot {number:05} {named.choice(SUBJECTS)}.png",
            _screenshot(random, subject),
        )
    path.write_bytes(data)
    taken = _NOW - random.randrange(_SPAN_S)
    os.utime(path, (taken, taken))
    return path


def _photo(random: Random, subject: str, *, camera: bool = True) -> bytes:
    name, colour = random.choice(list(COLOURS.items()))
    image = Image.effect_noise((320, 240), 60).convert("RGB")
    image = Image.blend(image, Image.new("RGB", image.size, colour), 0.6)
    exif = Image.Exif()
    exif[ExifTags.Base.ImageDescription] = f"A {name} {subject} in {random.choice(PLACES)}"
    exif[ExifTags.Base.Artist] = random.choice(PEOPLE)
    if camera:
        exif[ExifTags.Base.Make], exif[ExifTags.Base.Model] = "Opsin", "Eye 7"
        exif.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.DateTimeOriginal] = (
            f"202{random.randrange(6)}:0{random.randrange(1, 9)}:11 10:00:00"
        )
    packet = _XMP.format(
        title=f"{subject.title()} {random.randrange(999)}", one=subject, two=random.choice(SUBJECTS)
    )
    file = BytesIO()
    image.save(file, "JPEG", quality=80, exif=exif, xmp=packet.encode())
    return file.getvalue()


def _screenshot(random: Random, subject: str) -> bytes:
    image = Image.new("RGB", (640, 400), random.choice(((255, 255, 255), (30, 30, 36))))
    draw = ImageDraw.Draw(image)
    for _ in range(12):
        left, top = random.randrange(500), random.randrange(360)
        draw.rectangle((left, top, left + 90, top + 20), fill=random.choice(list(COLOURS.values())))
    info = PngInfo()
    info.add_text("Title", f"{subject} window")
    file = BytesIO()
    image.save(file, "PNG", pnginfo=info, compress_level=1)
    return file.getvalue()
