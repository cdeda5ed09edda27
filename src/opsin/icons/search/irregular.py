"""Forms of English words that no stemmer reduces: "slept" is of "sleep", "mice" are of "mouse".

Left out are forms that are words of their own, and usual ones in names of icons: "left", "found", "saw", "led",
"leaves", "broken".
"""

_VERBS = (
    "arise arose arisen; beat beaten; become became; begin began begun; bend bent; bite bitten; blow blew blown; "
    "break broke; bring brought; build built; buy bought; catch caught; choose chose chosen; "
    "come came; deal dealt; dig dug; draw drew drawn; drink drank drunk; drive drove driven; eat ate eaten; "
    "fall fallen; feed fed; fight fought; flee fled; fly flew flown; forget forgot forgotten; forgive forgave forgiven; "
    "freeze froze; give gave given; go went gone; grow grew grown; hang hung; hear heard; hide hid; hold held; "
    "keep kept; kneel knelt; know knew known; lend lent; make made; meet met; pay paid; "
    "prove proven; ride rode ridden; rise risen; run ran; say said; seek sought; sell sold; send sent; sew sewn; "
    "shake shook shaken; shine shone; show shown; sing sang sung; sink sank sunk; sit sat; sleep slept; slide slid; "
    "speak spoke spoken; spend spent; stand stood; steal stole stolen; swear swore sworn; sweep swept; "
    "swim swam swum; swing swung; take took taken; teach taught; tear tore torn; tell told; think thought; "
    "throw threw thrown; understand understood; wake woke woken; wear wore worn; weep wept; win won; "
    "withdraw withdrew withdrawn; write wrote written; overcome overcame; overtake overtook overtaken; burn burnt; "
    "learn learnt; dream dreamt; spell spelt; spill spilt; spoil spoilt"
)
_NOUNS = (
    "mouse mice; tooth teeth; foot feet; goose geese; child children; man men; woman women; wife wives; "
    "knife knives; shelf shelves; wolf wolves; half halves; thief thieves; loaf loaves; ox oxen; "
    "analysis analyses; crisis crises; cactus cacti; fungus fungi"
)
_BASES = {
    form: forms[0]
    for forms in (row.split() for row in f"{_VERBS}; {_NOUNS}".split("; "))
    for form in forms[1:]
}


def base_form(word: str) -> str:
    """The word that a form belongs to; the word itself where it is none of the irregular ones."""
    return _BASES.get(word, word)
