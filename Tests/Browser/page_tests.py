"""Ring 4: what a person does with the page, and what is heard and shown then."""

import statistics
import time

from bench import eventually, onsets


def lanes(control):
    return {lane["voice"]: lane["steps"] for lane in control.look()["pattern"]["lanes"]}


def velocity(step):
    return step["velocity"] if isinstance(step, dict) else step


def middle(box):
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def cell_at(page, voice, step):
    return middle(page.box(f'.lane[data-voice="{voice}"] .cell[data-step="{step}"]'))


def click(page, voice, step):
    page.drag([cell_at(page, voice, step)])


def test_the_page_is_small_and_quick(bench, page, control):
    sizes = page.js("""return performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
        .reduce((sum, entry) => sum + entry.encodedBodySize, 0)""")
    assert 20_000 < sizes <= 300_000, f"{sizes} bytes"
    print(f"  {sizes} bytes to first use")


def test_a_step_clicked_is_a_step_heard(bench, page, control):
    control.ask("tempo 120")
    for step in (1, 9, 13):
        click(page, "kick", step)
    eventually(lambda: [velocity(s) if s else 0 for s in lanes(control).get("kick", [])]
               == [96, 0, 0, 0, 0, 0, 0, 0, 96, 0, 0, 0, 96, 0, 0, 0], "the session has the steps")
    page.find(".play").click()
    heard = onsets(bench.control().sound(5))
    gaps = [round(after - before, 2) for before, after in zip(heard, heard[1:])]
    # Bars of 2 s: hits at 0, 1 and 1.5 s.
    assert len(gaps) >= 5, f"onsets {heard}"
    cycle = [1.0, 0.5, 0.5]
    assert any(all(abs(gap - cycle[(index + turn) % 3]) < 0.02 for index, gap in enumerate(gaps))
               for turn in range(3)), f"gaps {gaps}"


def test_a_click_clears_a_hit_and_a_sweep_draws_and_clears_many(bench, page, control):
    page.drag([cell_at(page, "closedhat", step) for step in (1, 2, 3, 4, 5)])
    eventually(lambda: lanes(control).get("closedhat", [])[:6] == [96, 96, 96, 96, 96, None], "five are drawn")
    click(page, "closedhat", 2)
    eventually(lambda: lanes(control)["closedhat"][:3] == [96, None, 96], "one is cleared")
    page.drag([cell_at(page, "closedhat", step) for step in (3, 4, 5)])
    eventually(lambda: lanes(control)["closedhat"][:6] == [96, None, None, None, None, None], "three are cleared")


def test_a_drag_upwards_changes_the_velocity_as_one_change(bench, page, control):
    click(page, "snare", 5)
    eventually(lambda: lanes(control).get("snare", [None] * 5)[4] == 96, "the hit is there")
    x, y = cell_at(page, "snare", 5)
    page.drag([(x, y), (x, y + 12), (x, y + 30), (x, y + 60)])
    softer = eventually(lambda: (lambda v: v if v != 96 else 0)(velocity(lanes(control)["snare"][4])), "it is softer")
    assert 30 <= softer <= 60, softer
    page.find(".undo").click()
    eventually(lambda: lanes(control)["snare"][4] == 96, "one undo takes the drag back")


def test_undo_and_redo_go_by_name_from_buttons_and_keys(bench, page, control):
    click(page, "kick", 1)
    eventually(lambda: page.js("return document.querySelector('.undo .what').textContent").startswith("step"),
               "undo is named")
    page.key("z", "KeyZ", modifiers=2)
    eventually(lambda: lanes(control).get("kick", [None])[0] is None, "the hit is taken back")
    page.key("z", "KeyZ", modifiers=10)
    eventually(lambda: lanes(control).get("kick", [None])[0] == 96, "the hit is there again")


def test_a_pad_touched_is_a_hit_and_lights(bench, page, control):
    page.resize(420, 800, has_touch=True)
    page.open("pads")
    left, top, width, height = page.box('.pad[data-drum="snare"]')
    watcher = bench.control()
    watcher.ask("watch hits")
    for part in (0.1, 0.9):
        page.touch("touchStart", (left + width / 2, top + height * part))
        page.touch("touchEnd")
        time.sleep(0.15)
    eventually(lambda: watcher.ask("status") and len(watcher.hits) >= 2, "two hits are struck")
    assert [hit["drum"] for hit in watcher.hits] == ["snare", "snare"], watcher.hits
    hard, soft = (hit["velocity"] for hit in watcher.hits)
    assert hard >= 115 and soft <= 50, (hard, soft)
    eventually(lambda: page.js("return document.querySelector('.pad[data-drum=snare]').dataset.velocity")
               == str(soft), "the pad has lit")


def test_two_fingers_strike_two_pads_and_a_finger_that_stays_rolls(bench, page, control):
    control.ask("tempo 120")
    page.resize(420, 800, has_touch=True)
    page.open("pads")
    places = [middle(page.box(f'.pad[data-drum="{drum}"]')) for drum in ("crash", "tom3")]
    watcher = bench.control()
    watcher.ask("watch hits")
    page.touch("touchStart", *places)
    time.sleep(0.8)
    page.touch("touchEnd")
    time.sleep(0.3)
    watcher.ask("status")
    counts = {drum: sum(hit["drum"] == drum for hit in watcher.hits) for drum in ("crash", "tom3")}
    assert min(counts.values()) >= 3, counts
    before = len(watcher.hits)
    time.sleep(0.4)
    watcher.ask("status")
    assert len(watcher.hits) == before, "the roll goes on after the finger has left"


def test_a_pad_is_fast(bench, page, control):
    page.open("pads")
    trips = page.js("""return (async () => {
        const trips = [];
        for (let index = 0; index < 200; index++) trips.push((await ghostnote.strike('kick', 40)).milliseconds);
        return trips; })()""")
    trips.sort()
    median, worst = statistics.median(trips), trips[int(len(trips) * 0.99)]
    print(f"  pad to session and back: median {median:.1f} ms, p99 {worst:.1f} ms")
    # How fast is a figure; that nothing waits for a tick of 20 ms, however busy the machine, is a rule.
    assert trips[0] < 15, trips[:5]


def test_two_pages_agree(bench, page, control):
    other = bench.browser(900, 700, "light")
    other.open()
    click(page, "snare", 5)
    eventually(lambda: other.js(
        "return document.querySelector('.lane[data-voice=snare] .cell[data-step=\"5\"]').classList.contains('hit')"),
        "the other page shows the hit")
    click(other, "kick", 1)
    eventually(lambda: page.js(
        "return document.querySelector('.lane[data-voice=kick] .cell[data-step=\"1\"]').classList.contains('hit')"),
        "this page shows the other's hit")
    both = [view.js("return JSON.stringify(ghostnote.store.state.document)") for view in (page, other)]
    assert both[0] == both[1]
    other.quit()
    bench.browsers.remove(other)


def test_a_thousand_steps_drawn_on_two_pages_arrive(bench, page, control):
    other = bench.browser(900, 700)
    other.open()
    control.ask("grid 64/4")
    draw = """const [voice, from] = arguments; for (let turn = 0; turn < 8; turn++) for (let step = 1; step <= 64; step++)
        ghostnote.connection.send(`step ${voice} ${step} ${1 + (turn * 64 + step) % 127}`);"""
    page.js(draw, "kick", 0)
    other.js(draw, "snare", 0)
    expected = [1 + (7 * 64 + step) % 127 for step in range(1, 65)]
    eventually(lambda: [velocity(s) for s in lanes(control).get("kick", []) if s] == expected, "all of one page")
    eventually(lambda: [velocity(s) for s in lanes(control).get("snare", []) if s] == expected, "all of the other")
    eventually(lambda: page.js("return JSON.stringify(ghostnote.store.pattern)")
               == other.js("return JSON.stringify(ghostnote.store.pattern)"), "both pages are equal")
    other.quit()
    bench.browsers.remove(other)


def test_all_is_done_by_keyboard_alone(bench, page, control):
    for _ in range(60):
        page.key("Tab")
        if page.js("return document.activeElement.classList.contains('cell')"):
            break
    assert page.js("return document.activeElement.getAttribute('aria-label')").endswith("step 1: rest")
    page.key("Enter")
    page.key("ArrowRight")
    page.key("ArrowDown")
    page.key("Enter")
    page.key("+", "Equal")
    voices = page.js("return [...document.querySelectorAll('.lane')].map((lane) => lane.dataset.voice)")
    eventually(lambda: lanes(control).get(voices[0], [None])[0] == 96, "Enter draws")
    eventually(lambda: velocity(lanes(control).get(voices[1], [None, 0])[1] or 0) == 104, "+ makes it louder")
    page.key("Delete")
    eventually(lambda: lanes(control)[voices[1]][1] is None, "Delete clears")
    page.key(" ", "Space")
    eventually(lambda: control.look()["transport"]["rolling"], "Space plays")
    page.key(" ", "Space")
    eventually(lambda: not control.look()["transport"]["rolling"], "Space stops")
    watcher = bench.control()
    watcher.ask("watch hits")
    page.key("f", "KeyF")
    eventually(lambda: watcher.ask("status") and [hit["drum"] for hit in watcher.hits] == ["snare"], "f is a snare")
    page.key("/", "Slash")
    for letter in "tempo 87":
        page.key(letter)
    page.key("Enter")
    eventually(lambda: control.look()["transport"]["tempo"] == 87, "a typed command is carried out")


def test_the_tempo_is_dragged_typed_and_tapped(bench, page, control):
    control.ask("tempo 120")
    eventually(lambda: page.js("return document.querySelector('.tempo .number').value") == "120", "120 is shown")
    x, y = middle(page.box(".tempo .number"))
    page.drag([(x, y), (x, y - 10), (x, y - 20)])
    eventually(lambda: control.look()["transport"]["tempo"] == 130, "20 pixels are 10 bpm")
    page.drag([(x, y)])
    for letter in "92.5":
        page.key(letter)
    page.key("Enter")
    eventually(lambda: control.look()["transport"]["tempo"] == 92.5, "a number is typed")
    page.js("for (const time of [0, 500, 1000, 1500]) ghostnote.transport.tap(time + 1e6)")
    eventually(lambda: control.look()["transport"]["tempo"] == 120, "four taps half a second apart")


def test_a_slider_moves_with_others_and_is_one_change(bench, page, control):
    control.ask("step snare 5 X")
    page.open("mixer")
    page.js("""const slider = document.querySelector('.strip[data-drum=snare] input[aria-label="Level of Snare"]');
        slider.value = '-9.5'; slider.dispatchEvent(new Event('input')); slider.dispatchEvent(new Event('change'));""")
    eventually(lambda: control.look()["document"]["kit"]["drums"]["snare"]["level"] == -9.5, "the level is set")
    control.ask("level snare 3")
    eventually(lambda: page.js("return document.querySelector('.strip[data-drum=snare] output').textContent")
               == "3 dB", "the slider follows")


def test_the_text_is_played(bench, page, control):
    page.open("text")
    area = page.find("textarea")
    eventually(lambda: "grid: 16/4" in page.js("return arguments[0].value", area), "the pattern is read")
    page.js("""arguments[0].value = 'grid: 8/2\\nkick: X.x.X.x.\\nsnare: ..X...Xo';
        arguments[0].dispatchEvent(new Event('input'))""", area)
    page.find(".textview .primary").click()
    eventually(lambda: lanes(control).get("snare") == [None, None, 120, None, None, None, 120, 56], "it is played")


def test_uneven_cells_are_as_wide_as_their_time(bench, page, control):
    control.ask("load tempered")
    control.ask("stop")
    eventually(lambda: page.js("return ghostnote.store.pattern.lanes.length") == 5, "the patch is shown")
    expected = page.js("""const grid = ghostnote.store.pattern.grid;
        return grid.beats.map((beat, index) => ((grid.beats[index + 1] ?? grid.length) - beat) / grid.length)""")
    widths = page.js("""const track = document.querySelector('.lane[data-voice=tom6] .track');
        return [...track.querySelectorAll('.cell')].map((cell) =>
            cell.getBoundingClientRect().width / track.getBoundingClientRect().width)""")
    assert len(set(round(width, 3) for width in widths)) == 2
    assert all(abs(a - b) < 0.003 for a, b in zip(widths, expected)), (widths, expected)


def test_the_playhead_is_where_the_sound_is(bench, page, control):
    control.ask("load rock")
    control.ask("play")
    errors = page.js("""return new Promise((resolve) => {
        const errors = [];
        ghostnote.connection.addEventListener('hits', (event) => {
            for (const hit of event.detail) {
                const { tempo, rolling, beat, time } = ghostnote.store.transport;
                if (rolling) errors.push((beat + (hit.time - time) / 6e10 * tempo - hit.beat) * 60000 / tempo);
            }
            if (errors.length > 40) resolve(errors);
        });
    })""")
    worst = max(map(abs, errors[4:]))
    print(f"  playhead against the hits' times: at most {worst:.2f} ms in {len(errors)}")
    assert worst < 16.7, errors
    frame = page.js("""return new Promise((resolve) => requestAnimationFrame(() => {
        const row = document.querySelector('.lane'), head = row.querySelector('.playhead');
        const { tempo, beat, time, origin } = ghostnote.store.transport;
        const now = beat + (ghostnote.clock.now() - time / 1e6) * tempo / 60000 - origin;
        const length = ghostnote.store.pattern.grid.length;
        const x = new DOMMatrix(getComputedStyle(head).transform).m41 / row.querySelector('.track').clientWidth * length;
        const away = Math.abs(((now % length) + length) % length - x);
        resolve(Math.min(away, length - away) * 60000 / tempo);
    }))""")
    assert frame < 60, f"{frame} ms"


def test_names_from_a_patch_are_text_and_never_markup(bench, page, control):
    name = "<img src=x onerror=document.title='owned'> </script>"
    control.ask(f'pattern rename "{name}"')
    eventually(lambda: page.js("return document.querySelector('#transport .pattern').textContent").startswith("<img"),
               "the name is shown")
    assert page.js("return document.images.length") == 0
    assert page.driver.title == "Ghostnote"


def test_a_mistyped_command_says_why(bench, page, control):
    page.key("/", "Slash")
    for letter in "step kick 99 X":
        page.key(letter)
    page.key("Enter")
    eventually(lambda: page.driver.find_elements("css selector", ".notice.error"), "the reason is shown")
    page.key("Escape")


def test_a_reload_shows_the_same(bench, page, control):
    control.ask("load funk")
    eventually(lambda: page.js("return ghostnote.store.pattern.lanes.length") > 3, "the patch is shown")
    before = page.js("return document.querySelector('.lanes').innerText + document.querySelectorAll('.hit').length")
    page.open()
    after = page.js("return document.querySelector('.lanes').innerText + document.querySelectorAll('.hit').length")
    assert before == after


def test_a_page_finds_a_session_that_was_restarted(bench, page, control):
    bench.stop_daemon()
    eventually(lambda: page.js("return document.body.classList.contains('away')"), "the page knows that it is gone")
    assert "waiting" in page.js("return document.querySelector('.warning').textContent")
    again = bench.start_daemon("funk")
    page.is_ready()
    eventually(lambda: page.js("return ghostnote.store.pattern.lanes.length") > 3, "the new session is shown")
    click(page, "kick", 2)
    eventually(lambda: velocity(lanes(again)["kick"][1] or 0) == 96, "and played")
    again.ask("load empty")


def test_a_page_finds_its_server_restarted_while_the_music_goes_on(bench, page, control):
    control.ask("load rock")
    control.ask("play")
    bench.stop_remote()
    eventually(lambda: page.js("return document.body.classList.contains('away')"), "the page knows that it is gone")
    assert len(bench.control().hits_for(1)) >= 4, "the music goes on"
    bench.start_remote(bench.port)
    page.is_ready()
    page.find(".play").click()
    eventually(lambda: not control.look()["transport"]["rolling"], "the page stops the music")


def test_every_view_fits_from_a_small_phone_to_a_television(bench, page, control):
    control.ask("load funk")
    for width, height in ((320, 640), (768, 1024), (1920, 1080)):
        page.resize(width, height)
        for view in page.js("return ghostnote.views.map((view) => view.name.toLowerCase())"):
            page.open(view)
            wide = page.js("return [document.documentElement.scrollWidth, innerWidth]")
            assert wide[0] <= wide[1], f"{view} at {width}: {wide}"


def test_controls_have_names_and_colours_contrast(bench, page, control):
    control.ask("load funk")
    for scheme in ("dark", "light"):
        page.resize(1280, 800, scheme)
        for view in page.js("return ghostnote.views.map((view) => view.name.toLowerCase())"):
            page.open(view)
            unnamed = page.js("""return [...document.querySelectorAll('button, input, select, textarea, [role=gridcell]')]
                .filter((element) => !(element.getAttribute('aria-label') || element.labels?.length
                    || element.textContent.trim() || element.title)).map((element) => element.outerHTML.slice(0, 80))""")
            assert not unnamed, unnamed
            poor = page.js(CONTRAST)
            assert not poor, f"{view}, {scheme}: {poor}"


# Text of 4.5 to 1 against what lies below it (WCAG 2, AA), large text of 3 to 1; what is disabled is left out.
CONTRAST = """
const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
const read = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data]; };
const light = ([r, g, b]) => [r, g, b].map((part) => part / 255).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4).reduce((sum, part, index) =>
    sum + part * [0.2126, 0.7152, 0.0722][index], 0);
const ground = (element) => { for (let at = element; at; at = at.parentElement) {
    const colour = read(getComputedStyle(at).backgroundColor); if (colour[3] > 250) return colour; } return [0, 0, 0]; };
const poor = [];
for (const element of document.querySelectorAll('body *')) {
    const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!text || element.closest(':disabled, .cell, .pad, .voice, noscript, option') || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const [front, back] = [light(read(style.color)), light(ground(element))];
    const ratio = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    const isLarge = parseFloat(style.fontSize) >= 24 || parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 600;
    if (ratio < (isLarge ? 3 : 4.5)) poor.push([element.className || element.tagName, element.textContent.slice(0, 20), ratio.toFixed(2)]);
}
return poor;
"""


def test_pictures_of_every_view(bench, page, control):
    control.ask("load funk")
    control.ask("play")
    for view in page.js("return ghostnote.views.map((view) => view.name.toLowerCase())"):
        page.resize(1280, 800)
        page.open(view)
        page.shoot(view)
    page.resize(1280, 800, "light")
    page.open("grid")
    page.shoot("grid-light")
    page.resize(390, 844, has_touch=True)
    page.open("pads")
    page.shoot("pads-phone")
    page.open("grid")
    page.shoot("grid-phone")
