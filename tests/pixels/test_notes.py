from PIL import Image, PngImagePlugin
from PIL.TiffImagePlugin import IFDRational

from opsin.pixels.decode import check_original, decode_original, decode_thumbnail
from tests.pixels.pictures import exif, quarters, saved


def with_exif(**tags: str) -> bytes:
    return saved(quarters(), "JPEG", exif=exif(**tags))


def test_what_a_camera_writes() -> None:
    block = exif(
        Make="Canon",
        Model="Canon EOS 5D",
        Artist="Zo~~ ^^uk",
        Copyright="(c) 2020 Zo~~",
        Software="darktable",
    )
    detail = block.get_ifd(0x8769)
    detail[0x9003] = "2020:05:01 10:00:00"
    detail[0xA434] = "EF 50mm f/1.4"
    # Pillow writes ASCII only; cameras and programs write UTF-8.
    data = saved(quarters(), "JPEG", exif=block).replace(b"~~", "ë".encode()).replace(b"^^", "Ł".encode())
    notes = check_original(data).notes
    assert set(notes) == {
        "camera: Canon EOS 5D",
        "author: Zoë Łuk",
        "copyright: (c) 2020 Zoë",
        "software: darktable",
        "date: 2020:05:01 10:00:00",
        "lens: EF 50mm f/1.4",
    }


def test_the_maker_is_named_where_the_model_does_not() -> None:
    assert check_original(with_exif(Make="NIKON", Model="D850")).notes == ("camera: NIKON D850",)


def test_a_position_is_told_but_not_which() -> None:
    block = Image.Exif()
    position = block.get_ifd(0x8825)
    position[1], position[2] = "N", (IFDRational(36), IFDRational(37), IFDRational(12))
    notes = check_original(saved(quarters(), "JPEG", exif=block)).notes
    assert notes == ("position: the file says where the picture was taken",)


def test_png_text() -> None:
    text = PngImagePlugin.PngInfo()
    text.add_text("Author", "Ada")
    text.add_itxt("Description", "Вид на залив")
    text.add_text("parameters", "a red panda, Steps: 20")
    text.add_text("unknown key", "left out")
    notes = check_original(saved(quarters(), "PNG", pnginfo=text)).notes
    assert notes == (
        "author: Ada",
        "description: Вид на залив",
        "generation parameters: a red panda, Steps: 20",
    )


def test_comments() -> None:
    assert check_original(saved(quarters(), "JPEG", comment=b"made by hand")).notes == (
        "comment: made by hand",
    )
    assert check_original(saved(quarters(), "GIF", comment=b"made by hand")).notes == (
        "comment: made by hand",
    )


def test_notes_are_cleaned_and_short() -> None:
    (note,) = check_original(
        with_exif(Artist="a~~~b\x07\nc" + "x" * 5_000).replace(b"~~~", "\u202e".encode())
    ).notes
    assert note.startswith("author: ab c")
    assert len(note) < 200


def test_damaged_metadata_gives_no_notes() -> None:
    block = exif(Artist="someone", Copyright="someone").tobytes()
    for cut in range(6, len(block), 5):
        data = saved(quarters(), "JPEG", exif=block[:cut])
        assert check_original(data).width == 120


def test_the_same_is_told_with_the_pixels_but_not_for_thumbnails() -> None:
    data = with_exif(Artist="Ada")
    assert decode_original(data, max_edge=50).facts == check_original(data)
    assert decode_thumbnail(data, (50, 50)).facts.notes == ()
