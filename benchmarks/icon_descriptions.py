"""What developers want an icon for, in their words, and which glyph names would serve them.

Written from common sense before any tag file or index was looked at. A name serves when one of its alternatives
stands in it as whole parts: "cloud-upload" serves for `upload`. `*` at the end of a part stands for any ending.
The search was tuned on `TUNING` only; `HELD_OUT` says what the tuning is worth. Its table of phrases is by the same
person, so `FRESH` was written when the search stood: the first run over it gave 40 hits of 40 as phrases and 39 as words.
The table has grown since.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Description:
    """One wish: the words, the words of content in it (at most five), and the names that serve."""

    text: str
    keywords: tuple[str, ...]
    serving: str

    def served_by(self, glyph: str) -> bool:
        """Whether a glyph of this name would be a right answer."""
        ways = "|".join(re.escape(way).replace(r"\*", "[a-z0-9]*") for way in self.serving.split())
        return re.search(rf"(?:^|-)(?:{ways})(?:-|$)", glyph) is not None


def _read(table: str) -> tuple[Description, ...]:
    rows = [[part.strip() for part in line.split("|")] for line in table.strip().splitlines()]
    return tuple(Description(text, tuple(words.split()), serving) for text, words, serving in rows)


TUNING = _read("""
fast deployment | fast deployment | rocket* launch* deploy* ship* lightning bolt zap
undo what I just did | undo | undo* arrow-back-up arrow-u-left* arrow-counterclockwise rotate-left rotate-ccw revert*
let the user pick a date | pick date | calendar* date* datepicker
send the message | send message | send* paper-plane* paperplane mail-send email-send
something went wrong | went wrong | alert* error* warning* exclamation* bug problem* triangle-alert sad frown
add to shopping cart | add shopping cart | cart* basket* trolley shopping*
sign out of the account | sign out account | logout* log-out* sign-out* signout exit* door*
show the password | show password | eye* view* visib* show* reveal*
somebody is typing a message | typing message | typing* dots* ellipsis message* chat* keyboard* comment*
no internet connection | internet connection | wifi* offline no-internet cloud-off cloud-slash signal* disconnect* unplug*
money saved for later | money saved later | piggy* savings* saving* wallet* bank* coin* safe*
the server is down | server down | server* database-off power-off
turn on the dark theme | dark theme | moon* dark* night* contrast* theme*
approve a request | approve request | check* tick approve* thumb* thumbs* accept* stamp* verified
book a hotel room | book hotel room | hotel* bed* room* building-hotel concierge* reception*
make text bigger | text bigger | text* font* zoom* a-large format-size type* enlarge* increase*
who can see this document | see document | eye* share* lock* users* people* permission* visib* document-eye file-eye globe* privacy
meet somebody on video | meet video | video* camera* camcorder meeting* conference*
the user earned an award | user earned award | award* trophy* medal* badge* ribbon* crown* cup star*
put things in order by name | order name | sort* order* alphabet* a-z az arrow-down-a-z list*
your session will time out | session time out | clock* timer* hourglass* timeout time* alarm* stopwatch*
cool down the room | cool room | snow* air-condition* ac fan* thermo* temperature* cool* cold ac-unit ice*
money back | money back | refund* cash* money* coin* receipt-refund dollar* currency* credit-card* return*
what is the weather like | weather | weather* sun* cloud* rain* storm* partly*
translate to another language | translate language | translat* language* globe* locale
a package is on its way | package way | truck* delivery* shipping* package* parcel* box* van* lorry
find places nearby | find places nearby | map* pin* location* place* marker* near* compass* navigat* pointer
nobody has answered yet | answered | message* question* pending* hourglass* clock* chat* comment* inbox* answer* reply*
stop people from writing to me | stop people writing | block* ban* user-x user-minus mute* user-block* user-off forbid* prohibit* message-off
make a copy of the file | copy file | copy* duplicate* clone* files content-copy document-copy
health check of the patient | health check patient | heart* stethoscope* health* medical* pulse* clipboard-check doctor* hospital* patient*
who changed this line of code | changed line code | git* history* blame* commit* code* diff*
split the bill between friends | split bill friends | split* receipt* bill* invoice* divide* users* people* friend* group* share*
machine learning model | machine learning model | brain* ai robot* neural* machine* chip* cpu model* network* artificial* sparkle*
keep this page for later | keep page later | bookmark* save* pin* favorite* favourite* star* read-later archive*
the app is getting an update | app update | update* refresh* sync* download* reload* upgrade*
write with a friend at once | write friend | users* collab* people* pencil* pen* edit* friend* user-edit write* group*
low battery | low battery | battery* power* charg*
put out a fire | fire | fire* extinguish* flame*
learn something new | learn new | school* book* learn* graduation* education* student* lightbulb* academ* course* mortarboard
charge an electric car | charge electric car | ev* charg* car-electric* electric* plug* battery* fuel* car
see how sales are growing | sales growing | chart* graph* trend* growth* analytics* sales* arrow-trending*
call customer support | call customer support | headset* headphone* phone* support* call* help* lifebuoy life-buoy customer*
""")

HELD_OUT = _read("""
look for something | look | search* magnif* find* loupe zoom* glass*
get rid of this item | rid item | trash* delete* bin remove* garbage* rubbish discard* x close eras*
go back to the start page | back start page | home* house* arrow-left* back* start*
tell me when it is ready | tell ready | bell* notif* alert* alarm* remind* check*
make the picture fill the screen | picture fill screen | fullscreen* full-screen maximi* expand* enlarge* arrows-out* fit* resize* picture* image*
log in with a fingerprint | log fingerprint | finger* touch-id biometric* touchid
pay at the table | pay table | card* credit* cash* pay* wallet* money* table* restaurant* receipt* pos bill
only I can see this | see | lock* private* eye* incognito* secret* visib* key* privacy
share with my team | share team | share* team* users* people* group*
switch between two accounts | switch accounts | switch* swap* user* account* people* arrows-left-right exchange* transfer*
take a photo | photo | camera* photo* picture* image*
play it again | play again | replay* repeat* loop* restart* play* refresh* rotate* arrow-counterclockwise rewind
make it louder | louder | volume* speaker* sound* loud* audio*
children are not allowed | children allowed | child* baby* kid* 18* no-child* age* adult* block* forbid* stroller*
it will rain tomorrow | rain tomorrow | rain* umbrella* cloud* weather* drop*
gift for a birthday | gift birthday | gift* present* cake* birthday* party* confetti balloon*
lost my key | lost key | key* lock* password* lost*
how long does it take | long take | clock* time* timer* hourglass* stopwatch* duration* history schedule*
turn the machine off | turn machine off | power* off* shutdown shut-down switch* plug* on-off
a place to eat | place eat | restaurant* fork* utensil* cutlery knife* food* dining* dinner* plate* burger* pizza* cafe* meal*
my flight leaves soon | flight leaves soon | plane* airplane* flight* airport* takeoff departure* aeroplane
draw a line around it | draw line | pencil* pen* draw* lasso* border* line* circle* brush* select* outline* shape*
put a note on this | put note | note* sticky* comment* annotat* memo* post-it pin* message*
secure connection to the site | secure connection site | lock* shield* secur* ssl https padlock* certificate*
compare two versions | compare versions | compare* diff* git* version* scale* balance* columns* split*
see it on the other side | side | flip* mirror* reflect* rotate* side* reverse* swap* back*
keep the plants alive | keep plants alive | plant* leaf* water* sprout* flower* garden* seed* pot* tree*
break the task into smaller ones | break task smaller | split* subtask* task* list* tree* scissors* branch* checklist* hierarchy* puzzle* divide* nested*
everything worked | worked | check* success* tick* done* ok thumb* thumbs* complete* verified celebrat* party*
where is my order | where order | package* truck* location* map* track* delivery* box* order* parcel* pin* shipping*
choose a colour | choose colour | palette* color* colour* eyedropper* dropper* pipette* picker* paint* swatch*
train leaves from this platform | train platform | train* rail* subway* metro* station* platform* tram*
it hurts here | hurts | pain* hurt* injur* bandage* band-aid* bandaid* heal* sick* wound* medical* cross first-aid* body* headache*
join the two files | join files | merge* join* combine* link* union* files attach* concat*
vote for the best idea | vote best idea | vote* ballot* thumb* thumbs* poll* lightbulb* bulb* idea* star* arrow-up* upvote
the text is too long to show | text long show | truncat* ellipsis* dots* more* overflow* text* wrap* expand* collapse* chevron*
read it out to me | read out | speaker* volume* speech* voice* sound* audio* text-to-speech headphone* read* book* megaphone*
money for a good cause | money good cause | donat* heart* hand* charity* gift* money* coin* volunteer* cash*
change how the app behaves | change app behaves | setting* gear* cog* slider* preference* tune* option* config* wrench* adjust*
kitchen is open | kitchen open | kitchen* chef* cook* open* pot* fridge* oven* stove* restaurant* fork* utensil* store* shop*
run the tests | run tests | test* flask* beaker* play* run* check* experiment* lab*
sort out the mail | mail | mail* email* inbox* envelope* letter* filter* sort* tray*
my dog needs a walk | dog walk | dog* paw* pet* leash walk* animal*
""")

FRESH = _read("""
act as another user | act another user | user* mask* account* switch* swap* incognito*
mark everything as read | mark read | check* mail-open* email-open* envelope-open* read* eye* double-check tick* message-check
assign this ticket to a colleague | assign ticket colleague | user* account* person* people* ticket* assign* users*
the build is broken | build broken | hammer* wrench* alert* warning* error* bug* x broken* construction* build* crane* tool*
people who left the company | left company | user* account* person* people* exit* log-out* logout* door* users* building*
stop getting these emails | stop getting emails | mail* email* envelope* unsubscribe* bell-off ban stop* block*
how busy is the database | busy database | database* gauge* activity* speed* chart* dashboard* load*
pull down to load more | pull down load more | refresh* reload* arrow* chevron* load* download* swipe* pull*
an answer from the robot | answer robot | robot* bot* message* chat* ai sparkle*
the shop is closed on sunday | shop closed sunday | store* shop* close* calendar* door* x building-store lock*
somebody rang the door bell | rang door bell | bell* door* doorbell*
report a bug in the app | report bug app | bug* flag* report* alert* message*
turn down the music | turn down music | volume* speaker* music* sound* mute*
bring your own laptop | bring laptop | laptop* computer* device* notebook* macbook*
the car needs an oil change | car oil change | oil* car* wrench* drop* garage* engine* mechanic*
sign the lease | sign lease | sign* contract* pen* document* file* key* home* house* writing*
watch out for cyclists | watch cyclists | bike* bicycle* cycling* cyclist* warning* alert* directions-bike
weigh the baby | weigh baby | scale* weight* baby* child* balance*
allergic to peanuts | allergic peanuts | peanut* nut* allerg* alert* food* wheat*
grow the team | grow team | users* team* people* group* trending* growth* user-plus user-add account* plus*
get a second opinion | second opinion | message* chat* comment* users* doctor* star* thumbs* question* stethoscope* 2
how full is the disk | full disk | disk* disc* hard* storage* database* gauge* pie* harddisk hdd* save* floppy* drive*
keep the food cold | keep food cold | fridge* refrigerator* snow* ice* cold* freez* kitchen temperature* thermometer* cool*
take the bins out on monday | bins monday | trash* bin* delete* recycl* waste* garbage* calendar*
sleep mode for the computer | sleep mode computer | moon* sleep* zzz power* bed* night* computer* standby* hibernate*
rearrange the columns | rearrange columns | column* drag* grip* move* layout* table* arrows* sort* reorder*
fill in the tax form | fill tax form | form* tax* file* document* clipboard* pen* pencil* edit* receipt* percent* calculator*
swim before breakfast | swim breakfast | swim* pool* wave* egg* coffee* water*
the lift is out of order | lift order | elevator* lift* stairs* wrench* alert* construction* warning* tool* off ban
convert pounds into euros | convert pounds euros | currency* euro* pound* exchange* convert* transfer* swap* coin* money* cash*
turn a picture by ninety degrees | turn picture ninety degrees | rotate* turn* 90 image* picture* screen-rotation refresh* degrees*
lock the screen when I am away | lock screen away | lock* screen* monitor* user-lock timer* away*
feed the fish | feed fish | fish* food* aquarium* rss feed*
the toner is nearly empty | toner empty | printer* print* ink* cartridge* empty* toner* drop* battery-low
the meeting was moved to friday | meeting moved friday | calendar* meeting* users* clock* event* move* schedule*
put the phone on silent | phone silent | bell-off phone* volume-off mute* vibrat* silent* silence* do-not-disturb smartphone* mobile* device-mobile* moon speaker*
sell my old bike | sell old bike | bike* bicycle* tag* sell* money* store* shop* price* cash* sale*
when the tide is low | tide low | wave* tide* water* sea* ocean* moon* beach* clock*
who is on call tonight | call tonight | phone* call* moon* user* headset* calendar* clock* bell* night*
ask the crowd for money | ask crowd money | users* people* crowd* group* coin* money* cash* hand* donat* fund* team*
""")

ORDINARY = tuple(
    """
home; search; settings; user; users; menu; close; check; plus; minus; arrow left; arrow right; arrow up; arrow down; chevron down; edit; delete;
trash; save; download; upload; share; copy; paste; cut; undo; redo; refresh; sync; link; unlink; external link; mail; inbox; send; phone; call;
message; chat; comment; bell; notification; calendar; clock; timer; alarm; camera; image; gallery; video; play; pause; stop; next; previous;
volume; mute; microphone; headphones; music; playlist; radio; tv; monitor; laptop; tablet; smartphone; printer; keyboard; mouse; server; database;
cloud; cloud upload; wifi; bluetooth; battery; power; plug; cpu; memory; hard drive; usb; code; terminal; bug; git branch; merge; pull request;
package; api; webhook; lock; unlock; key; shield; fingerprint; password; eye; hide; login; logout; add user; team; profile; avatar; badge; heart;
star; bookmark; like; dislike; flag; tag; filter; sort; list; grid; table; columns; layout; dashboard; chart; pie chart; line chart; trending up;
analytics; report; file; folder; open folder; pdf; spreadsheet; document; attachment; archive; zip; clipboard; note; notebook; book; library;
shopping cart; basket; bag; store; credit card; wallet; money; coin; dollar; euro; bank; invoice; receipt; discount; gift; truck; delivery; box;
map; location; pin; compass; globe; navigation; car; bus; train; bicycle; airplane; ship; hotel; bed; restaurant; coffee; pizza; wine; apple; cake;
sun; moon; rain; snow; wind; storm; thermometer; umbrella; tree; leaf; flower; dog; cat; fire; water; heartbeat; hospital; pill; syringe;
stethoscope; brain; tooth; school; graduation cap; pencil; pen; brush; palette; crop; rotate; flip; zoom in; zoom out; fullscreen; bold; italic;
underline; align left; bullet list; quote; translate; language; help; info; warning; error; success; loading; lightning; rocket; trophy; target;
lightbulb; puzzle; robot; game controller; dice; gear; wrench; hammer; tools
""".replace("\n", " ")
    .strip()
    .split("; ")
)[:200]
