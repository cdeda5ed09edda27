"""Secrets that were read from a picture, and all that only looks like one."""

import random
import string
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.vision.card_numbers import card_numbers
from opsin.vision.secrets import mask, mask_lines

_RANDOM = random.Random(7)
ALNUM = string.ascii_letters + string.digits
URL = ALNUM + "_-"


def some(letters: str, count: int) -> str:
    """Letters by chance, with a digit and a letter of either case among them, so that it is what such a token is."""
    return "".join(_RANDOM.choice(letters) for _ in range(count - 6)) + "a7Qz3B"


def lower(count: int) -> str:
    return "".join(_RANDOM.choice("0123456789abcdef") for _ in range(count - 3)) + "a7c"


# In two pieces, so that no scanner of repositories takes it for a real one.
AWS_ID = "AKIA" + "Q7ZXW4KLM2N8PT3R"

TOKENS = {
    f"ghp_{some(ALNUM, 36)}": "GitHub token",
    f"gho_{some(ALNUM, 36)}": "GitHub token",
    f"github_pat_{some(ALNUM, 22)}_{some(ALNUM, 59)}": "GitHub fine-grained token",
    f"glpat-{some(URL, 20)}": "GitLab token",
    f"xoxb-123456789012-1234567890123-{some(ALNUM, 24)}": "Slack token",
    f"https://hooks.slack.com/services/T0AB12CD3/B0EF45GH6/{some(ALNUM, 24)}": "Slack webhook",
    f"AIza{some(URL, 35)}": "Google API key",
    f"sk-proj-{some(URL, 60)}": "OpenAI API key",
    f"sk-ant-api03-{some(URL, 90)}": "Anthropic API key",
    f"sk-{some(ALNUM, 48)}": "API key (sk-)",
    f"sk_live_{some(ALNUM, 24)}": "Stripe key",
    f"npm_{some(ALNUM, 36)}": "npm token",
    f"pypi-AgEIcHlwaS5vcmc{some(URL, 120)}": "PyPI token",
    f"hf_{some(ALNUM, 34)}": "Hugging Face token",
    f"shpat_{lower(32)}": "Shopify token",
    f"SG.{some(URL, 22)}.{some(URL, 43)}": "SendGrid key",
    f"123456789:AA{some(URL, 33)}": "Telegram bot token",
    AWS_ID: "AWS access key id",
    f"eyJhbGciOiJIUzI1NiJ9.eyJ{some(URL, 40)}.{some(URL, 43)}": "JSON web token",
    f"AccountKey={some(ALNUM, 86)}==": "Azure storage key",
    f"GOCSPX-{some(URL, 28)}": "Google client secret",
}

PEM = [
    "-----BEGIN RSA PRIVATE KEY-----",
    *(some(ALNUM + "+/", 64) for _ in range(4)),
    f"{some(ALNUM, 30)}==",
    "-----END RSA PRIVATE KEY-----",
]

LEFT_ALONE = [
    "commit 3f786850e387550fdab836ed7e6dc881de23001b",
    "da39a3ee5e6b4b0d3255bfef95601890afd80709  README.md",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "id: 550e8400-e29b-41d4-a716-446655440000",
    "v1.2.3-rc.4+build.5678, torch==2.9.1+cu128, node v22.11.0",
    "+49 30 1234 5678, (555) 867-5309, 0212 555 12 34, +1-202-555-0143",
    "IBAN DE89 3704 0044 0532 0130 00",
    "order 4111111111111111, invoice 4012888888881881, tracking 5500005555555559",
    "2026-12-01T00:11:22.333Z 1796083956 1796083956123",
    "IMG_20261201_120000_1234567890123456.jpg Screenshot 2026-12-01 at 10.11.12.png",
    "1234 5678 9012 3456 is no card's number, nor is 4111 1111 1111 1112",
    "the sk-folding-cube-3-animation-wrapper class and task-list-item-12345-abc",
    "password: required", "Password must have 8 characters and 1 digit.", "password = getpass()",
    "token = request.headers.get('X-Token1')", "max_tokens: 4096", "secret: db-credentials-v1", "password: ********",
    "api_key=YOUR_API_KEY_1", "API_KEY=${API_KEY_2026}", "token: <your-token-1>", 'secret_name = "projects/p1"',
    "password: correct", "tokenizer: cl100k_base", "token count: 12345678", "csrf_token: None",
    "Bearer of bad news, the bearer token authentication scheme",
    "http://127.0.0.1:8080/v1 and git@github.com:octocat/hello-world.git",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO",
    "[set up the credentials]: https://github.com/nodejs/node-core-utils#setting-up-credentials-2",
    "-----BEGIN CERTIFICATE-----", "-----BEGIN PUBLIC KEY-----", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGk9",
    "The quick brown fox jumps over the lazy dog; then it went home to its private key collection.",
    "Das Passwort: bitte mindestens acht Zeichen, davon eine Ziffer und ein Sonderzeichen.",
    "Le mot de passe : au moins huit caractères, dont un chiffre.", "Contraseña: obligatoria",
    "Şifre: en az sekiz karakter olmalıdır, parola: boş bırakılamaz", "密码：至少八个字符", "パスワード：八文字以上",
    "ISBN 978-3-16-148410-0, EAN 4006381333931, VAT DE123456789",
    "E = mc^2, 3.14159265358979323846, 0x7fff5bae1ff0, 00:1A:2B:3C:4D:5E",
    "/usr/lib/python3.11/site-packages/opsin/vision/engines/openai_compatible.py:123",
]  # fmt: skip


@pytest.mark.parametrize("frame", ["{}", "see {} there", 'export KEY="{}";', "({})", "{},"])
def test_a_token_is_masked_with_its_kind_and_nothing_else_is(frame: str) -> None:
    before, after = frame.split("{}")
    for token, kind in TOKENS.items():
        masked, count = mask(frame.format(token))
        assert count == 1, token
        assert token[-12:] not in masked
        assert masked.startswith(before)
        assert masked.endswith(after)
        assert f"[masked: {kind}]" in masked


def test_what_only_looks_like_a_secret_stays() -> None:
    for line in LEFT_ALONE:
        assert mask(line) == (line, 0)


def test_letters_in_the_middle_of_a_word_are_no_sign() -> None:
    word = f"iVBORw0KGgoAIza{some(ALNUM, 35)}"
    assert mask(word) == (word, 0)


def test_all_of_it_together_stays() -> None:
    assert mask_lines(LEFT_ALONE) == (tuple(LEFT_ALONE), 0)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("password: Tr0ub4dor&3x", "password: [masked: secret value]"),
        ('"client_secret": "aB3dE5fG7hJ9kL1m"', '"client_secret": "[masked: secret value]"'),
        ("dbPassword='Zx9kk21ppQ'", "dbPassword='[masked: secret value]'"),
        ("AUTH_TOKEN=aB3dE5fG7hJ9", "AUTH_TOKEN=[masked: secret value]"),
        ("Passwort: Xy7Zq9Wv2", "Passwort: [masked: secret value]"),
        ("şifre: Xy7Zq9Wv2", "şifre: [masked: secret value]"),
        ("密码：Xy7Zq9Wv2", "密码：[masked: secret value]"),
        ("tool --password Xy7Zq9Wv2 go", "tool --password [masked: secret value] go"),
        ("?api_key=aB3dE5fG7hJ9&page=2", "?api_key=[masked: secret value]"),
        ("Authorization: Bearer aB3dE5fG7hJ9kL1mN", "Authorization: Bearer [masked: bearer token]"),
        ("Authorization: Basic dXNlcjpwYXNzd29yZA==", "Authorization: Basic [masked: authorization header]"),
        ("postgres://app:s3cr3tX@db:5432/x", "postgres://app:[masked: password in an address]@db:5432/x"),
    ],
)  # fmt: skip
def test_what_stands_behind_a_name_is_masked(line: str, expected: str) -> None:
    masked, count = mask(line)
    assert count == 1
    assert masked.startswith(expected)


def test_a_private_key_is_masked_line_by_line_and_is_one_secret() -> None:
    lines = ["$ cat id_rsa", *PEM, "$ ls"]
    masked, count = mask_lines(lines)
    assert count == 1
    assert masked == ("$ cat id_rsa", *["[masked: private key]"] * len(PEM), "$ ls")
    assert mask("\n".join(lines)) == ("\n".join(masked), 1)


def test_a_private_key_whose_end_is_not_in_the_picture_ends_with_its_letters() -> None:
    masked, count = mask_lines([*PEM[:-1], "", "Then the terminal goes on."])
    assert count == 1
    assert masked[-2:] == ("", "Then the terminal goes on.")
    assert set(masked[:-2]) == {"[masked: private key]"}


def test_a_private_key_in_a_line_of_json_is_masked() -> None:
    line = '{"private_key": "' + "\\n".join(PEM) + '\\n", "client_email": "a@b.example"}'
    masked, count = mask(line)
    assert count == 1
    assert "client_email" in masked
    assert all(part not in masked for part in PEM[1:-1])


def test_dashes_that_were_misread_do_not_save_a_private_key() -> None:
    masked, count = mask_lines(["—BEGIN OPENSSH PRIVATE KEY—", *PEM[1:-1], "--END OPENSSH PRIVATE KEY--"])
    assert count == 1
    assert set(masked) == {"[masked: private key]"}


def test_the_secret_beside_an_aws_key_is_masked_and_a_hash_there_is_not() -> None:
    secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzEXAMPL3KE"
    digest = "da39a3ee5e6b4b0d3255bfef95601890afd80709"
    masked, count = mask_lines([AWS_ID, secret, digest])
    assert count == 2
    assert masked[1:] == ("[masked: AWS secret access key]", digest)
    assert mask(f"sum {secret}") == (f"sum {secret}", 0)


@pytest.mark.parametrize("cut", [5, 12, 25, 35])
def test_a_token_that_goes_on_in_the_next_line_is_masked_in_both(cut: int) -> None:
    token = f"glpat-{some(ALNUM, 24)}{some(ALNUM, 24)}"
    first = f"the long line of the terminal that holds it ends here {token[:cut]}"
    masked, _ = mask_lines([first, token[cut:], "and that was it"])
    assert token[cut : cut + 8] not in "".join(masked)
    assert token[-8:] not in "".join(masked)
    assert masked[2] == "and that was it"


def test_a_long_token_over_many_lines_is_one_secret() -> None:
    token = f"eyJhbGciOiJIUzI1NiJ9.eyJ{some(URL, 300)}.{some(URL, 43)}".replace("-", "x")
    lines = [token[start : start + 80] for start in range(0, len(token), 80)]
    masked, count = mask_lines(lines)
    assert set(masked) == {"[masked: JSON web token]"}
    assert count == 1


def test_a_whole_token_at_the_end_of_a_line_takes_nothing_from_the_next_one() -> None:
    lines = [
        f"{'remote token in use for pushing to it: '}ghp_{some(ALNUM, 36)}",
        "3f786850e387550fdab836ed7e6dc881de23001b",
    ]
    assert mask_lines(lines)[0][1] == lines[1]


@pytest.mark.parametrize("token", ["ghp_ {} {}", "ghp {}{}", "ghp_{} {}"])
def test_blanks_that_text_recognition_puts_into_a_token_do_not_save_it(token: str) -> None:
    one, two = some(ALNUM, 18), some(ALNUM, 18)
    masked, count = mask(f"key {token.format(one, two)} is in use")
    assert (masked, count) == ("key [masked: GitHub token] is in use", 1)


@pytest.mark.parametrize(
    "line",
    [
        "4111 1111 1111 1111", "5500-0055-5555-5559", "3782 822463 10005", "6011 1111 1111 1117", "3530 1113 3330 0000",
        "4l11 1111 1111 11I1", "41l1  1111  1111  1111", "card no. 4111111111111111", "Visa 4012888888881881",
        "4111111111111111 09/27", "Kartennummer: 5500005555555559", "卡号 6212345678901232",
    ],
)  # fmt: skip
def test_a_cards_number_is_masked_but_for_its_last_digits(line: str) -> None:
    masked, count = mask(line)
    assert count == 1
    assert "[masked: card number ending " in masked
    assert not any(group in masked for group in ("1111 1111", "41111111", "0055-5555"))


def test_a_word_on_the_line_above_is_enough_for_a_cards_number() -> None:
    masked, count = mask_lines(["Card number", "4111111111111111"])
    assert (masked[1], count) == ("[masked: card number ending 1111]", 1)


def test_numbers_of_other_lengths_and_other_first_digits_are_no_cards() -> None:
    for line in (
        "9999 9999 9999 9995",
        "0000 0000 0000 0000",
        "1234 5678 9012 3452",
        "card 41111111111111111111",
    ):
        assert card_numbers(line, near=True) == []


_PROSE = st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=60)


@given(_PROSE, st.sampled_from(sorted(TOKENS)), _PROSE)
def test_no_token_gets_through_whatever_stands_around_it(before: str, token: str, after: str) -> None:
    masked, count = mask(f"{before} {token} {after}")
    assert count >= 1
    assert token not in masked
    assert token[-12:] not in masked


@given(st.lists(_PROSE, max_size=8))
def test_lines_keep_their_number_and_a_second_time_changes_nothing(lines: list[str]) -> None:
    masked, count = mask_lines(lines)
    assert len(masked) == len(lines)
    assert mask_lines(masked) == (masked, 0)
    if count == 0:
        assert masked == tuple(lines)


@given(st.sampled_from(sorted(TOKENS)), st.sampled_from(["{}", "key={}", "Bearer {}"]))
def test_a_masked_token_is_not_masked_again(token: str, frame: str) -> None:
    masked, _ = mask(frame.format(token))
    assert mask(masked) == (masked, 0)


@given(st.lists(st.sampled_from([*PEM, "", "$ ls", "prose goes on here"]), max_size=14))
def test_lines_of_keys_in_any_order_end_nothing(lines: list[str]) -> None:
    masked, _ = mask_lines(lines)
    assert len(masked) == len(lines)
    assert "$ ls" not in lines or "$ ls" in masked or PEM[-1] in lines


@pytest.mark.full
@pytest.mark.parametrize(
    "piece",
    [
        "a", "1", "-", "eyJ", "eyJaaaaaaaaaa.", "-----BEGIN PRIVATE KEY-----", "token token=:", "4111 ", "ghp_ ", "sk-a1-",
        "https://", "a.b-c_", "bearer ", "password", "secret = a", "AKIA", "xoxb-", "[masked: ", "1 2 3 4 ", "=", "\\n",
        "://a:b", "ab c\n", "-----BEGIN PRIVATE KEY-----\nx\n", "AIza\n", "Private-Lines: 200\n",
    ],
)  # fmt: skip
def test_a_lot_of_anything_takes_seconds(piece: str) -> None:
    text = piece * (300_000 // len(piece))
    began = time.process_time()
    mask(text)
    assert time.process_time() - began < 15
