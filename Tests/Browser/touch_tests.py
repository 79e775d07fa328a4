"""Ring 4: hands that touch sliders and pads, and let go."""

from bench import eventually
from page_tests import is_quiet, lanes, middle, strike_once, velocity

LEVEL = '.strip[data-drum=snare] input[aria-label="Level of Snare"]'

# Keeps the lines of strikes that the page sends from here on.
SPY = """globalThis.sentHits = [];
const socket = ghostnote.connection.socket, send = socket.send.bind(socket);
socket.send = (text) => { if (text.includes(' hit ')) sentHits.push(text); send(text); };"""


def shown(page):
    return page.js("return document.querySelector('.strip[data-drum=snare] output').textContent")


def test_a_slider_that_was_touched_and_not_moved_goes_on_following(bench, page, control):
    page.resize(1280, 800)
    page.open("mixer")
    control.ask("level snare 0")
    eventually(lambda: shown(page) == "0 dB", "the slider is at 0")
    # The pointer's own events: where a hand meets the thumb exactly, nothing moves and no change is reported.
    page.js(f"""const slider = document.querySelector('{LEVEL}');
        slider.dispatchEvent(new PointerEvent('pointerdown', {{ pointerId: 1, bubbles: true }}));""")
    control.ask("level snare -6")
    eventually(lambda: page.js("return ghostnote.store.document.kit?.drums?.snare?.level") == -6, "the page knows the level")
    assert shown(page) == "0 dB", "a value from elsewhere moved what a hand holds"
    page.js(f"""const slider = document.querySelector('{LEVEL}');
        slider.dispatchEvent(new PointerEvent('pointerup', {{ pointerId: 1, bubbles: true }}));""")
    eventually(lambda: shown(page) == "-6 dB" or shown(page) == "−6 dB", "the value that was withheld is shown")
    control.ask("level snare 3")
    eventually(lambda: shown(page) == "3 dB", "the slider follows again")


def test_a_pad_held_while_the_view_changes_rolls_no_further(bench, page, control):
    control.ask("tempo 120")
    page.resize(420, 800, has_touch=True)
    page.open("pads")
    watcher = bench.control()
    watcher.ask("watch hits")

    def count():
        watcher.ask("status")
        return len(watcher.hits)

    for leave in ("location.hash = '#mixer'", "document.querySelector('.padsview .chip').click()"):
        page.open("pads")
        before = count()
        page.touch("touchStart", middle(page.box('.pad[data-drum="crash"]')))
        eventually(lambda: count() >= before + 3, "the pad rolls", 30)
        page.js(leave)
        page.touch("touchEnd")
        eventually(lambda: is_quiet(watcher), f"the roll ends with {leave}")
    page.js("localStorage.removeItem('pads')")


def test_a_pad_is_stamped_with_the_time_of_the_gesture(bench, page, control):
    page.resize(420, 800, has_touch=True)
    page.open("pads")
    strike_once(page)
    page.js(SPY + """globalThis.stamps = [];
        addEventListener('pointerdown', (event) => stamps.push((event.timeStamp + ghostnote.clock.offset) * 1e6), true);
        // The page is busy when the finger comes.
        document.querySelector('.pad[data-drum="tom3"]').addEventListener('pointerdown', () => {
            const end = performance.now() + 50; while (performance.now() < end);
        }, true);""")
    page.touch("touchStart", middle(page.box('.pad[data-drum="tom3"]')))
    page.touch("touchEnd")
    eventually(lambda: page.js("return sentHits.length") == 1, "one stroke is sent")
    words = page.js("return sentHits[0]").split()
    assert words[1:3] == ["hit", "tom3"] and words[4] == "at", words
    # The best estimate of the clock may change between the two by less than that.
    assert abs(int(words[5]) - page.js("return stamps[0]")) < 20e6, (words, page.js("return stamps[0]"))
    # A pad sounds also while the session's clock is not known.
    page.js("ghostnote.clock.offset = NaN; void ghostnote.strike('kick', 90)")
    assert page.js("return sentHits[1]").split()[1:] == ["hit", "kick", "90"]


def test_every_view_is_seen_and_reached_on_a_phone(bench, page, control):
    for width, height in ((320, 640), (360, 740), (390, 844), (480, 800)):
        page.resize(width, height, has_touch=True)
        page.open()
        hidden = page.js("""return [...document.querySelectorAll('#views button')].filter((tab) => {
            const box = tab.getBoundingClientRect();
            const ends = [box.left + 2, box.right - 2].map((x) => document.elementFromPoint(x, box.top + box.height / 2));
            return ends.some((end) => end !== tab) || box.width < 24 || box.height < 24;
        }).map((tab) => tab.textContent)""")
        assert not hidden, f"at {width} px: {hidden}"
        assert page.js("return document.getElementById('views').clientHeight") < 100
    page.resize(320, 640, has_touch=True)
    for name in ("text", "mixer"):
        page.touch("touchStart", middle(page.box(f"#views button[title^={name.title()}]")))
        page.touch("touchEnd")
        eventually(lambda: page.js("return location.hash") == f"#{name}", f"{name} is reached")


def rolled(page, rate, count):
    """The strokes that a pad sends while it is held, without the one of the hand: their lines, and the beats of their times."""
    page.open("pads")
    # Corrected in the middle of a roll, the page's clock would move its strokes.
    eventually(lambda: page.js("return ghostnote.clock.samples.length >= 6"), "the page knows the time well")
    page.js("ghostnote.clock.take = () => {}")
    page.js("""const rate = document.querySelector('select[aria-label^=Roll]');
        rate.value = arguments[0]; rate.dispatchEvent(new Event('change'));
        globalThis.strokes = [];
        const socket = ghostnote.connection.socket, send = socket.send.bind(socket);
        socket.send = (text) => {
            const time = Number(/ at ([0-9]+)/.exec(text)?.[1]), { beat, time: began, tempo } = ghostnote.store.transport;
            if (text.includes(' hit ')) strokes.push([text.replace(/^@[0-9]+ /, ''), beat + (time - began) * tempo / 6e10]);
            send(text);
        };""", rate)
    page.touch("touchStart", middle(page.box('.pad[data-drum="crash"]')))
    eventually(lambda: page.js("return strokes.length") > count, "the pad rolls", 60)
    page.touch("touchEnd")
    return page.js("return strokes")[1:]


def test_a_roll_keeps_to_its_rate_and_to_the_beat_of_a_song_that_moves(bench, page, control):
    control.ask("tempo 120")
    page.resize(420, 800, has_touch=True)
    page.open("pads")
    eventually(lambda: page.js("return ghostnote.store.transport.tempo") == 120, "the page knows the tempo")
    # At rest from where it began: what a timer is late does not add up.
    strokes = rolled(page, "1/16", 16)
    first, *_ = times = [int(line.split()[4]) for line, _ in strokes]
    steps = [(time - first) / 125e6 for time in times]
    assert all(abs(step - round(step)) < 0.05 for step in steps), steps
    assert sorted({round(step) for step in steps}) == [round(step) for step in steps], steps
    # They are softer than the stroke of the hand, and heard at their time.
    assert all(int(line.split()[2]) < 90 and line.endswith(" after 0") for line, _ in strokes), strokes
    # With a song, on its beats, in thirds of an eighth.
    control.ask("play")
    eventually(lambda: page.js("return ghostnote.store.transport.rolling"), "the page knows")
    off = [abs(beat * 3 - round(beat * 3)) / 3 for _, beat in rolled(page, "1/8t", 9)]
    assert max(off) < 0.005, off
    control.ask("stop")
    page.js("localStorage.removeItem('roll')")


def test_rolls_can_be_off_which_the_page_keeps(bench, page, control):
    page.resize(420, 800, has_touch=True)
    page.open("pads")
    page.js("""const rate = document.querySelector('select[aria-label^=Roll]');
        rate.value = 'off'; rate.dispatchEvent(new Event('change'));""")
    page.driver.refresh()
    page.is_ready()
    assert page.js("return document.querySelector('select[aria-label^=Roll]').value") == "off"
    page.js(SPY)
    page.touch("touchStart", middle(page.box('.pad[data-drum="crash"]')))
    eventually(lambda: page.js("return sentHits.length") == 1, "the stroke of the hand")
    page.js("return new Promise((go) => setTimeout(go, 700))")
    assert page.js("return sentHits.length") == 1, "it does not roll"
    page.touch("touchEnd")
    page.js("localStorage.removeItem('roll')")


def test_what_was_undone_and_redone_is_said_to_fingers(bench, page, control):
    control.ask("step kick 1")
    said = "return [...document.querySelectorAll('.notice')].map((notice) => notice.textContent)"
    page.resize(390, 844, has_touch=True)
    page.open()
    for button, sentence in ((".undo:not(.redo)", "undid: step kick 1"), (".redo", "redid: step kick 1")):
        eventually(lambda: not page.js("return document.querySelector(arguments[0]).disabled", f"#transport {button}"), "there is something")
        page.touch("touchStart", middle(page.box(f"#transport {button}")))
        page.touch("touchEnd")
        eventually(lambda: sentence in page.js(said), f"it says {sentence}")
    # Where there is room, redo has its name as undo has.
    page.resize(1280, 800)
    control.ask("undo")
    page.has_caught_up(control)
    name = "return document.querySelector('.redo .what')"
    eventually(lambda: page.js(f"{name}.textContent") == "step kick 1" and page.js(f"{name}.checkVisibility()"), "redo is named")


def tap(page, drum):
    """One stroke of a pad."""
    strike_once(page)
    page.touch("touchStart", middle(page.box(f'.pad[data-drum="{drum}"]')))
    page.touch("touchEnd")


def test_what_pads_strike_is_recorded_in_the_pattern(bench, page, control):
    control.ask("tempo 120")
    page.resize(420, 800, has_touch=True)
    page.open("pads")
    page.press(".record")
    eventually(lambda: control.look()["status"]["recording"]["isOn"], "recording is on")
    page.press(".play")
    eventually(lambda: page.js("return ghostnote.store.transport.rolling"), "it plays")
    watcher = bench.control()
    watcher.ask("watch hits")
    for drum in ("snare", "tom3"):
        tap(page, drum)
    eventually(lambda: watcher.ask("status") and {"snare", "tom3"} <= {hit["drum"] for hit in watcher.hits if hit["by"] == "command"}, "both are struck")
    struck = {hit["drum"]: hit["velocity"] for hit in watcher.hits if hit["by"] == "command"}

    def recorded():
        return {voice: [velocity(step) for step in steps if step] for voice, steps in lanes(control).items()}

    eventually(lambda: {voice: hits for voice, hits in recorded().items() if hits} == {drum: [hard] for drum, hard in struck.items()},
               "the pattern holds the hits, as hard as they were struck")
    page.press(".record")
    control.ask("stop")


def test_a_pad_chokes_what_is_in_its_group(bench, page, control):
    control.ask("choke crash 1")
    page.resize(420, 800, has_touch=True)
    page.open("pads")
    watcher = bench.control()
    watcher.ask("watch hits")

    def left(*drums):
        """How loud it is a while after pads were struck."""
        control.ask("panic")
        for count, drum in enumerate(drums, len(watcher.hits) + 1):
            tap(page, drum)
            eventually(lambda: watcher.ask("status") and len(watcher.hits) >= count, f"{drum} is struck")
        return sum(map(abs, bench.control().sound(0.6)[-9_600:])) / 9_600

    # The side stick is short: beside it the crash goes on, unless it is in the group.
    rings = left("crash", "sidestick")
    control.ask("choke sidestick 1")
    assert left("crash", "sidestick") < rings / 4 and rings > 3, rings
