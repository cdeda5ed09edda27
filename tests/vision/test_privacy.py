import pytest

from opsin.vision.privacy import bare_name, is_cloud_name, is_model_name, remote_of, same_model


@pytest.mark.parametrize(
    "name",
    ["qwen3:cloud", "gpt-oss:20b:cloud", "gpt-oss:20b-cloud", "GPT-OSS:20B-Cloud", "foo:cloud:local", "x:y-cloud:local",
     "localhost:11434/library/foo:cloud", "foo-cloud", "foo:cloud@sha256:abc", " foo:cloud ", "foo: cloud"],
)  # fmt: skip
def test_a_name_of_the_cloud_is_known(name: str) -> None:
    assert is_cloud_name(name)


@pytest.mark.parametrize(
    "name",
    ["qwen3-vl:4b", "my-cloud-model", "cloudy:4b", "cloud:4b", "my-cloud:4b", "hf.co/x/y:Q4_K_M", "x:local"],
)
def test_another_name_is_not(name: str) -> None:
    assert not is_cloud_name(name)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("qwen3-vl", "qwen3-vl:latest", True),
        ("Qwen3-VL:4B", "qwen3-vl:4b", True),
        ("library/llava", "llava:latest", True),
        ("registry.ollama.ai/library/llava", "llava", True),
        ("llava:local", "llava", True),
        ("qwen3-vl:4b", "qwen3-vl:8b", False),
        ("qwen3-vl:4b", "qwen3-vl", False),
        ("localhost:5000/me/llava", "localhost:5000/me/llava:latest", True),
        ("me/llava", "llava", False),
    ],
)
def test_names_of_one_model(one: str, other: str, same: bool) -> None:
    assert same_model(one, other) is same


def test_the_local_suffix_comes_off_once() -> None:
    assert [bare_name(name) for name in ("a:4b:local", "a:LOCAL", "a", "local")] == [
        "a:4b",
        "a",
        "a",
        "local",
    ]


@pytest.mark.parametrize("name", ["", "a b", "a\n", "-x", "ä", "a:clоud", "x" * 300, "a\u200b", "../x\\y"])
def test_what_is_no_name_of_a_model(name: str) -> None:
    assert not is_model_name(name)


def test_another_host_is_found_in_any_form() -> None:
    assert remote_of({}) == ""
    assert remote_of({"remote_host": "", "remote_model": None}) == ""
    assert remote_of({"remote_host": "https://ollama.com:443"}) == "https://ollama.com:443"
    assert remote_of({"remote_model": "x"}) == "x"
    assert remote_of({"remote_host": ["x"]}) != ""
