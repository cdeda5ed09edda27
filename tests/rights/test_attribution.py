from opsin.rights.attribution import (
    Work,
    attribution,
    attribution_html,
    attribution_markdown,
    attribution_text,
)
from opsin.rights.flickr import flickr_licence
from opsin.rights.licence import UNKNOWN
from opsin.rights.openverse import openverse_licence
from opsin.rights.platforms import platform_licence
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


def test_the_three_forms_say_the_same() -> None:
    work = Work(
        BY_SA,
        title="Red <panda>",
        author="Ana Lima",
        author_url="https://a.example/ana",
        source="Wikimedia Commons",
        page="https://c.example/File:Red",
        changes="resized by the provider",
    )
    assert attribution_text(work).endswith(
        " licensed under CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/)."
        " Changes: resized by the provider."
    )
    assert attribution_markdown(work) == (
        r"“Red \<panda\>” by [Ana Lima](https://a.example/ana), via [Wikimedia Commons](https://c.example/File:Red), "
        "licensed under [CC BY-SA 4.0](https://creativecommons.org/licenses/by-sa/4.0/)."
        " Changes: resized by the provider."
    )
    assert attribution_html(work) == (
        '“Red &lt;panda&gt;” by <a href="https://a.example/ana">Ana Lima</a>, '
        'via <a href="https://c.example/File:Red">Wikimedia Commons</a>, '
        'licensed under <a href="https://creativecommons.org/licenses/by-sa/4.0/">CC BY-SA 4.0</a>.'
        " Changes: resized by the provider."
    )


def test_addresses_that_may_not_be_linked_are_left_out_of_every_form() -> None:
    work = Work(BY_SA, title="x", author="Ana", author_url="javascript:alert(1)", page="data:text/html,x")
    for line in (attribution_text(work), attribution_markdown(work), attribution_html(work)):
        assert line.startswith("“x” by Ana, licensed under ")
        assert "javascript" not in line
        assert "data:" not in line


def test_a_ready_line_gets_links_where_it_names_licence_and_page() -> None:
    url = BY_SA.url
    work = Work(BY_SA, ready=f"Ana, CC BY-SA 4.0, {url}, https://p.example/1", page="https://p.example/1")
    assert attribution_html(work) == (
        f'Ana, <a href="{url}">CC BY-SA 4.0</a>, <a href="{url}">{url}</a>, '
        '<a href="https://p.example/1">https://p.example/1</a>'
    )
    assert attribution_text(work) == work.ready


def test_a_ready_line_of_another_licence_does_not_stand_for_this_one() -> None:
    by = openverse_licence("by", "2.0")
    line = attribution(by, ready="Ana, CC BY-NC 2.0, https://p.example/12", page="https://p.example/1")
    assert line == (
        "Ana, CC BY-NC 2.0, https://p.example/12"
        " | licensed under CC BY 2.0 (https://creativecommons.org/licenses/by/2.0/) | via https://p.example/1"
    )


def test_each_kind_of_licence_has_its_words() -> None:
    assert "under the Pexels licence (" in attribution(platform_licence("pexels"))
    assert attribution(flickr_licence("0")) == "Picture by Unknown author, All rights reserved."
    assert "rights statement: No known restrictions (" in attribution(flickr_licence("7"))
    assert ", US Government work (" in attribution(flickr_licence("8"))
