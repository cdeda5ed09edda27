"""The photographs that the demo searches: eighteen pictures in the public domain or under CC0.

`photos/SOURCES.md` says where each comes from and who states that it is free; `scripts/build_gallery.py` makes the
files out of the packages named there.
"""

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

FOLDER = "photos"


@dataclass(frozen=True, slots=True)
class Photo:
    """One photograph of the gallery.

    Attributes:
        file: Name of its file in `photos/`; always a JPEG.
        title: What it shows, as a page about it would say.
        author: Who made it.
        licence: The machine code that MediaWiki uses for its licence: `cc0` or `pd`.
        page: The page that it was published on, or that describes it.
        tags: Words that find it, beside those of its title; most telling first.
        width: Pixels.
        height: Pixels.
    """

    file: str
    title: str
    author: str
    licence: str
    page: str
    tags: str
    width: int
    height: int

    @property
    def data(self) -> bytes:
        """The file's bytes."""
        return _read(self.file)

    @property
    def sha1(self) -> str:
        """SHA-1 of the file in hexadecimal digits, as MediaWiki tells it."""
        return _sha1(self.file)


_SKIMAGE = "https://scikit-image.org/docs/stable/api/skimage.data.html#skimage.data."
_COMMONS = "https://commons.wikimedia.org/wiki/File:"

PHOTOS: tuple[Photo, ...] = (
    Photo(
        file="raccoon.jpg",
        title="Raccoon among palm leaves",
        author="public-domain-image.com",
        licence="pd",
        page="https://pixnio.com/fauna-animals/raccoons/raccoon-procyon-lotor",
        tags="raccoon procyon lotor animal wildlife mammal fur face green leaf nature outdoors",
        width=1024,
        height=768,
    ),
    Photo(
        file="coffee.jpg",
        title="Espresso in a red coffee cup",
        author="Rachel Michetti",
        licence="cc0",
        page=f"{_SKIMAGE}coffee",
        tags="coffee cup espresso drink saucer spoon wood table cafe food red",
        width=600,
        height=400,
    ),
    Photo(
        file="astronaut.jpg",
        title="Astronaut Eileen Collins in her launch suit",
        author="NASA",
        licence="pd",
        page="https://flic.kr/p/r9qvLn",
        tags="astronaut space woman portrait people shuttle helmet orange flag",
        width=512,
        height=512,
    ),
    Photo(
        file="honey-bee.jpg",
        title="European honey bee on an aster",
        author="John Severns",
        licence="pd",
        page=f"{_COMMONS}European_honey_bee_extracts_nectar.jpg",
        tags="bee insect flower animal wildlife macro purple yellow nectar nature garden",
        width=1024,
        height=809,
    ),
    Photo(
        file="suspension-bridge.jpg",
        title="Roebling Suspension Bridge at night, Cincinnati",
        author="Derek Jensen",
        licence="pd",
        page=f"{_COMMONS}Cincinnati-roebling-suspension-bridge.jpg",
        tags="bridge night city river architecture lights reflection ohio building",
        width=1024,
        height=750,
    ),
    Photo(
        file="cat.jpg",
        title="Chelsea the cat",
        author="Stefan van der Walt",
        licence="cc0",
        page=f"{_SKIMAGE}chelsea",
        tags="cat tabby kitten animal pet eyes whiskers fur face",
        width=451,
        height=300,
    ),
    Photo(
        file="grace-hopper.jpg",
        title="Commodore Grace M. Hopper in uniform",
        author="James S. Davis, U.S. Navy",
        licence="pd",
        page=f"{_COMMONS}Commodore_Grace_M._Hopper,_USN_(covered).jpg",
        tags="woman portrait people computer scientist programmer navy officer glasses flag history",
        width=512,
        height=600,
    ),
    Photo(
        file="dandelion.jpg",
        title="Dandelion clocks in evening light",
        author="Clemens Engelhardt",
        licence="cc0",
        page="https://gitlab.com/ubports/development/core/lomiri-wallpapers",
        tags="dandelion flower seeds plant meadow grass sunset nature spring landscape",
        width=1024,
        height=576,
    ),
    Photo(
        file="rocket.jpg",
        title="Falcon 9 with DSCOVR on the launch pad",
        author="SpaceX",
        licence="pd",
        page="https://www.flickr.com/photos/spacexphotos/16511594820",
        tags="rocket space launch night sky tower cape canaveral florida spacecraft technology",
        width=640,
        height=427,
    ),
    Photo(
        file="citrus-fruits.jpg",
        title="Slices of citrus fruits, lit from behind",
        author="US Department of Agriculture",
        licence="pd",
        page=f"{_COMMONS}Citrus_fruits.jpg",
        tags="citrus fruit orange lemon lime grapefruit food slices yellow vitamin",
        width=1024,
        height=675,
    ),
    Photo(
        file="hubble-deep-field.jpg",
        title="Hubble eXtreme Deep Field",
        author="NASA, ESA and the HUDF09 Team",
        licence="pd",
        page="https://hubblesite.org/newscenter/archive/releases/2012/37/image/a/",
        tags="space galaxy galaxies stars hubble telescope astronomy universe sky night",
        width=1000,
        height=872,
    ),
    Photo(
        file="stairs.jpg",
        title="Climbing the stairs of a lookout tower",
        author="public-domain-image.com",
        licence="pd",
        page="http://www.public-domain-image.com/people-public-domain-images-pictures/",
        tags="stairs steps tower architecture building people steel black white",
        width=512,
        height=512,
    ),
    Photo(
        file="cameraman.jpg",
        title="Man with a camera on a tripod",
        author="Lav Varshney",
        licence="cc0",
        page=f"{_SKIMAGE}camera",
        tags="camera man photographer tripod people meadow city black white",
        width=512,
        height=512,
    ),
    Photo(
        file="earth.jpg",
        title="Blue Marble: the whole Earth",
        author="NASA",
        licence="pd",
        page="https://visibleearth.nasa.gov/cgi-bin/viewrecord?11612",
        tags="earth world map globe planet satellite space continents ocean blue",
        width=1024,
        height=512,
    ),
    Photo(
        file="retina.jpg",
        title="Fundus of a normal left eye",
        author="Mikael Häggström",
        licence="cc0",
        page=f"{_COMMONS}Fundus_photograph_of_normal_left_eye.jpg",
        tags="eye retina fundus medicine health blood vessels red science",
        width=700,
        height=700,
    ),
    Photo(
        file="brick-wall.jpg",
        title="Brick wall",
        author="cc0textures.com",
        licence="cc0",
        page="https://cc0textures.com/view.php?tex=Bricks25",
        tags="brick wall texture pattern building stone background grey",
        width=512,
        height=512,
    ),
    Photo(
        file="gravel.jpg",
        title="Gravel",
        author="cc0textures.com",
        licence="cc0",
        page="https://cc0textures.com/view.php?tex=Gravel04",
        tags="gravel stones pebbles texture pattern ground background grey",
        width=512,
        height=512,
    ),
    Photo(
        file="moving-clock.jpg",
        title="Wall clock, blurred by motion",
        author="Stefan van der Walt",
        licence="pd",
        page=f"{_SKIMAGE}clock",
        tags="clock time wall blur motion grey",
        width=400,
        height=300,
    ),
)
"""In the order in which a search that fits all of them finds them."""


def find(text: str) -> list[Photo]:
    """Give the photographs that a search for `text` finds, best first.

    Every photograph answers to "photograph" and its like. A photograph that has all the words comes before
    one that has some; a word of its title counts twice; equals stay in the gallery's order.
    """
    wanted = [_stem(word) for word in text.lower().split()]
    ranked = sorted(
        (-sum(score > 0 for score in scores), -sum(scores), place)
        for place, photo in enumerate(PHOTOS)
        if any(scores := [_score(photo, word) for word in wanted])
    )
    return [PHOTOS[place] for _, _, place in ranked]


_ALWAYS = frozenset({"photograph", "photo", "picture", "image"})


def _score(photo: Photo, word: str) -> int:
    if word in _words(photo.title):
        return 2
    return int(word in _ALWAYS or word in _words(photo.tags))


def _stem(word: str) -> str:
    bare = word.strip("\"'.,;:!?()")
    return bare[:-1] if len(bare) > 3 and bare.endswith("s") and not bare.endswith("ss") else bare  # noqa: PLR2004


@cache
def _words(text: str) -> frozenset[str]:
    return frozenset(_stem(word) for word in text.lower().split())


@cache
def _read(name: str) -> bytes:
    return (files("opsin.demo") / FOLDER / name).read_bytes()


@cache
def _sha1(name: str) -> str:
    return hashlib.sha1(_read(name), usedforsecurity=False).hexdigest()
