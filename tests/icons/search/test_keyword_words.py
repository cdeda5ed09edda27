from opsin.icons.search.keyword_words import KeywordWords, words_of_keyword


def texts(words: KeywordWords) -> list[str]:
    return [word.text for word in words.content]


def test_words_without_content_go_where_there_are_others() -> None:
    assert texts(words_of_keyword("an icon for the Rocket")) == ["rocket"]
    assert texts(words_of_keyword("can't be found")) == ["found"]
    assert texts(words_of_keyword("the")) == ["the"]


def test_words_of_everyday_speech_say_little_beside_others() -> None:
    weights = {word.text: word.weight for word in words_of_keyword("take the new photo").content}
    assert weights["take"] == weights["new"] < weights["photo"] == 1.0


def test_in_a_short_keyword_every_word_counts() -> None:
    assert [word.weight for word in words_of_keyword("arrow up").content] == [1.0, 1.0]
    assert [word.weight for word in words_of_keyword("get out of here").content] == [1.0, 1.0]
    assert words_of_keyword("get out").is_light
    assert not words_of_keyword("arrow up").is_light


def test_places_are_those_among_all_words() -> None:
    assert [(word.text, word.place) for word in words_of_keyword("undo what I did").content] == [
        ("undo", 0),
        ("what", 1),
    ]


def test_signs_are_called_by_their_names() -> None:
    assert words_of_keyword("→").all == ("arrow", "right")
    assert words_of_keyword("🚀").all == ("rocket",)
    assert words_of_keyword("🚀 launch").all == ("launch",)
    assert words_of_keyword("\ue000").all == ()
