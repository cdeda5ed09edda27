"""AVIF files whose header says 16x16, while their AV1 stream has many more pixels."""

import zlib
from base64 import b64decode

from PIL import Image

from tests.pixels.pictures import saved

# One colour, 12,000 x 12,000, as `lying` makes it; encoding it takes 15 seconds and 3 GB.
_LARGE = (
    "eNpjYGBQSCupLEgsy0xjAAIQnZuZZpibmZjm62joBBR6nZtaksgAAYoZKTlFUDZDQWZyCQMa4CvILMkFsxiBWC4zJz8ZxHEB8Rkh"
    "oozCDAxsHUC2RmZmXhpcrRSQk8oE5SWWGRg65+fkg+3KyiwoKgDS3pkFyflAWiSzuCAVap8ADBdkVmSCBJg5ODiAFE9imaFzozwP"
    "SEg4OT+nKC85pwJoMi8DWwNQSDyzIBfmJ6DDWBiZmlmArpqQm5JYIsTAxS3/Pe/+7tpFTFK8HEbfeAR43Ntb7172NTl07AADQ+r5"
    "U5rHp3woLWXfxPR1/qYfIuu+fDz7ukKoYY9Dk0mqs41k+PUgq3adKYvF2JQj3W38uc7Ep/0qrd4ddXxLw1L71TMEE8Kz+lNun64z"
    "3FQgWqJ9LeGHXiKjyZG5M9+KXLreKvh34uy8Kl0ph+FlTQqp1jzT+XP7i1/42TOTstcYT9C7v6Rk0/U7V3bF8odFPJ3KpfdvypzD"
    "k5dMmGF85N7SjbOryn9vqZ7gFT8aNaNRMxo1pEZNCj08IzecbKFHtEwAAI3/XN4="
)


def large_liar() -> bytes:
    """Two kilobytes whose decoder makes 144 million pixels, in 315 MB."""
    return zlib.decompress(b64decode(_LARGE))


def lying(width: int, height: int) -> bytes:
    """A red AVIF of this size that says it is 16x16."""
    data = saved(Image.new("RGB", (width, height), (200, 30, 40)), "AVIF", quality=30, speed=10)
    size = data.index(b"ispe") + 8
    return data[:size] + (16).to_bytes(4, "big") * 2 + data[size + 8 :]
