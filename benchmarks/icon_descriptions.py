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

# By somebody who had seen neither the tables of phrases nor the tags. The first run over these 102, before anything was
# changed for them: 99 as phrases and 101 as words. The table has grown by what they showed to be missing.
BLIND = _read("""
the doctor listens to your chest|doctor listens chest|stethoscope* doctor* heartbeat
the patient's pulse over time|patient pulse|heartbeat pulse heart-rate* activity ecg vital* monitor-heart
remind me to take my pills|remind pills|pill* capsule* medication* medicine* tablets bell alarm reminder
get vaccinated|vaccinated|syringe* vaccin* injection needle
a broken arm|broken arm|bone* bandage* plaster crutch* cast broken-bone arm* fracture*
I am allergic to peanuts|allergic peanuts|peanut* nut* allerg* allergens
a baby is on board|baby board|baby* stroller* pacifier* child* infant*
the family plan|family plan|family* users people group home-heart home
how you slept last night|slept night|sleep* bed* moon* zzz night* bedtime
feeling under the weather|feeling ill|thermometer* sick* face-sick mask* ill temperature* face-with-thermometer fever*
it is raining cats and dogs|raining|rain* cloud-rain* umbrella* shower* heavy-rain pour* rainy
chance of thunder tonight|thunder tonight|thunder* lightning* storm* bolt cloud-lightning
winter is coming, it is freezing|winter freezing|snow* snowflake* cold* freez* winter* thermometer*
how strong the wind blows|strong wind|wind* windsock* breeze air*
a day at the beach|beach|beach* umbrella-beach sunbed palm* wave* sun* parasol* island*
plant a tree for every order|plant tree order|tree* plant* seedling* sprout* leaf* forest
we run on renewable energy|renewable energy|wind-turbine turbine* solar* leaf* windmill* energy* renewable* sun* eco* plug* windpower*
sort your rubbish|sort rubbish|recycl* trash* bin* garbage* waste*
carbon footprint|carbon footprint|footprint* carbon* co2 foot* leaf* shoe-prints molecule-co2 footsteps
watering the flowers|watering flowers|watering* flower* droplet* water* plant* sprinkler*
what is for dinner|dinner|dinner* restaurant utensils* fork* knife* meal* dish* plate* food* cutlery soup* bowl*
a cup of something hot|cup hot|cup* coffee* mug* tea* cafe hot*
add it to the recipe book|recipe book|book* recipe* cookbook chef* cook*
suitable for vegans|suitable vegans|vegan* leaf* vegetarian* plant* carrot* salad* sprout* seedling
the spicy level of a dish|spicy dish|pepper* chili* chilli* spicy hot* fire* flame*
let us celebrate with a drink|celebrate drink|champagne* beer* wine* cheers glass* cocktail* martini* party* confetti* toast celebrat* drink*
order takeaway|order takeaway|takeout* takeaway* bag* food* burger* delivery* shopping* box*
happy birthday|happy birthday|cake* birthday* gift* party* balloon* confetti*
the oven is preheated|oven|oven* stove* cooker* microwave* kitchen*
do the washing up|washing dishes|dish* sink* wash* faucet* tap* sponge* plate*
laundry day|laundry|laundry* wash* washing-machine* clothes* basket* shirt* tshirt iron*
vacuum the living room|vacuum living room|vacuum* hoover* sofa* couch* cleaning* broom* robot*
turn on the lights|lights|light* lamp* bulb* lightbulb*
set the room temperature|room temperature|thermostat* thermometer* temperature* heat*
someone is at the door|someone door|door* doorbell* bell*
move house|move house|truck* house* home* box* moving* van package
the roof leaks|roof leaks|roof* leak* drop* water* house* home* drip*
call a plumber|plumber|plumb* pipe* wrench* faucet* tap* valve*
rent a bike|rent bike|bike* bicycle* cycl*
where did I park|park car|park* car* map-pin pin location*
the car needs charging|car charging|charg* ev* plug* car-electric* battery* electric* fuel*
stuck in traffic|traffic|traffic* car* cars cone* road* jam
fasten your seat belt|seat belt|seat* belt*
the next departure|departure|departure* plane* train* bus* takeoff* clock* timetable* schedule* board* flight* airplane*
lost luggage|lost luggage|luggage* suitcase* baggage* bag* briefcase
cross the border|cross border|passport* border* customs globe flag* gate* barrier* fence* visa id*
sail around the world|sail world|sail* boat* ship* globe* anchor* yacht*
a room with a view|room view|hotel* bed* window* mountain* eye* landscape* balcony* room* door*
climb to the summit|climb summit|mountain* climb* summit peak* hik* flag*
pitch a tent|pitch tent|tent* camp*
lift weights|lift weights|dumbbell* barbell* weight* gym fitness* kettlebell* exercise*
score a goal|score goal|goal* soccer* football* ball* target* score* net*
who won the championship|won championship|trophy* cup* medal* award* crown* winner* podium* champion*
who leads the league table|leads league table|leaderboard* podium* ranking* trophy* list* table* crown* chart*
the referee stops the match|referee match|whistle* referee* card* hand* stop*
swim some laps|swim laps|swim* pool* wave* water* goggles*
beat your personal record|personal record|trophy* medal* stopwatch* timer* award* record* chart* ribbon* trending* star
roll the dice|roll dice|dice* die
a game for two players|game players|gamepad* controller* joystick* game* users* chess* sword* dice*
he is over the moon|happy|smil* happy* grin* laugh* mood* emoji* face* joy* moon*
I am so angry|angry|angry* anger rage mad* frown* face*
that broke my heart|broke heart|heart-broken broken* heart* heartbreak*
I can not stop laughing|laughing|laugh* lol joy grin* tears* smil* rofl
shocked by the news|shocked|shock* surprise* astonish* scream* exploding* face* newspaper* news*
lost in thought|thinking|think* thought* brain* bubble* face*
fingers crossed|fingers crossed|finger* luck* clover* hand*
agree with a handshake|agree handshake|handshake* hand* deal* agree*
our office hours|office hours|clock* time* hour* building* office* calendar* door*
hire new talent|hire talent|user-plus person-add user-add* user* hire* recruit* briefcase* person* people* hand* hiring
sign the contract|sign contract|sign* contract* pen* signature* document* feather*
the quarterly results are in|quarterly results|chart* graph* report* presentation* analytic* bar* result* finance*
we are losing money|losing money|trending-down trend-down chart* money* down* loss coin* cash*
split the bill|split bill|split* receipt* bill* divide*
save for retirement|save retirement|piggy* savings* bank* coin* safe* umbrella*
your money back guaranteed|money guaranteed|refund* money* cash* shield* badge* guarantee* undo* return*
the customs officer stamps it|officer stamps|stamp* rubber* customs approval* passport* police* officer*
appeal to the judge|appeal judge|gavel* judge* scale* court* law* justice*
vote in the election|vote election|vote* ballot* poll* election* how-to-vote
break the ice with a chat|chat|chat* message* comment* bubble* speech* talk* conversation*
she is typing a reply|typing reply|typing* dots* keyboard* reply* message* chat* ellipsis bubble* comment*
nobody picked up the phone|missed call|missed* phone* call*
hand over to a human agent|human agent|headset* support* agent* user* person* headphone* human* hand* robot*
who can see this post|visibility|visib* eye* globe* lock* users people view*
somebody tried to log in from a strange device|strange login|shield* device* alert* login* log-in* warning* lock* key* laptop* hacker* incognito* monitor* phone* sign-in*
we never sell your data|privacy data|privacy* shield* lock* eye* database* data* fingerprint* incognito*
open with your face|face unlock|face* scan* lock* unlock*
the certificate has expired|certificate expired|certificate* clock* ribbon* award* seal* calendar* expire* badge* lock* shield*
the cable is unplugged|cable unplugged|plug* unplug* cable* disconnect* ethernet*
poor reception out here|poor reception|signal* antenna* wifi* bars* cell* network* reception* tower*
servers are on fire|servers fire|server* fire* flame*
merge my branch|merge branch|merge* branch* git*
squash that bug|bug|bug* insect* beetle* ladybug* debug*
run the tests again|run tests|test* flask* play* refresh* beaker* check* tube* run*
pour the container image|container image|container* docker* box* cube* package* image* ship*
read the manual|manual|book* manual* help* document* guide*
show the file's history of commits|file commits|history* commit* git* file* clock*
unzip the folder|unzip folder|zip* folder* archive* extract* unarchive*
draw a freehand line|freehand line|pen* pencil* brush* draw* scribble* line* squiggle* gesture* freehand* lasso*
bring to the front|bring front|front layer* bring* stack* arrange* flip*
the share of each part in the whole|share whole|pie* chart-pie donut* chart* percent*
fast forward through the adverts|fast forward|forward* fast* skip*
sing along|sing|mic* microphone* sing* karaoke* music* note*
""")

# By the same person when the table had grown, and before it grew again: the first run over these 60 gave 59 and 59.
BLIND_AGAIN = _read("""
a sloth hanging from a branch|sloth branch|sloth* branch* tree* hang* snail* turtle*
our ancestors came from over the sea|ancestors sea|family* tree* ship* boat* wave* sea* users sitemap genealogy globe ancestors elderly old
the soup is too salty|soup salty|soup* salt* bowl* pot* shaker
grandma's knitting corner|grandma knitting|yarn* knit* needle* wool* elderly old sew*
he caught a big fish|caught fish|fish* hook* rod
the mice ran into the trap|mice trap|mouse* rat* trap* cheese* cage*
she threw the ball over the net|threw ball|ball* volleyball* basketball* football* soccer* tennis* net throw*
we drank a toast to the bride|toast bride|glass* champagne* wine* cheers toast* ring* wedding*
the leaves fell in autumn|leaves autumn|leaf* leaves* maple* tree* autumn fall
teach your child to count|teach count|123 number* abacus* count* child* baby* school* chalkboard* teach* calculator* hash blackboard*
a tight rope walker in the circus|circus|circus* tent* carousel* ferris* juggl* clown* rope* elephant*
bees make honey in the hive|bees honey|bee* honey* hive*
the surgeon operates on a kidney|surgeon kidney|surg* scalpel* kidney* knife* doctor* hospital* mask* organ*
drops for dry eyes|drops eyes|drop* eye* water*
a spoonful of sugar|spoonful sugar|spoon* sugar* cube*
your baby needs a new nappy|baby nappy|diaper* nappy* baby* pacifier*
an ambulance with its siren on|ambulance siren|ambulance* siren* emergency*
keep the pond clean|pond clean|water* wave* ripple* fish* droplet* lake* lily* frog* sparkle* broom* pond* swim* drop*
a bridge over troubled water|bridge water|bridge*
roadworks ahead|roadworks|cone* construction* barrier* road* shovel* digging excavator* hard-hat helmet*
speed camera ahead|speed camera|camera* speed* gauge* radar* cctv
miss the last bus|missed bus|bus*
which platform does the train leave from|train platform|train* rail* platform* subway* signpost
scan your boarding pass|boarding pass|ticket* qr* boarding* scan* barcode* plane* pass
a postcard from Rome|postcard|postcard* mail* stamp* letter* envelope* colosseum* card* post*
where the treasure is hidden|treasure hidden|treasure* chest* map* x diamond* gem* coin* key* pirate*
blow out the candles|blow candles|candle* cake* wind* birthday*
wrap the presents|wrap presents|gift* present* ribbon* wrap*
cut the ribbon at the opening|cut ribbon opening|ribbon* scissor* cut*
the crowd goes wild|crowd wild|people* users* group* crowd* party* confetti* megaphone* clap* hand* stadium
throw in the towel|give up|flag* towel* face* sad* x close stop* hand*
a slap on the wrist|penalty warning|hand* warning* gavel* card* alert* whistle* triangle watch* exclamation*
kill two birds with one stone|two birds|bird* dove* twitter stone*
skating on thin ice|risky|alert* warning* danger* skat* ice* triangle* exclamation* dice*
put all your eggs in one basket|eggs basket|egg* basket*
the elephant in the room|elephant|elephant*
a needle in a haystack|needle haystack|needle* hay* search* magnif* find* syringe*
the tip of the iceberg|iceberg|iceberg* ice* mountain* snow*
a snake in the grass|snake grass|snake* grass*
burn the midnight oil|work late|moon* night* lamp* candle* flame* fire* oil* clock* laptop* briefcase*
see the forest for the trees|forest trees|tree* forest*
employees sick leave|employee sick leave|sick* thermometer* user* calendar* bed* virus* briefcase* face* mask*
the warehouse ran out of stock|warehouse out stock|warehouse* box* package* inventory* stock* empty* shelf* container* cube
payroll runs on the first of the month|payroll month|payroll* calendar* money* cash* wallet* coin* receipt* dollar* salary
raise the price by ten percent|raise price percent|percent* price* tag* arrow-up trending-up up dollar*
shareholders meet once a year|shareholders meet|user* users people* meeting* handshake* chart* group* calendar* share*
my keyboard shortcut does not work|keyboard shortcut|keyboard* command* key*
the container keeps restarting|container restarting|container* restart* refresh* rotate* box* cube* docker reload* repeat*
the webhook has fired|webhook fired|webhook* hook* plug* fire* flame* bolt*
a read replica of the database|replica database|database* copy* server* replica*
roll the feature out to ten percent|rollout percent|percent* flag* rocket* toggle* progress* gauge* chart*
a memory leak|memory leak|memory* chip* drop* ram* leak* water* cpu* bug*
lint the code|lint code|code* broom* check* brush* lint* terminal* brackets*
secrets are stored in the vault|secrets vault|vault* safe* lock* key* secret* shield*
somebody is eavesdropping on the line|eavesdropping|ear* spy* incognito* headphone* eye* phone* listen* detective*
swipe left to archive|swipe archive|swipe* archive* hand* arrow-left gesture* box* finger* left
pinch with two fingers to zoom|pinch zoom|pinch* zoom* finger* hand* gesture* magnif*
captions in other languages|captions languages|caption* subtitle* cc closed* language* translat* globe*
turn the bass up|bass louder|bass* equalizer* volume* speaker* music* guitar* knob* slider* mixer* sound* clef*
stack the bars in the chart|stacked bars chart|chart* bar* stack* graph*
""")

# And once more: the first run over these 40 gave 39 and 38.
BLIND_LAST = _read("""
a scarecrow in the cornfield|scarecrow cornfield|corn* wheat* scarecrow farm* tractor* hat plant* grain* bird* crow*
the lighthouse warns the ships|lighthouse ships|lighthouse* ship* boat* anchor* tower*
a kid flying a kite|kid kite|kite* child* kid*
children on a swing in the playground|swing playground|playground* swing* child* slide* seesaw kid* park*
a haunted house|haunted house|ghost* haunt* house* home* bat* pumpkin* spook*
the moon over the castle|moon castle|moon* castle*
cut your fingernails|fingernails|nail* finger* scissor* hand*
he twisted his ankle|twisted ankle|bone* foot* bandage* leg* shoe* crutch* ankle* sock* joint*
a mug with a tea bag|mug tea bag|mug* tea* cup*
an anchor for the boat|anchor boat|anchor* boat*
a wheelbarrow full of soil|wheelbarrow soil|wheelbarrow* shovel* cart* plant* soil* dirt garden*
mow the lawn|mow lawn|mower* lawn* grass* tractor*
the letter was returned to sender|letter returned sender|mail* letter* envelope* return* undo* arrow-left reply*
translate the menu of the restaurant|translate menu|translat* language* menu*
apply for the job|apply job|briefcase* resume* cv* user* file* send* form* hand* job* document*
forgot to clock out|forgot clock out|clock* alarm* time* logout exit
a chair in the meeting room is free|chair meeting room|chair* armchair* meeting* room* seat* door*
read this to me while I drive|read aloud drive|volume* speaker* headphone* car* steering* voice* sound* read* audio* text-to-speech ear*
pedestrians only|pedestrians|walk* pedestrian* person* footprint* man shoe* foot*
falling rocks|falling rocks|rock* mountain* landslide* stone* falling* warning* hill* alert*
a rowing boat on the lake|rowing boat|row* boat* kayak* canoe* paddle* oar*
someone is using my account without asking|stolen account|user* shield* spy* hacker* incognito* alert* mask* lock* account* fingerprint thief
the signature could not be verified|signature invalid|sign* x shield* alert* certificate* pen* warning* badge*
password too weak|weak password|password* lock* key* shield* alert*
the invoice is overdue|invoice overdue|invoice* receipt* clock* bill* alert* calendar* file* hourglass*
merge two cells of the table|merge cells table|merge* cell* table* combine*
freeze the top row|freeze row|row* table* snowflake* freeze* lock* pin*
jump to the line number|jump line number|line* number* hash* list* arrow* corner*
toggle the whitespace characters|toggle whitespace|space* toggle* pilcrow* paragraph* eye* whitespace*
the job is queued for a worker|job queued worker|queue* clock* list* stack* worker* user* briefcase* helmet* hourglass* loader* robot* cog settings
warm up the cache|warm cache|flame* fire* cache* database* memory* sun* thermometer* temperature* refresh* bolt* heat*
split the traffic between two versions|split traffic versions|split* branch* fork* traffic* arrows* divide* route* ab percent* a-b git*
a gauge of the pressure in the tank|pressure tank|gauge* pressure* barrel* tank* meter* speedometer
plot the data on a map|plot data map|map* pin chart* globe* location* scatter*
seasonal discounts end soon|seasonal discount|discount* sale* percent* tag* badge* coupon* clock* snowflake* leaf*
the courier could not find the address|courier address|truck* delivery* map* pin package* location* home* address* help* scooter* courier* question*
we plant flowers for pollinators|flowers pollinators|flower* bee* butterfly* plant* leaf* seedling*
put the file under embargo|embargo|lock* clock* file* ban* calendar* hourglass* block* shield* stop*
a dripping tap keeps me awake|dripping tap|tap* faucet* drop* water*
dig for gold|dig gold|pick* shovel* gold* mining* coin* dig* ingot* medal*
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
