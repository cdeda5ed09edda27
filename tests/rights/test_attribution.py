from opsin.rights.attribution import attribution
from opsin.rights.licence import UNKNOWN
from opsin.rights.openverse import openverse_licence
from opsin.rights.wikimedia import wikimedia_licence

BY_SA = openverse_licence("by-sa", "4.0")


def test_title_author_source_licence() -> None:
    line = attribution(
        BY_SA,
        title="Red panda",
        author="Ana Lima",
        author_url="https://a.example/ana",
        source="Wikimedia Commons",
        page="https://c.example/File:Red",
    )
    assert line == (
        "“Red panda” by Ana Lima (https://a.example/ana), via Wikimedia Commons (https://c.example/File:Red),"
        " licensed under CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/)."
    )


def test_what_is_missing_is_said_or_left_out() -> None:
    assert attribution(UNKNOWN) == "Picture by Unknown author, licence unknown."
    assert attribution(UNKNOWN, page="https://p.example/") == (
        "Picture by Unknown author, via https://p.example/, licence unknown."
    )


def test_a_dedication_is_marked_not_licensed() -> None:
    assert "marked with CC0 1.0 (" in attribution(openverse_licence("cc0", "1.0"))
    assert attribution(wikimedia_licence({"License": "pd"})) == "Picture by Unknown author, Public domain."


def test_other_terms_are_named_as_terms() -> None:
    assert "terms: FAL" in attribution(wikimedia_licence({"LicenseShortName": "FAL"}))


def test_a_ready_line_is_kept_and_completed() -> None:
    line = attribution(BY_SA, title="ignored", ready="Photo: A. Lima / Studio", page="https://p.example/1")
    assert line == (
        "Photo: A. Lima / Studio | licensed under CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/)"
        " | via https://p.example/1"
    )


def test_a_ready_line_that_names_all_is_left_alone() -> None:
    ready = '"Red" by Ana is licensed under CC BY-SA 4.0. See https://p.example/1.'
    assert attribution(BY_SA, ready=ready, page="https://p.example/1") == ready


def test_the_line_is_one_clean_line() -> None:
    line = attribution(BY_SA, title="a\nb\u202ec", author="x\x00y\r\nz", ready="")
    assert line.startswith("“a bc” by xy z,")
