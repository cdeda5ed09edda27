"""Make the demo's photographs out of packages that carry them.

    mkdir parts && cd parts
    pip download --no-deps --only-binary :all: scikit-image==0.26.0 matplotlib==3.10.0
    pip download --no-deps --only-binary :all: --python-version 3.10 scipy==1.9.3
    apt-get download palapeli-data lomiri-wallpapers-16.04 xplanet-images
    cd .. && python scripts/build_gallery.py parts

The folder's packages are read where they lie; nothing is installed and nothing is unpacked to disk. Each picture is
brought to at most 1024 pixels and saved as a JPEG without metadata: about a megabyte in all.
`src/opsin/demo/photos/SOURCES.md` says who states that each is free.
"""

import argparse
import bz2
import io
import pickle
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

PHOTOS = Path(__file__).parents[1] / "src" / "opsin" / "demo" / "photos"
LONGEST_SIDE = 1024
MOST_BYTES = 84_000
QUALITIES = (88, 85, 82, 78, 74, 70)


@dataclass(frozen=True, slots=True)
class Source:
    """Where a picture lies: a package's file (as a pattern), the member in it, and how it is read."""

    package: str
    member: str
    read: Callable[[bytes], Image.Image]
    longest: int = LONGEST_SIDE


def as_file(data: bytes) -> Image.Image:
    """A picture in one of the usual formats."""
    return Image.open(io.BytesIO(data))


def as_scipy_face(data: bytes) -> Image.Image:
    """SciPy's raccoon: raw RGB under bzip2 (`scipy.misc.face`)."""
    return Image.frombytes("RGB", (1024, 768), bz2.decompress(data))


def as_scipy_ascent(data: bytes) -> Image.Image:
    """SciPy's stairs: a pickled list of rows (`scipy.misc.ascent`); only plain lists of numbers are let through."""

    class Plain(pickle.Unpickler):
        def find_class(self, module: str, name: str) -> object:
            raise pickle.UnpicklingError(f"{module}.{name} has no place in a picture")

    rows = Plain(io.BytesIO(data)).load()
    return Image.frombytes("L", (512, 512), bytes(value for row in rows for value in row))


SKIMAGE, SCIPY, MATPLOTLIB = "scikit_image-*.whl", "scipy-*.whl", "matplotlib-*.whl"
PALAPELI, LOMIRI, XPLANET = "palapeli-data_*.deb", "lomiri-wallpapers-16.04_*.deb", "xplanet-images_*.deb"

SOURCES = {
    "raccoon.jpg": Source(SCIPY, "scipy/misc/face.dat", as_scipy_face),
    "coffee.jpg": Source(SKIMAGE, "skimage/data/coffee.png", as_file),
    "astronaut.jpg": Source(SKIMAGE, "skimage/data/astronaut.png", as_file),
    "honey-bee.jpg": Source(PALAPELI, "usr/share/palapeli/collection/european-honey-bee.jpg", as_file),
    "suspension-bridge.jpg": Source(PALAPELI, "usr/share/palapeli/collection/cincinnati-bridge.jpg", as_file),
    "cat.jpg": Source(SKIMAGE, "skimage/data/chelsea.png", as_file),
    "grace-hopper.jpg": Source(MATPLOTLIB, "matplotlib/mpl-data/sample_data/grace_hopper.jpg", as_file),
    "dandelion.jpg": Source(LOMIRI, "usr/share/backgrounds/seeding_by_Clements_Engelhardt.jpg", as_file),
    "rocket.jpg": Source(SKIMAGE, "skimage/data/rocket.jpg", as_file),
    "citrus-fruits.jpg": Source(PALAPELI, "usr/share/palapeli/collection/citrus-fruits.jpg", as_file),
    "hubble-deep-field.jpg": Source(SKIMAGE, "skimage/data/hubble_deep_field.jpg", as_file),
    "stairs.jpg": Source(SCIPY, "scipy/misc/ascent.dat", as_scipy_ascent),
    "cameraman.jpg": Source(SKIMAGE, "skimage/data/camera.png", as_file),
    "earth.jpg": Source(XPLANET, "usr/share/xplanet/images/earth.jpg", as_file),
    "retina.jpg": Source(SKIMAGE, "skimage/data/retina.jpg", as_file, longest=700),
    "brick-wall.jpg": Source(SKIMAGE, "skimage/data/brick.png", as_file),
    "gravel.jpg": Source(SKIMAGE, "skimage/data/gravel.png", as_file),
    "moving-clock.jpg": Source(SKIMAGE, "skimage/data/clock_motion.png", as_file),
}


def member(folder: Path, source: Source) -> bytes:
    """Read one member of a wheel or a Debian package."""
    found = sorted(folder.glob(source.package))
    if not found:
        sys.exit(f"{folder} has no {source.package}; this script's first lines say how to get it.")
    if found[-1].suffix == ".whl":
        with zipfile.ZipFile(found[-1]) as wheel:
            return wheel.read(source.member)
    content = subprocess.run(
        ["dpkg-deb", "--fsys-tarfile", found[-1]], check=True, capture_output=True
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(content)) as package:
        picture = package.extractfile(f"./{source.member}")
        assert picture is not None, f"{source.member} is no file"
        return picture.read()


def as_jpeg(image: Image.Image, longest: int) -> tuple[bytes, tuple[int, int]]:
    """Scale a picture down to its longest side and encode it, as well as the bytes allow."""
    scaled = image if image.mode == "L" else image.convert("RGB")
    scaled.thumbnail((longest, longest), Image.Resampling.LANCZOS)
    for quality in QUALITIES:
        out = io.BytesIO()
        scaled.save(out, "JPEG", quality=quality, optimize=True, progressive=True)
        if out.tell() <= MOST_BYTES:
            break
    return out.getvalue(), scaled.size


def main() -> None:
    """Write every photograph and print its size, which `gallery.py` states."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the packages lie")
    folder: Path = parser.parse_args().folder
    if not folder.is_dir():
        parser.error(f"{folder} is no folder")
    total = 0
    PHOTOS.mkdir(exist_ok=True)
    for name, source in SOURCES.items():
        data, size = as_jpeg(source.read(member(folder, source)), source.longest)
        (PHOTOS / name).write_bytes(data)
        total += len(data)
        print(f"{name:24} {size[0]:5} x {size[1]:<5} {len(data):8,} bytes")
    print(f"{len(SOURCES)} photographs, {total:,} bytes")


if __name__ == "__main__":
    main()
