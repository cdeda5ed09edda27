"""Variables that look like settings and are none."""

from opsin.cli.doctor_variables import check_variables
from opsin.cli.findings import Level
from opsin.setting_table import TABLE


def test_a_mistyped_variable_is_warned_of_with_the_nearest_name() -> None:
    canvas, foo, older = check_variables({"OPSIN_FOO": "1", "OPSIN_CANVS": "800", "opsin_region": "de-de"})
    assert (canvas.level, canvas.what) == (Level.WARN, "settings")
    assert canvas.told.startswith("OPSIN_CANVS is set")
    assert canvas.hint == "Did you mean OPSIN_CANVAS?"
    assert (foo.told.split()[0], foo.hint) == ("OPSIN_FOO", "`opsin settings` lists every setting.")
    assert older.hint == "Did you mean OPSIN_REGION?"


def test_an_older_name_can_be_mistyped_too() -> None:
    (finding,) = check_variables({"IMAGE_MCP_OUTPUT_DIRS": "x"})
    assert finding.hint == "Did you mean IMAGE_MCP_OUTPUT_DIR?"


def test_known_names_and_those_of_the_tests_are_let_be() -> None:
    names = [name for row in TABLE for name in (row.name, *row.older)]
    names += ["OPSIN_CONFIG", "OPSIN_CAPTURED_ANSWERS", "OPSIN_NODE", "OPSIN_NODE_MODULES", "OPSIN_BENCH_X"]
    assert check_variables(dict.fromkeys([*names, "PATH", "CANVAS"], "x")) == []


def test_an_empty_variable_counts_as_unset() -> None:
    assert check_variables({"OPSIN_FOO": " "}) == []


def test_a_name_steers_no_terminal() -> None:
    (finding,) = check_variables({"OPSIN_\x1b[2J": "1"})
    assert "\x1b" not in finding.told
