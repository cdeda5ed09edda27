"""Every guard against hostile pages, hosts, drawings and texts, and those on licences.

`scripts/take_out_guards.py` takes them out one by one; `tests/test_guards.py` keeps the lists up to date.
"""

from scripts.guards.addresses import ADDRESSES
from scripts.guards.files import FILES
from scripts.guards.icons import ICONS
from scripts.guards.impersonating import IMPERSONATING
from scripts.guards.installing import INSTALLING
from scripts.guards.keys import KEYS
from scripts.guards.local import LOCAL
from scripts.guards.machine import MACHINE
from scripts.guards.pictures import BYTES
from scripts.guards.reading import READING
from scripts.guards.rights import RIGHTS
from scripts.guards.servers import SERVERS
from scripts.guards.terms import TERMS
from scripts.guards.texts import TEXTS
from scripts.guards.wishes import WISHES
from scripts.guards.worker import WORKER

GUARDS = (
    *(ADDRESSES + SERVERS + IMPERSONATING + WISHES + KEYS + MACHINE),
    *(BYTES + WORKER + FILES + READING + LOCAL + TEXTS + RIGHTS + TERMS + ICONS + INSTALLING),
)
