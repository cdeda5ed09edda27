from opsin import __version__
from opsin.web.user_agent import user_agent


def test_names_the_version_and_the_contact() -> None:
    assert user_agent("me@example.org") == f"opsin/{__version__} (me@example.org)"
    assert user_agent().startswith(f"opsin/{__version__} (")


def test_contact_cannot_break_the_header() -> None:
    assert user_agent("a\r\nEvil: 1 (é)") == f"opsin/{__version__} (aEvil: 1)"
