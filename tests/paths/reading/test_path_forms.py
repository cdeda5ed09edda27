"""Paths in all the forms in which people and models write them."""

import pytest

from opsin.paths.reading.forms import Form
from opsin.paths.reading.refused import ReadRefused, Reason
from opsin.paths.reading.system import System, this_system
from tests.paths.reading.written import form, path


def refusal(text: str, system: System = System.LINUX) -> ReadRefused:
    with pytest.raises(ReadRefused) as caught:
        form(text, system)
    return caught.value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/a/b.png", "/a/b.png"),
        ("shots/b.png", "shots/b.png"),
        ("./b.png", "./b.png"),
        ("  /a/b.png\n", "/a/b.png"),
        ('"/a/b c.png"', "/a/b c.png"),
        ("'/a/b.png'", "/a/b.png"),
        ("`/a/b.png`", "/a/b.png"),
        ("`'/a/b.png'`", "/a/b.png"),
        ("\u201c/a/b.png\u201d", "/a/b.png"),
        ("</a/b.png>", "/a/b.png"),
        ("\u202a/a/b.png\u202c", "/a/b.png"),
        ("\ufeff/a/b.png", "/a/b.png"),
        ("~/b.png", "/home/ada/b.png"),
        ("~", "/home/ada"),
        ("~b.png", "~b.png"),
        ("~eve/b.png", "~eve/b.png"),
        ("$HOME/b.png", "/home/ada/b.png"),
        ("${HOME}/b.png", "/home/ada/b.png"),
        ("$HOMELY/b.png", "$HOMELY/b.png"),
        ("$SECRET/b.png", "$SECRET/b.png"),
        ("/a/My\\ Shot\\ \\(1\\).png", "/a/My Shot (1).png"),
        ("/a/it's.png", "/a/it's.png"),
        ("/a/\u202fPM.png", "/a/\u202fPM.png"),
        ("file:///a/b%20c.png", "/a/b c.png"),
        ("file://localhost/a/b.png", "/a/b.png"),
        ("file:/a/b.png", "/a/b.png"),
        ("FILE:///a/b.png", "/a/b.png"),
        ("file:b.png", "b.png"),
        ("file://./b.png", "./b.png"),
        ("file:///a/b#1?.png", "/a/b#1?.png"),
        ("file:///a/%C3%A9.png", "/a/é.png"),
        ("file:///a/%FF.png", "/a/\udcff.png"),
        ("file:///a%5C%20b.png", "/a\\ b.png"),
        ("`file:///a/b.png`", "/a/b.png"),
        ("10:30.png", "10:30.png"),
    ],
)
def test_a_path_of_this_system(text: str, expected: str) -> None:
    assert path(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("C:\\Users\\ada\\b.png", "/mnt/c/Users/ada/b.png"),
        ("c:/Users/ada/b.png", "/mnt/c/Users/ada/b.png"),
        ('"C:\\Users\\ada\\My Shot.png"', "/mnt/c/Users/ada/My Shot.png"),
        ("\\\\?\\C:\\b.png", "/mnt/c/b.png"),
        ("\\\\wsl$\\Debian\\home\\ada\\b.png", "/home/ada/b.png"),
        ("\\\\wsl.localhost\\debian\\home\\ada\\b.png", "/home/ada/b.png"),
        ("//wsl.localhost/Debian/home/ada/b.png", "/home/ada/b.png"),
        ("\\\\?\\UNC\\wsl.localhost\\Debian\\b.png", "/b.png"),
        ("\\\\wsl$\\Debian", "/"),
        ("file:///C:/Users/ada/b.png", "/mnt/c/Users/ada/b.png"),
        ("file:///C%3A/b.png", "/mnt/c/b.png"),
        ("file:///C|/b.png", "/mnt/c/b.png"),
        ("file://C:/b.png", "/mnt/c/b.png"),
        ("file:\\\\\\C:\\b.png", "/mnt/c/b.png"),
        ("file://wsl.localhost/Debian/home/b.png", "/home/b.png"),
        ("file://wsl%24/Debian/home/b.png", "/home/b.png"),
        ("shots\\b.png", "shots/b.png"),
        ("/home/ada/My\\ Shot.png", "/home/ada/My Shot.png"),
        ("/mnt/c/b.png", "/mnt/c/b.png"),
        ("~/b.png", "/home/ada/b.png"),
    ],
)
def test_a_path_of_windows_under_wsl(text: str, expected: str) -> None:
    assert path(text, System.WSL) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("C:\\b.png", "C:\\b.png"),
        ("C:/shots/b.png", "C:\\shots\\b.png"),
        ("c:", "c:\\"),
        ("/mnt/d/b.png", "D:\\b.png"),
        ("/cygdrive/d/b.png", "D:\\b.png"),
        ("/d/b.png", "D:\\b.png"),
        ("/data/b.png", "\\data\\b.png"),
        ("file:///C:/My%20Shot.png", "C:\\My Shot.png"),
        ("file://server/share/b.png", "\\\\server\\share\\b.png"),
        ("file:////server/share/b.png", "\\\\server\\share\\b.png"),
        ("\\\\?\\C:\\b.png", "C:\\b.png"),
        ("\\\\?\\UNC\\server\\share\\b.png", "\\\\server\\share\\b.png"),
        ("\\\\wsl$\\Debian\\b.png", "\\\\wsl$\\Debian\\b.png"),
        ("~\\b.png", "C:\\Users\\ada\\b.png"),
        ("%USERPROFILE%\\b.png", "C:\\Users\\ada\\b.png"),
        ("%userprofile%/b.png", "C:\\Users\\ada\\b.png"),
        ("$env:USERPROFILE\\b.png", "C:\\Users\\ada\\b.png"),
        ("shots/b.png", "shots\\b.png"),
    ],
)
def test_a_path_on_windows(text: str, expected: str) -> None:
    assert path(text, System.WINDOWS) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("latest", Form("", newest=True)),
        ("`Latest`", Form("", newest=True)),
        ("latest:", Form("", newest=True)),
        ("latest:~/Desktop", Form("/home/ada/Desktop", newest=True)),
        ('latest: "/a/b c"', Form("/a/b c", newest=True)),
        ("latest:file:///a", Form("/a", newest=True)),
        ("latest.png", Form("latest.png")),
        ("./latest", Form("./latest")),
        ("/a/latest", Form("/a/latest")),
    ],
)
def test_latest(text: str, expected: Form) -> None:
    assert form(text) == expected


@pytest.mark.parametrize(
    "text", ["", "  ", '""', "``", "\u202a", "file:", "file:///a%00b", "a\0b", "/a\nb", "\ud800"]
)
@pytest.mark.parametrize("system", list(System))
def test_what_is_no_path(text: str, system: System) -> None:
    assert refusal(text, system).reason is Reason.INVALID_PATH


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("https://example.org/a.png", "address of the web"),
        ("HTTP://example.org", "address of the web"),
        ("data:image/png;base64,iVBORw0KGgo=", "written out as text"),
        ("blob:https://x/1", "written out as text"),
        ("s3://bucket/a.png", "an address"),
        ("vscode-remote://wsl/a.png", "an address"),
        ("C:\\a.png", "one of Windows"),
        ("c:/a.png", "one of Windows"),
        ("\\\\server\\a.png", "one of Windows"),
        ("file://server/share/a.png", "names another machine"),
        ("file://home/ada/a.png", "names another machine"),
        ("file://a b/c", "host is none"),
        ("/" + "x" * 5_000, "characters"),
    ],
)
def test_what_is_refused_is_told(text: str, word: str) -> None:
    refused = refusal(text)
    assert refused.reason is Reason.INVALID_PATH
    assert word in refused.message
    assert len(refused.message) < 500
    assert refused.hint


@pytest.mark.parametrize(
    "text",
    ["C:a.png", "a.png:stream", "C:\\a.png:stream", "\\\\.\\PhysicalDrive0", "\\\\?\\Volume{1}\\a.png"],
)
def test_streams_and_volumes_of_windows_are_refused(text: str) -> None:
    assert refusal(text, System.WINDOWS).reason is Reason.INVALID_PATH


@pytest.mark.parametrize("text", ["CON", "C:\\shots\\nul.png", "C:/aux/b.png"])
def test_devices_of_windows_are_no_files(text: str) -> None:
    assert refusal(text, System.WINDOWS).reason is Reason.NOT_A_FILE


@pytest.mark.parametrize(
    "text", ["\\\\wsl$\\Ubuntu\\a.png", "\\\\server\\share\\a.png", "file://server/a.png"]
)
def test_other_machines_are_refused_under_wsl(text: str) -> None:
    assert refusal(text, System.WSL).reason is Reason.INVALID_PATH


def test_a_data_url_is_not_repeated() -> None:
    assert "AAAA" * 20 not in refusal("data:image/png;base64," + "A" * 100_000).message


def test_which_system_it_is() -> None:
    assert this_system("win32", {}) is System.WINDOWS
    assert this_system("darwin", {}) is System.MACOS
    assert this_system("linux", {"WSL_DISTRO_NAME": "Debian"}) is System.WSL
