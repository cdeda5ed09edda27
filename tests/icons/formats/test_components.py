"""Components of React, Vue and Svelte: their text here, their compilers where they are installed."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from opsin.icons.formats.jsx import camel_case, jsx_module
from opsin.icons.formats.svelte import svelte_component
from opsin.icons.formats.vue import vue_component
from tests.icons.formats.bodies import BODIES, CREDIT, RICH, ROCKET

MODULES = Path(
    os.environ.get("OPSIN_NODE_MODULES", "") or Path(__file__).parents[2] / "clients" / "node_modules"
)
PACKAGES = ("acorn", "acorn-jsx", "esbuild", "react", "react-dom", "svelte", "vue")
MISSING = [name for name in PACKAGES if not (MODULES / name).is_dir()]
CHECK = Path(__file__).with_name("compile_components.mjs")


def test_jsx_is_a_module_with_one_component() -> None:
    assert jsx_module("lucide:rocket", ROCKET, credit="Rocket by Ana, ISC") == (
        "/* Rocket by Ana, ISC */\n"
        "export default function LucideRocket(props) {\n"
        "  return (\n"
        '    <svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" {...props}>\n'
        '      <g fill="none" stroke="currentColor" strokeLinecap="round" strokeWidth="2">'
        '<path d="M12 15v5s3-1 4-2c1-2 0-5 0-5" /></g>\n'
        "    </svg>\n"
        "  );\n"
        "}\n"
    )


def test_jsx_has_styles_as_objects_and_no_hyphens() -> None:
    text = jsx_module("a:b", RICH, color="teal")
    assert 'style={{ maskType: "alpha" }}' in text
    assert 'style={{ maskType: "luminance" }}' in text
    assert 'style={{ transformOrigin: "12px 12px" }}' in text
    assert 'vectorEffect="non-scaling-stroke" paintOrder="stroke fill"' in text
    assert 'stopColor="teal"' in text
    assert "currentColor" not in text


@pytest.mark.parametrize(
    ("name", "camel"),
    [
        ("stroke-width", "strokeWidth"),
        ("color-interpolation-filters", "colorInterpolationFilters"),
        ("x1", "x1"),
    ],
)
def test_names_are_spelt_as_react_has_them(name: str, camel: str) -> None:
    assert camel_case(name) == camel


def test_vue_is_a_template_and_a_name() -> None:
    text = vue_component("lucide:rocket", ROCKET, credit="Rocket by Ana, ISC")
    assert text.startswith("<!-- Rocket by Ana, ISC -->\n<template>\n  <svg xmlns=")
    assert 'export default { name: "LucideRocket" };' in text


def test_svelte_passes_attributes_on() -> None:
    text = svelte_component("lucide:rocket", ROCKET, size=32)
    assert text.startswith(
        '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 24 24" {...'
    )


@pytest.mark.full
@pytest.mark.clients
@pytest.mark.skipif(bool(MISSING), reason=f"not installed in OPSIN_NODE_MODULES: {', '.join(MISSING)}")
def test_the_compilers_take_all_of_them(tmp_path: Path) -> None:
    node = os.environ.get("OPSIN_NODE") or shutil.which("node")
    assert node
    for place, (icon_id, body) in enumerate(BODIES.items()):
        for ending, text in (
            ("jsx", jsx_module(icon_id, body, credit=CREDIT)),
            ("vue", vue_component(icon_id, body, credit=CREDIT)),
            ("svelte", svelte_component(icon_id, body, credit=CREDIT)),
        ):
            (tmp_path / f"{place}.{ending}").write_text(text, encoding="utf-8")
    ended = subprocess.run(
        [node, CHECK, MODULES, tmp_path], capture_output=True, text=True, timeout=110, check=False
    )
    assert ended.returncode == 0, ended.stderr
    told = json.loads(ended.stdout)
    assert told["compiled"] == 3 * len(BODIES)
    assert told["complaints"] == []
    for html in told["html"]:
        assert html.startswith("<svg")
        assert 'class="passed"' in html
        assert "stroke-width" in html or "vector-effect" in html
