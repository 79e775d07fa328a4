"""Ring 4: what goes wrong around a page: a session that dies, a clock that jumps, sound that cannot be had, xruns."""

import re
import signal
import time

from bench import eventually
from page_tests import cell_at

# A requested lock of the screen, as browsers give one, is kept in `locks`; whether the page is hidden is told by `isHidden`.
WAKE_LOCK = """
globalThis.locks = [];
Object.defineProperty(navigator, 'wakeLock', { value: { request: async (kind) => {
    const lock = { kind, released: false, release: async () => { lock.released = true; } };
    locks.push(lock);
    return lock; } } });
globalThis.isHidden = false;
Object.defineProperty(document, 'hidden', { get: () => isHidden });
globalThis.hide = (isIt) => { isHidden = isIt; document.dispatchEvent(new Event('visibilitychange')); };
"""


def notices(page):
    return page.js("return [...document.querySelectorAll('.notice')].map((notice) => notice.textContent).join(' / ')")


def hears_nothing(bench):
    """Lets the session hear nothing more until it is killed."""
    bench.daemon.send_signal(signal.SIGSTOP)


def test_requests_that_a_session_took_with_it_are_answered(bench, page, control):
    page.open("rhythm")
    # Requests of other kinds take longer than strikes.
    page.js("ghostnote.connection.trips = []; void ghostnote.send('status')")
    assert page.js("return ghostnote.strike('kick', 60).then((reply) => reply.ok)")
    eventually(lambda: page.js("return ghostnote.connection.waiting.size") == 0, "all is answered")
    assert page.js("return ghostnote.connection.trips.length") == 1, "strikes alone are timed"
    page.open("grid")
    place = cell_at(page, "kick", 5)
    hears_nothing(bench)
    page.drag([place])
    page.js("""globalThis.done = []; ghostnote.transport.setTempo(77);
        void ghostnote.settle('temper 5:7 1/2').then((isDone) => done.push(isDone));""")
    shown = "return document.querySelector('.lane[data-voice=kick] .cell[data-step=\"5\"]').classList.contains('hit')"
    assert page.js(shown), "a step that was asked for is shown"
    assert page.js("return ghostnote.connection.waiting.size") >= 3
    bench.stop_daemon(signal.SIGKILL)
    eventually(lambda: page.js("return document.body.classList.contains('away')"), "the page knows that it is gone")
    eventually(lambda: page.js("return ghostnote.connection.waiting.size") == 0, "no request waits", 5)
    eventually(lambda: page.js("return done.join()") == "false", "what waited goes on", 5)
    eventually(lambda: not page.js(shown), "a hit that the session does not have is not shown", 5)
    eventually(lambda: page.js("return ghostnote.transport.pace.isFree"), "the tempo is free", 5)
    # Where no session comes, the sound is not waited for.
    page.open_without_session("pads")
    # A view without a session takes no pointer.
    page.js("document.querySelector('.here').click()")
    eventually(lambda: "No sound here" in notices(page), "why there is no sound", 15)
    assert page.js("return [ghostnote.playHere.isOn, document.querySelector('.here').getAttribute('aria-pressed')]") == [False, "false"]
    bench.start_daemon()
    page.is_ready()


def test_a_clock_that_was_moved_is_followed_at_once(bench, page, control):
    offsets = page.js("""return (async () => {
        const { HostClock } = await import('/modules/time.js');
        const clock = new HostClock();
        const found = [];
        const hear = (trip, offset) => {
            const now = performance.now();
            clock.take({ sent: now - trip, time: (now - trip / 2 + offset) * 1e6 });
            found.push(clock.offset);
        };
        for (let turn = 0; turn < 16; turn++) hear(1 + turn % 3, 1000);
        hear(40, 1005);    // no contradiction: it is known to 20 ms only
        hear(30, 61000);   // a minute of sleep
        hear(2, 61001);
        return found; })()""")
    assert abs(offsets[16] - 1000) < 0.5, "the shortest trip is believed"
    assert abs(offsets[17] - 61000) < 0.5, "what cannot be true any more is forgotten"
    assert abs(offsets[18] - 61001) < 0.5, offsets[17:]


# A sample of before that no other contradicts.
MARK = """const clock = %s; clock.samples = [{ trip: 1e9, offset: clock.offset, mark: true }];"""
MARKED = "return %s.samples.some((sample) => sample.mark)"


def test_the_clock_begins_again_when_a_page_is_seen_or_connected_again(bench, page, control):
    for name, clock, link in (("", "ghostnote.clock", "ghostnote.connection"), ("stage", "stage.clock", "stage.connection"),
                              ("phone", "phone.link.clock", "phone.link")):
        page.open() if not name else page.driver.get(f"{bench.address}{name}")
        if name == "phone":
            page.find("input").send_keys("Ada")
            page.press(".go")
        eventually(lambda: page.js(f"return !!globalThis.{clock.split('.')[0]} && {clock}.samples.length >= 4"), f"{name}: samples")
        page.js(MARK % clock)
        page.js("document.dispatchEvent(new Event('visibilitychange'))")
        assert not page.js(MARKED % clock), f"{name}: seen again"
        eventually(lambda: page.js(f"return {clock}.samples.length >= 4"), f"{name}: the time is asked for", 5)
        page.js(MARK % clock)
        page.js(f"{link}.socket.close()")
        eventually(lambda: not page.js(MARKED % clock), f"{name}: connected again", 10)
        assert not page.js(f"return Number.isNaN({clock}.offset)")
    page.press('[aria-label="Leave"]')


def test_a_phone_keeps_its_screen_on_while_it_is_seen_and_seated(bench, page, control):
    script = page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WAKE_LOCK})["identifier"]
    page.driver.get(f"{bench.address}phone")
    page.find("input").send_keys("Ada")
    page.press(".go")
    page.find(".drumpad")
    eventually(lambda: page.js("return locks.map((lock) => lock.kind).join()") == "screen", "the screen is kept on")
    page.js("locks[0].released = true; hide(true)")
    time.sleep(0.3)
    assert page.js("return locks.length") == 1, "a hidden page asks for nothing"
    page.js("hide(false); hide(false)")
    eventually(lambda: page.js("return locks.length") == 2, "and again when it is seen")
    page.js("hide(false)")
    time.sleep(0.3)
    assert page.js("return locks.length") == 2, "one lock suffices"
    page.press('[aria-label="Leave"]')
    eventually(lambda: page.js("return locks[1].released"), "who leaves lets the screen go out")
    page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})


def stand_still(process, seconds):
    process.send_signal(signal.SIGSTOP)
    time.sleep(seconds)
    process.send_signal(signal.SIGCONT)


def test_xruns_of_the_last_minute_are_shown_where_nothing_moves(bench, page, control):
    before = page.box('.lane[data-voice="kick"]')
    began = time.monotonic_ns()
    stand_still(bench.jack, 0.4)
    # Those of earlier tests may be shown already.
    eventually(lambda: (page.js("return ghostnote.store.status.xruns.time") or 0) > began, "an xrun is heard of")
    eventually(lambda: re.fullmatch(r"\d+ xruns?", page.js("return document.querySelector('.xruns').textContent")), "xruns are shown")
    shown = page.js("return ghostnote.store.status.xruns")
    assert 1 <= shown["lastMinute"] <= shown["total"], shown
    assert shown["time"] <= time.monotonic_ns(), shown
    assert page.box('.lane[data-voice="kick"]') == before, "the grid has moved"
    assert page.js("return document.querySelector('.xruns').checkVisibility()")


def test_a_followed_clock_says_how_well_and_is_missed_when_it_is_lost(bench, page, control):
    began = time.monotonic_ns()
    own = control.look()["status"]["clock"]["settings"]["source"]
    words = "return document.querySelector('.clock').textContent"

    def report():
        now = time.monotonic_ns()
        control.ask(f"follow {1 + (now - began) / 1e9} at {now} tempo 60 bar 4 rolling")
        return page.js(words)

    control.ask("clock source link")
    eventually(lambda: re.fullmatch(r"Ableton Link · locked [+−]\d+\.\d ms", report()), "how far Link is off")
    eventually(lambda: "Ableton Link lost" in page.js("return document.querySelector('.warning').textContent"), "it is missed", 30)
    assert page.js("return document.querySelector('.warning').checkVisibility()")
    control.ask(f"clock source {own}")
    eventually(lambda: page.js("return document.querySelector('.warning').hidden"), "what was not chosen is not missed")
    # Without a MIDI clock here: the session's own words (Tests/DaemonTests).
    said, title = page.js("""Object.assign(ghostnote.store.status.clock,
            { leader: 'MIDI clock', presence: 'locked', jitterMS: 0.32, phaseErrorMS: -1.26 });
        ghostnote.transport.drawStatus();
        const clock = document.querySelector('.clock'); return [clock.textContent, clock.title];""")
    assert said == "MIDI clock · locked −1.3 ±0.3 ms", said
    assert "jitter 0.3 ms" in title, title


def test_a_small_phone_shows_level_undo_mute_and_solo(bench, page, control):
    control.ask("load funk")
    control.ask("mute snare on")
    control.ask("play")
    for width, height in ((320, 640), (360, 740)):
        page.resize(width, height, has_touch=True)
        page.open()
        eventually(lambda: page.js("return document.querySelector('.undo .what').textContent") == "mute snare", "undo is named")
        # What is shown at the worst: all of it at once.
        page.js("""Object.assign(ghostnote.store.status.clock, { leader: 'MIDI clock', presence: 'locked', jitterMS: 0.32, phaseErrorMS: -11.26 });
            ghostnote.store.status.xruns = { total: 1234, lastMinute: 123, time: 0 };
            ghostnote.transport.drawStatus()""")
        for selector in (".meter i", ".xruns", ".undo .what", ".lane .toggle", ".clock", ".quality", ".place"):
            left, _, wide, high = page.box(selector)
            assert wide >= 20 and high >= 3 and left >= 0 and left + wide <= width, f"{selector} at {width}: {left}, {wide}, {high}"
        assert page.js("return document.documentElement.scrollWidth") <= width
        outside = page.js("""return [...document.querySelectorAll('#transport *')].filter((one) => one.checkVisibility()
            && one.getBoundingClientRect().right > innerWidth + 0.5).map((one) => one.className || one.tagName)""")
        assert not outside, f"{width}: {outside}"
        assert page.js("return document.getElementById('transport').getBoundingClientRect().height") < 200
        low = page.js("""return [...document.querySelectorAll('.lane .toggle')].map((one) => one.getBoundingClientRect())
            .filter((box) => box.width < 24 || box.height < 24).length""")
        assert low == 0, "a finger needs room"
    page.press('.lane[data-voice="snare"] .toggle')
    eventually(lambda: not any(lane.get("mute") for lane in control.look()["pattern"]["lanes"]), "a finger lets the snare sound")
    control.ask("stop")


def test_listening_that_cannot_begin_says_why_and_can_be_tried_again(bench, page, control):
    page.js("""globalThis.addModule = AudioWorklet.prototype.addModule;
        AudioWorklet.prototype.addModule = () => Promise.reject(new Error('no module'));""")
    page.press(".listen")
    eventually(lambda: "cannot listen here: no module" in notices(page), "the reason is said")
    page.js("for (const notice of document.querySelectorAll('.notice')) notice.remove()")
    assert page.js("return document.querySelector('.listen').getAttribute('aria-pressed')") == "false"
    page.js("AudioWorklet.prototype.addModule = addModule")
    page.press(".listen")
    eventually(lambda: page.js("return ghostnote.transport.listening.milliseconds") > 0, "it is heard")
    # Pressed twice at once: it is ended before it has begun, without a word.
    page.press(".listen")
    page.js("for (let turn = 0; turn < 2; turn++) document.querySelector('.listen').click()")
    time.sleep(1)
    assert page.js("return document.querySelector('.listen').getAttribute('aria-pressed')") == "false"
    assert "cannot listen" not in notices(page), notices(page)


def test_scheduled_sound_counts_what_it_leaves_out(bench, page, control):
    gaps = page.js("""return (async () => {
        const { ScheduledSound } = await import('/modules/listen.js');
        const sound = new ScheduledSound(new OfflineAudioContext(2, 48000, 48000));
        const found = [];
        // Its clock stands still: 0.36 s are taken ahead, and more is left out.
        for (const pieces of [9, 1, 10]) { sound.write(new Int16Array(2 * 1920 * pieces)); found.push(sound.gaps); }
        sound.next = 0.1;
        for (const pieces of [1, 20]) { sound.write(new Int16Array(2 * 1920 * pieces)); found.push(sound.gaps); }
        return found; })()""")
    assert gaps == [0, 0, 1, 1, 2], gaps


# Counts the panners that are made.
PANNERS = """globalThis.panners = 0; const Plain = PannerNode;
globalThis.PannerNode = class extends Plain { constructor(...values) { super(...values); panners++; } };"""


def test_sound_in_space_stands_at_one_place_a_drum_and_ends_with_its_context(bench, page, control):
    stage = bench.open_stage(page)
    stage.js(PANNERS)
    for turn in range(2):
        stage.press("#sound")
        eventually(lambda: stage.js("return document.getElementById('sound').getAttribute('aria-pressed')") == "true", "it is on", 30)
        for _ in range(6):
            control.ask("hit kick 84; hit snare 84")
        eventually(lambda: stage.js("return stage.playHere.started") == 12 * (turn + 1), "all are heard")
        assert stage.js("return [panners, stage.playHere.places.size]") == [2 * (turn + 1), 2]
        stage.press("#sound")
        eventually(lambda: stage.js("return document.getElementById('sound').getAttribute('aria-pressed')") == "false", "it is off")
        left = stage.js("const { shots, sounding, places } = stage.playHere; return [shots.sounds.size, sounding.size, places.size]")
        assert left == [0, 0, 0], left
