"""Guards on the user's own pictures: what may be read, what is believed, and who is told."""

from scripts.guards.guard import Guard

_LOCAL = "src/opsin/local/"
_PROVIDER = ("tests/images/test_local_provider.py",)
_INDEX = ("tests/local/test_local_index.py",)
_READING = ("tests/local/test_local_reading.py",)
_SURVEY = ("tests/local/test_local_survey.py",)
_WALKING = ("tests/local/test_local_walking.py",)

LOCAL = (
    Guard(
        "a file's address that another provider gives",
        "src/opsin/images/local_files.py",
        "    return hit.provider == Local.name and names_file(hit.original)\n",
        "    return names_file(hit.original)\n",
        _PROVIDER,
    ),
    Guard(
        "own pictures among those of all providers",
        "src/opsin/images/providers/registry.py",
        "        [kind for kind in asked if not kind.private]\n",
        "        list(asked)\n",
        _PROVIDER,
    ),
    Guard(
        "own pictures for callers from elsewhere",
        "src/opsin/server/http/site.py",
        '        settings = replace(settings, local_dirs="")\n',
        "        pass\n",
        ("tests/server/http/test_own_pictures.py",),
    ),
    Guard(
        "what was kept of own pictures, where their folder is named no more",
        "src/opsin/images/originals.py",
        "            await check_named(services.settings, hit)\n",
        "            pass\n",
        ("tests/server/http/test_own_pictures.py",),
    ),
    Guard(
        "a link in the place of a folder that is walked through",
        f"{_LOCAL}walking.py",
        '| getattr(os, "O_NOFOLLOW", 0) ',
        "",
        _WALKING,
    ),
    Guard(
        "a link among the files of a folder",
        f"{_LOCAL}walking.py",
        "        if not entry.is_file(follow_symlinks=False):\n",
        "        if not entry.is_file():\n",
        _WALKING,
    ),
    Guard(
        "pictures of folders that this server was not given",
        f"{_LOCAL}searching.py",
        "    return {one: weight for one, weight in weights.items() if one not in others} if others else weights\n",
        "    return weights\n",
        _INDEX,
    ),
    Guard(
        "the newest pictures of folders that this server was not given",
        f"{_LOCAL}searching.py",
        "SELECT id FROM pictures WHERE root IN ({_listed(roots)}) ORDER BY day DESC",
        "SELECT id FROM pictures WHERE {len(roots)} ORDER BY day DESC",
        _INDEX,
    ),
    Guard(
        "a sidecar of another file",
        f"{_LOCAL}sidecars.py",
        ' or told.get("sha256") != sha256',
        "",
        _READING,
    ),
    Guard(
        "a licence without evidence in a sidecar",
        f"{_LOCAL}sidecars.py",
        ' or not isinstance(told.get("evidence"), Mapping)',
        "",
        _READING,
    ),
    Guard(
        "colours that no survey has",
        f"{_LOCAL}survey.py",
        "name in names and isinstance(share, float)",
        "isinstance(share, float)",
        _SURVEY,
    ),
    Guard(
        "a document type in XMP",
        "src/opsin/pixels/xmp.py",
        "        parser.StartDoctypeDeclHandler = _refuse\n",
        "",
        ("tests/pixels/test_xmp.py",),
    ),
)
