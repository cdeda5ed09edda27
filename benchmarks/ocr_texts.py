"""What is written into the screenshots."""

ENGLISH = (
    "The harbour wakes slowly in November. Two ferries wait at the stone pier while the crew loads boxes of apples, "
    "letters and a grand piano wrapped in grey blankets. Nobody hurries, because the tide decides when they leave. "
    "On the quay a woman sells coffee from a blue van and counts 48 cups before nine o'clock. Her brother repairs "
    "nets for 12 euros an hour, and he swears that the weather will turn on Thursday. Behind them the clock tower "
    "shows 7:35, which has been wrong since 1962; the council voted 9 to 4 against mending it. Tourists find it "
    "charming, sailors do not. When the horn sounds, gulls rise over the roofs, the ropes are thrown, and the first "
    "ferry slides out between the lighthouse and the old fish market with 130 passengers on board. "
)

TURKISH = (
    "İstanbul'da sabah erkenden başlayan yağmur, öğleye doğru yerini ılık bir güneşe bıraktı. Çocuklar ıslak "
    "kaldırımlarda koşuşuyor, simitçiler köşe başında müşteri bekliyordu. Büyükannem her pazar günü ağır ağır "
    "yürüyerek çarşıya iner, şeker, üzüm, çilek ve taze soğan alırdı. Işıklı vitrinlerin önünde durup eski "
    "günleri düşünür, sonra gülümseyerek eve dönerdi. Kardeşim Işıl ise üniversitede öğrenciydi; ödevlerini "
    "yetiştirmek için gece yarısına kadar çalışıyordu. Ağustos ayında bütün aile Iğdır'a, dağların eteğindeki "
    "köyümüze giderdik. Değirmenin yanındaki çınar ağacının gölgesinde çay içmek hâlâ en güzel hatıralarımdan."
)

CHINESE = (
    "清晨的港口很安静，渔船慢慢驶出海湾。码头上堆满了木箱、绳索和刚刚捕到的鱼。一位老人坐在石阶上修补渔网，"
    "他说今天的风向不太好，下午可能会下雨。孩子们背着书包从桥上跑过，笑声传得很远。城里的图书馆九点开门，"
    "管理员把新到的杂志放在窗边的桌子上。咖啡店的老板打开收音机，听见新闻里说高速铁路将在明年春天通车。"
    "从这里到省会只需要四十五分钟，比现在快两个小时。许多年轻人希望回到家乡工作，因为空气清新，房租便宜。"
    "傍晚时分，灯塔亮了起来，远处的岛屿变成深蓝色的影子。晚饭后，一家人沿着海边散步，谈论学校、工作和旅行的计划。"
    "他们决定下个月去山里住几天，看一看红色的枫叶，尝一尝当地的茶。夜深了，街道上只剩下路灯和偶尔经过的出租车。"
)

JAPANESE = (
    "朝の港はとても静かで、漁船がゆっくりと湾を出ていきます。桟橋には木箱やロープ、獲れたばかりの魚が並んでいます。"
    "おじいさんは石段に座って網を直しながら、今日は風向きが悪いから午後は雨になるだろうと言いました。"
    "ランドセルを背負った子どもたちが橋の上を走り、笑い声が遠くまで聞こえます。図書館は九時に開き、"
    "係の人が新しい雑誌を窓際のテーブルに置きます。コーヒーショップの店主はラジオをつけ、来年の春に新しい電車が"
    "開通するというニュースを聞きました。ここから県庁までは四十五分で、今より二時間も早く着きます。"
    "夕方になると灯台に明かりがともり、遠くの島が青い影になります。夕食のあと、家族で海辺を散歩しながら、"
    "学校や仕事、旅行の計画について話しました。来月は山に泊まって、赤いもみじを見て、おいしいお茶を飲む予定です。"
)

TERMINAL = """$ cargo build --release --target x86_64-unknown-linux-gnu
   Compiling proc-macro2 v1.0.92
   Compiling harbour-core v0.8.3 (/home/mira/src/harbour/core)
warning: unused variable: `retries`
  --> core/src/client.rs:114:9
    |
114 |     let retries = config.max_retries.unwrap_or(3);
    |         ^^^^^^^ help: prefix it with an underscore
    = note: #[warn(unused_variables)] on by default
error[E0502]: cannot borrow `self.queue` as mutable
   --> core/src/scheduler.rs:87:13
    |
 85 |         for job in self.queue.iter() {
    |                    ----------------- immutable borrow occurs here
 86 |             if job.deadline < now {
 87 |                 self.queue.remove(job.id);
    |                 ^^^^^^^^^^^^^^^^^^^^^^^^^ mutable borrow occurs here
For more information about this error, try `rustc --explain E0502`.
error: could not compile `harbour-core` (lib) due to 1 previous error
mira@tern:~/src/harbour$ echo $?
101"""

EDITOR = '''import asyncio
from dataclasses import dataclass, field

LIMIT = 64

@dataclass(slots=True)
class Harbour:
    """Keeps track of the ships that wait for a berth."""

    name: str
    berths: list[str] = field(default_factory=list)

    async def dock(self, ship: str, timeout: float = 2.5) -> bool:
        if ship in self.berths:
            raise ValueError(f"{ship!r} is already docked")
        for attempt in range(LIMIT):
            if len(self.berths) < LIMIT:
                self.berths.append(ship)
                return True
            await asyncio.sleep(timeout / (attempt + 1))
        return False

    def report(self) -> dict[str, int]:
        return {ship: len(ship) for ship in sorted(self.berths)}

async def main() -> None:
    harbour = Harbour("Tern Bay")
    results = await asyncio.gather(*(harbour.dock(s) for s in ("Ada", "Mira")))
    print(results, harbour.report())'''
