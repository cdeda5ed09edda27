"""Reads sixels back into a picture, by the manual and not by our encoder."""

import re

from PIL import Image

_TOKEN = re.compile(rb"#(\d+)(?:;2;(\d+);(\d+);(\d+))?|!(\d+)([?-~])|([?-~])|(\$)|(-)")


def read_sixel(data: bytes) -> Image.Image:
    found = re.fullmatch(rb'\x1bP0;1;0q"1;1;(\d+);(\d+)(.*)\x1b\\\n', data, re.DOTALL)
    assert found is not None
    width, height = int(found[1]), int(found[2])
    picture = Image.new("RGB", (width, height), (255, 0, 255))
    colours: dict[int, tuple[int, int, int]] = {}
    x = y = colour = end = 0
    for token in _TOKEN.finditer(found[3]):
        assert token.start() == end
        end = token.end()
        if token[2]:
            red, green, blue = (round(int(part) * 255 / 100) for part in token.groups()[1:4])
            colours[int(token[1])] = (red, green, blue)
        elif token[1]:
            colour = int(token[1])
        elif token[8]:
            x = 0
        elif token[9]:
            x, y = 0, y + 6
        else:
            dots = (token[6] or token[7])[0] - 63
            length = int(token[5] or 1)
            for column in range(x, x + length):
                for bit in range(6):
                    if dots >> bit & 1:
                        picture.putpixel((column, y + bit), colours[colour])
            x += length
    assert end == len(found[3])
    return picture
