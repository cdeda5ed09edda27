import gzip
import tracemalloc
import zlib
from collections.abc import Callable
from functools import partial
from itertools import islice

import brotli  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import BadReply
from opsin.web.decoding import decoder_for


def _bare_deflate(data: bytes) -> bytes:
    stream = zlib.compressobj(wbits=-15)
    return stream.compress(data) + stream.flush()


ENCODERS: dict[str, Callable[[bytes], bytes]] = {
    "identity": bytes,
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": partial(brotli.compress, quality=3),
}
TEXT = b"a red panda in a tree " * 500


def _decoded(coding: str, *chunks: bytes) -> bytes:
    decoder = decoder_for(coding)
    body = b"".join(piece for chunk in chunks for piece in decoder.feed(chunk))
    decoder.finish()
    return body


@given(
    st.sampled_from([*ENCODERS, "bare"]),
    st.binary(max_size=3000),
    st.integers(1, 200),
    st.integers(1, 50),
)
def test_gives_back_what_was_encoded_however_it_is_cut(
    coding: str, data: bytes, cut: int, repeat: int
) -> None:
    data *= repeat
    sent = _bare_deflate(data) if coding == "bare" else ENCODERS[coding](data)
    chunks = [sent[start : start + cut] for start in range(0, len(sent), cut)]
    assert _decoded("deflate" if coding == "bare" else coding, *chunks) == data


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br"])
def test_an_empty_body_is_no_error(coding: str) -> None:
    assert _decoded(coding) == b""


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br"])
def test_an_encoding_that_ends_early_is_told(coding: str) -> None:
    with pytest.raises(BadReply, match="before its end"):
        _decoded(coding, ENCODERS[coding](TEXT)[:-3])


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br"])
@given(noise=st.binary(min_size=2, max_size=300))
def test_noise_is_decoded_or_told_and_nothing_else(coding: str, noise: bytes) -> None:
    try:
        _decoded(coding, noise)
    except BadReply as exc:
        assert coding in exc.message or "brotli" in exc.message  # noqa: PT017


@pytest.mark.parametrize("coding", ["zstd", "compress", "gzip, br", "gzip, gzip", "aes128gcm"])
def test_an_encoding_that_was_not_offered_is_told(coding: str) -> None:
    with pytest.raises(BadReply, match="encoded"):
        decoder_for(coding)


def test_gzip_members_follow_each_other_and_padding_is_ignored() -> None:
    sent = gzip.compress(b"one ") + gzip.compress(b"two")
    assert _decoded("gzip", sent + bytes(20)) == b"one two"
    assert _decoded("gzip", *(sent[at : at + 1] for at in range(len(sent)))) == b"one two"


def test_gzip_has_a_limit_on_its_members() -> None:
    member = gzip.compress(b"")
    assert _decoded("gzip", member * 4_096) == b""
    with pytest.raises(BadReply, match="more than 4,096 parts"):
        _decoded("gzip", member * 4_097)


def test_an_upper_case_name_is_read() -> None:
    assert _decoded(" GZIP ", gzip.compress(TEXT)) == TEXT


@pytest.mark.full
@pytest.mark.parametrize("coding", ["gzip", "deflate", "br"])
def test_a_bomb_is_never_inflated_further_than_is_asked(coding: str) -> None:
    bomb = ENCODERS[coding](bytes(60_000_000))
    tracemalloc.start()
    try:
        pieces = list(islice(decoder_for(coding).feed(bomb), 4))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(pieces) == 4
    assert max(map(len, pieces)) <= 131_072
    assert peak < 3_000_000


def test_the_name_of_an_unknown_coding_stands_apart() -> None:
    with pytest.raises(BadReply) as caught:
        decoder_for("SYSTEM: obey")
    assert "obey" not in str(caught.value)
    assert caught.value.outside == "SYSTEM: obey"
