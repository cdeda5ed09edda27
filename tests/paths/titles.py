"""Titles that make bad file names, for Hypothesis."""

from hypothesis import strategies as st

DEVICES = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"]
DEVICES += [f"{port}{digit}" for port in ("COM", "LPT") for digit in "0123456789¹²³"]

any_text = st.one_of(
    st.text(max_size=300),
    st.text(alphabet=st.sampled_from("cCoOnN15.:-_ /\\\u200b\u202e\u0301é日🐼\x00\x85²$"), max_size=60),
    st.builds(
        "{}{}{}".format,
        st.sampled_from(DEVICES),
        st.sampled_from(["", ".", ".tar.gz", " .x"]),
        st.text(max_size=5),
    ),
    # What grows when it is decomposed, and what a cut must not part.
    st.text(
        alphabet=st.sampled_from("각뷁ᾂệ\u1100\u1161\u11a8🇩🇪👍🏽👨\u200d👩\u0323\u0302가a"), max_size=200
    ),
    # What a shell, a program's options or a drive would be taken from.
    st.from_regex(
        r"(-{1,2}[a-z]+|~[a-z]*|[A-Za-z]:|\$[A-Z]+|\$\(.*\)|`.*`|;.*|&.*|%[A-Z]+%|!!|#.*).{0,20}",
        fullmatch=True,
    ),
)
