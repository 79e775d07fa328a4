"""Ring 4: the rhythm designer: amounts that stay exact, trials beside other pages, keys, and necklaces."""

from math import comb, cos, gcd, pi, sin

from bench import eventually
from page_tests import lanes, middle, tempered

CANCEL, KEEP = '[aria-label="Go back to what was"]', '[aria-label="Keep what is heard"]'


def begin(page, name):
    page.js("document.querySelector(`[aria-label=\"Begin with ${arguments[0]}\"]`).click()", name)


def text(control):
    return (tempered(control) or {"text": ""})["text"]


def write(page, label, value):
    """Writes into a field, or chooses from a menu."""
    page.js("""const field = document.querySelector(`.rhythmview [aria-label="${arguments[0]}"]`);
        field.value = arguments[1]; for (const type of ['input', 'change']) field.dispatchEvent(new Event(type));""", label, value)


def is_stored(page, control):
    """Waits until the page has stored the trial with what it did last: with that it goes on once it is loaded again."""
    page.has_caught_up(control)
    eventually(lambda: page.js("""return JSON.parse(sessionStorage.getItem('trial') ?? '{}').lines?.['']
        === ghostnote.trial.sent.get('')"""), "the trial is stored")


def choose_lane(page, voice):
    """Chooses whose grid is drawn, once the page knows the lane."""
    page.find(f'[aria-label="What is drawn"] option[value="{voice}"]')
    page.js("""const menu = document.querySelector('[aria-label="What is drawn"]');
        menu.value = arguments[0]; menu.dispatchEvent(new Event('change'));""", voice)


def said(page):
    return page.js("return document.getElementById('notices').textContent")


def line(control):
    """The pattern as a line; how it is laid out is left out."""
    return " ".join(control.ask("text line")["notation"]["text"].split())


def row(control, voice):
    return "".join("x" if step else "." for step in lanes(control).get(voice, []))


def test_an_amount_that_is_no_24th_is_shown_and_stays_until_it_is_dragged(bench, page, control):
    control.ask("temper 5:7 1/5")
    page.open("rhythm")
    eventually(lambda: page.js("return document.querySelector('.controls output').textContent") == "1/5", "it is shown exactly")
    labels = page.js("return [...document.querySelectorAll('.round .dots text')].map((text) => text.textContent)")
    assert labels == ["0", "33/175", "71/175", "104/175", "142/175"], labels
    page.js("document.querySelector('.round .end[data-index=\"1\"]').focus()")
    page.key("ArrowRight")
    eventually(lambda: text(control) == "5:7 1/5 map 1,3,4,5,7", f"a spoke is led elsewhere: {text(control)}")
    write(page, "Amount", "6")
    eventually(lambda: text(control) == "5:7 1/4 map 1,3,4,5,7", "it is dragged")
    page.press(CANCEL)
    eventually(lambda: text(control) == "5:7 1/5", "it is as it was")


def test_the_ends_of_a_course_are_shown_edited_and_kept(bench, page, control):
    control.ask("temper 5:7 1/4 to 3/4 over 8 sine")
    page.open("rhythm")
    shown = """return ['How it moves', 'From', 'To', 'Loops'].map((label) =>
        document.querySelector(`.rhythmview [aria-label="${label}"]`).value)"""
    eventually(lambda: page.js(shown) == ["sine", "1/4", "3/4", "8"], "the course is shown")
    write(page, "Loops", "6")
    eventually(lambda: text(control) == "5:7 1/4 to 3/4 over 6 sine", "its ends stay")
    write(page, "From", "0.6180339887")
    eventually(lambda: text(control) == "5:7 309017/500000 to 3/4 over 6 sine", "a long decimal is rounded")
    write(page, "From", "35%")
    eventually(lambda: text(control) == "5:7 7/20 to 3/4 over 6 sine", "one is written")
    write(page, "To", "2")
    eventually(lambda: "To: expected an amount of 0–1" in said(page), "what is no amount is refused")
    write(page, "How it moves", "still")
    eventually(lambda: text(control) == "5:7 1/2", "it stays still")
    write(page, "How it moves", "back")
    eventually(lambda: text(control) == "5:7 7/20 to 3/4 over 6 back", "and moves between the same ends again")
    page.press(CANCEL)
    eventually(lambda: text(control) == "5:7 1/4 to 3/4 over 8 sine", "it is as it was")


def test_even_rhythms_are_those_of_the_session(bench, page, control):
    for pulses, count, turn in ((3, 8, 0), (5, 8, 0), (7, 16, 0), (5, 12, 2), (9, 16, -3), (5, 13, 0), (1, 4, 0), (4, 4, 0)):
        control.ask(f"temper E({pulses},{count},{turn}):3 1/2")
        beats = page.js("""return import('/modules/temper.js').then((temper) =>
            temper.readSubdivision(`E(${arguments[0]},${arguments[1]},${arguments[2]})`).beats)""", pulses, count, turn)
        assert beats == tempered(control)["upper"]["beats"], (pulses, count, turn, beats)


def test_a_trial_is_cancelled_beside_what_another_page_drew(bench, page, control):
    control.ask("paste pattern grid: 16/4; kick: X...x...X...x..o; snare [ratio √2, mute]: ....X+......X...; cowbell [grid 4/1]: x.x.")
    before = line(control)
    page.open("rhythm")
    begin(page, "5 : 7")
    eventually(lambda: text(control) == "5:7 1/2", "it is tried")
    write(page, "Amount", "20")
    eventually(lambda: text(control) == "5:7 5/6", "and dragged")
    assert row(control, "kick") == "x...x", "hits fell off the end"
    other = bench.browser(900, 700)
    other.open("grid")
    other.cell("kick", 2).click()
    eventually(lambda: row(control, "kick") == "xx..x", "another page draws a step")
    depth = control.look()["history"]["depth"]
    page.press(CANCEL)
    wanted = before.replace("kick: X... x... X... x..o", "kick: Xx.. x... X... x..o")
    eventually(lambda: line(control) == wanted, f"the grid and its hits are back, and the step is there: {line(control)}, {wanted}")
    assert control.look()["history"]["depth"] == depth + 1, "by one change"
    eventually(lambda: "put back by a change of its own" in said(page), "which is said")
    assert page.js("return [...document.querySelectorAll('.rhythmview .chip:disabled')].map((chip) => chip.textContent)") == ["Keep", "Cancel"]
    other.quit()
    bench.browsers.remove(other)


def test_a_trial_is_not_put_back_into_another_patch(bench, page, control):
    control.ask("load funk")
    page.open("rhythm")
    begin(page, "5 : 7")
    eventually(lambda: text(control) == "5:7 1/2", "it is tried")
    tried = line(control)
    control.ask("load rock")
    # Its pattern is called as the one that was tried.
    control.ask("pattern rename Funk")
    control.ask("step kick 2 X")
    before = line(control)
    page.press(CANCEL)
    eventually(lambda: "the trial is of another patch" in said(page), "that is said")
    assert line(control) == before, "nothing of it is in the other patch"
    assert page.js("return ghostnote.trial.isOn"), "it can still be kept"
    control.ask("undo 3")
    assert line(control) == tried
    page.press(CANCEL)
    eventually(lambda: text(control) == "", "it is taken back in its own")


def test_a_trial_of_a_lane_is_cancelled_beside_what_another_page_drew(bench, page, control):
    control.ask("paste pattern grid: 16/4; kick: X...x...X...x..o; snare [ratio √2, mute]: ....X.......X...")
    before = line(control)
    page.open("rhythm")
    page.js("""const menu = document.querySelector('[aria-label="What is drawn"]');
        menu.value = 'snare'; menu.dispatchEvent(new Event('change'));""")
    begin(page, "Tigrigna")
    eventually(lambda: "tempered" in control.ask("text line")["notation"]["text"], "the lane is tried")
    control.ask("step kick 2 X")
    page.press(CANCEL)
    wanted = before.replace("kick: X...", "kick: XX..")
    eventually(lambda: line(control).replace(" :", ":") == wanted, f"it is on the pattern's grid again: {line(control)}, {wanted}")


def test_a_trial_that_is_kept_beside_what_another_page_drew_is_two_changes(bench, page, control):
    page.open("rhythm")
    depth = control.look()["history"]["depth"]
    begin(page, "5 : 7")
    eventually(lambda: text(control) == "5:7 1/2", "it is tried")
    control.ask("step kick 2 X")
    for amount, wanted in (("6", "1/4"), ("9", "3/8"), ("18", "3/4")):
        write(page, "Amount", amount)
        eventually(lambda: text(control) == f"5:7 {wanted}", "and dragged on")
    page.press(KEEP)
    eventually(lambda: page.js("return document.querySelector(arguments[0]).disabled", KEEP), "it is kept")
    assert lanes(control)["kick"][1] == 120 and control.look()["history"]["depth"] == depth + 3
    control.ask("undo")
    assert text(control) == "5:7 1/2" and lanes(control)["kick"][1] == 120, "what came after it is one change"
    control.ask("undo 2")
    assert tempered(control) is None


def test_a_trial_goes_on_as_one_change_after_a_reload(bench, page, control):
    page.open("rhythm")
    before = control.look()
    begin(page, "5 : 7")
    eventually(lambda: text(control) == "5:7 1/2", "it is tried")
    is_stored(page, control)
    # Another connection, and so another client.
    page.open("rhythm")
    eventually(lambda: page.js("return ghostnote.trial.isOn && ghostnote.connection.hasSession"), "it goes on")
    write(page, "Amount", "18")
    eventually(lambda: text(control) == "5:7 3/4", "and is dragged")
    assert control.look()["history"]["depth"] == before["history"]["depth"] + 1, "as the same change"
    page.press(KEEP)
    control.ask("undo")
    assert control.look()["document"] == before["document"]


def test_a_trial_is_one_undo_on_another_page(bench, page, control):
    page.open("rhythm")
    before = control.look()
    begin(page, "5 : 7")
    for amount, wanted in (("6", "1/4"), ("18", "3/4")):
        write(page, "Amount", amount)
        eventually(lambda: text(control) == f"5:7 {wanted}", "it is dragged")
    other = bench.browser(900, 700)
    other.open("grid")
    eventually(lambda: other.js("return document.querySelector('.undo:not(.redo) .what').textContent") == "temper", "it is named")
    other.press(".undo:not(.redo)")
    eventually(lambda: control.look()["document"] == before["document"], "the other page takes it back")
    # Nothing is left that could be cancelled.
    page.press(CANCEL)
    eventually(lambda: page.js("return document.querySelector(arguments[0]).disabled", CANCEL), "it is over")
    after = control.look()
    assert after["document"] == before["document"] and after["history"]["depth"] == before["history"]["depth"]
    assert "put back" not in said(page)
    other.quit()
    bench.browsers.remove(other)


def test_a_trial_outlives_a_reload_and_is_not_forgotten(bench, page, control):
    control.ask("step kick 3 X")
    before = control.look()
    page.open("rhythm")
    begin(page, "Tigrigna")
    write(page, "Amount", "20")
    eventually(lambda: text(control).endswith("5/6"), "it is tried")
    is_stored(page, control)
    marked = "return document.querySelector('#views .trial')?.textContent ?? ''"
    page.js("location.hash = '#grid'")
    eventually(lambda: "still a trial" in said(page), "who leaves the view is told")
    assert page.js(marked) == "Rhythm"
    page.open("grid")
    eventually(lambda: "still a trial" in said(page), "and who loads the page again")
    assert page.js(marked) == "Rhythm"
    page.open("rhythm")
    page.press(CANCEL)
    eventually(lambda: control.look()["document"] == before["document"], "the pattern is as it was")
    assert control.look()["history"]["depth"] == before["history"]["depth"]
    eventually(lambda: page.js(marked) == "", "no trial is on")


def is_settled(page):
    """Waits until what was tried last is in the page's state."""
    page.js("return ghostnote.trial.pending.then(() => true)")
    eventually(lambda: not page.js("return ghostnote.shown.isHeld"), "it is settled")


def test_what_was_taken_back_or_refused_is_tried_again_in_the_same_trial(bench, page, control):
    page.open("rhythm")
    begin(page, "5 : 7")
    eventually(lambda: text(control) == "5:7 1/2", "it is tried")
    is_settled(page)
    control.ask("undo")
    page.has_caught_up(control)
    begin(page, "5 : 7")
    eventually(lambda: text(control) == "5:7 1/2", "another took it back, and it is tried again")
    is_settled(page)
    # The page has not heard of its own undo yet; what is asked for last is answered last.
    page.js("""void ghostnote.travel('undo'); document.querySelector('[aria-label="Begin with 5 : 7"]').click();
        return ghostnote.connection.send('status', false)""")
    assert text(control) == "5:7 1/2", "it is tried again"
    is_settled(page)
    page.js("""globalThis.refused = 0;
        ghostnote.send = async () => { refused++; delete ghostnote.send; return false; };""")
    begin(page, "3 : 2")
    eventually(lambda: page.js("return refused === 1 && !ghostnote.shown.isHeld"), "one is refused")
    begin(page, "3 : 2")
    eventually(lambda: text(control) == "3:2 1/2", "and is sent again")
    page.press(CANCEL)
    eventually(lambda: tempered(control) is None, "nothing is left")


def test_a_trial_of_a_lane_stays_one_while_another_pattern_is_shown(bench, page, control):
    control.ask("paste pattern name: One; grid: 16/4; kick: X...x...X...x..o; snare: ....X.......X...")
    before = line(control)
    page.open("rhythm")
    choose_lane(page, "snare")
    begin(page, "Tigrigna")
    eventually(lambda: "tempered" in line(control), "the lane is tried")
    is_settled(page)
    target = """return document.querySelector('[aria-label="What is drawn"]').value"""
    control.ask("pattern new Two")
    page.has_caught_up(control)
    other = line(control)
    begin(page, "3 : 2")
    eventually(lambda: "the trial is of another pattern" in said(page), "that is said")
    page.has_caught_up(control)
    assert line(control) == other and page.js(target) == "snare"
    control.ask("pattern One now")
    page.has_caught_up(control)
    # Its lane is gone for a while.
    control.ask("paste pattern name: One; grid: 16/4; kick: X...x...X...x..o")
    page.has_caught_up(control)
    other = line(control)
    begin(page, "3 : 2")
    eventually(lambda: "the trial is of the lane of Snare, which is gone" in said(page), "that is said")
    assert line(control) == other and page.js(target) == "snare"
    control.ask("undo")
    page.has_caught_up(control)
    begin(page, "3 : 2")
    eventually(lambda: "tempered 3:2" in line(control), f"it goes on: {line(control)}")
    page.press(CANCEL)
    eventually(lambda: line(control) == before, f"and is taken back: {line(control)}, {before}")


def test_a_trial_begins_only_where_the_session_replies(bench, page, control):
    page.open("rhythm")
    page.js("""ghostnote.connection.send = async () => ({ ok: false, body: { message: 'not connected' }, milliseconds: 0 })""")
    begin(page, "5 : 7")
    eventually(lambda: "nothing is tried" in said(page), "why nothing is tried")
    assert not page.js("return ghostnote.trial.isOn")
    page.js("delete ghostnote.connection.send")
    begin(page, "5 : 7")
    eventually(lambda: text(control) == "5:7 1/2", "it is tried")
    page.press(CANCEL)
    eventually(lambda: tempered(control) is None, "and taken back")


def on_ring(page, amount, side):
    """A place on the circle at an amount, right of its middle or left: 1 or -1."""
    x, y = middle(page.box(".round circle.lower"))
    scale = page.js("return document.querySelector('.round circle.lower').getBoundingClientRect().width") / 2 / 232
    return x + side * (96 + 136 * amount) * scale, y


def test_one_hand_turns_the_rhythm_until_it_lets_go(bench, page, control):
    page.open("rhythm")
    held = "return ghostnote.shown.round.held !== null || ghostnote.shown.straight.held !== null"
    page.mouse("mousePressed", *on_ring(page, 0.5, 1), button="right", buttons=2)
    page.mouse("mouseReleased", *on_ring(page, 0.5, 1), button="right")
    assert not page.js("return ghostnote.trial.isOn"), "another button turns nothing"
    for picture in (lambda: on_ring(page, 0.5, 1), lambda: middle(page.box(".straight"))):
        # Let go where it is not seen, as outside the window.
        place = picture()
        page.mouse("mousePressed", *place)
        assert page.js(held)
        page.mouse("mouseMoved", place[0] + 3, place[1], button="none", buttons=0)
        assert not page.js(held), "without a button nothing is held"
        page.mouse("mouseReleased", *place)
        # Let go while another view is shown.
        page.mouse("mousePressed", *place)
        page.js("location.hash = '#pads'")
        page.find(".pad")
        page.mouse("mouseReleased", 5, 5)
        page.js("location.hash = '#rhythm'")
        page.find(".round")
        assert not page.js(held), "nothing is held in a view that was left"
    page.press(CANCEL)
    eventually(lambda: tempered(control) is None, "it is as it was")
    page.resize(1280, 800, has_touch=True)
    right, left = [on_ring(page, 0.25, 1), on_ring(page, 0.75, 1)], on_ring(page, 1, -1)
    page.touch("touchStart", right[0])
    eventually(lambda: text(control).endswith(" 1/4"), "a finger turns it")
    page.touch("touchStart", right[0], left)
    page.touch("touchMove", right[1], left)
    eventually(lambda: text(control).endswith(" 3/4"), f"and turns it on beside another finger: {text(control)}")
    page.touch("touchEnd")
    eventually(lambda: page.js("return !ghostnote.shown.isHeld"), "both are gone")
    assert text(control).endswith(" 3/4"), text(control)
    page.press(CANCEL)
    eventually(lambda: tempered(control) is None, "nothing is left")


def test_a_field_of_the_rhythm_sends_what_is_in_it_alone(bench, page, control):
    control.ask("temper 5:7 1/2")
    page.open("rhythm")
    value = """return document.querySelector('[aria-label="Inner rhythm"]').value"""
    eventually(lambda: page.js(value) == "5", "the rhythm is shown")
    write(page, "Inner rhythm", "no rhythm")
    eventually(lambda: "Inner rhythm: expected" in said(page), "what is not a rhythm is refused")
    write(page, "Outer rhythm", "8")
    eventually(lambda: text(control) == "5:8 1/2", f"the other is sent with the rhythm that there is: {text(control)}")
    # A hand is in the field while another page changes what it shows.
    page.js("""document.querySelector('[aria-label="Inner rhythm"]').focus()""")
    is_settled(page)
    control.ask("temper 3:8 1/2")
    page.has_caught_up(control)
    assert page.js(value) == "5", "what a hand writes into stays"
    page.js("document.activeElement.blur()")
    assert page.js(value) == "3", "and what there is is shown once it leaves"
    page.press(CANCEL)
    eventually(lambda: text(control) == "5:7 1/2", "it is as it was")


def test_spokes_are_led_by_keys_and_never_cross(bench, page, control):
    page.open("rhythm")
    begin(page, "5 : 7")
    eventually(lambda: text(control) == "5:7 1/2", "it is tried")
    for picture in (".round", ".straight"):
        page.js("document.querySelector(`${arguments[0]} .end[data-index=\"1\"]`).focus()", picture)
        page.key("ArrowRight")
        eventually(lambda: tempered(control)["mapping"] == [0, 2, 3, 4, 6], f"{picture}: one beat later")
        focused = page.js("const e = document.activeElement; return [e.getAttribute('aria-label'), e.getAttribute('aria-valuetext')]")
        assert focused == ["Beat 2 of 5", "leads to beat 3 of 7"], focused
        page.key("End", "End")
        eventually(lambda: tempered(control)["mapping"] == [0, 3, 3, 4, 6], "as far as its neighbour")
        page.key("ArrowRight")
        page.key("ArrowLeft")
        page.key("ArrowDown")
        eventually(lambda: tempered(control)["mapping"] == [0, 1, 3, 4, 6], "and back")
    page.press(CANCEL)
    eventually(lambda: tempered(control) is None, "nothing is left")


def test_necklaces_are_counted_as_burnside_counts_them(bench, page, control):
    found = page.js("""return import('/modules/necklaces.js').then(({ necklaces, turned }) =>
        Array.from({ length: 16 }, (_, at) => Array.from({ length: at + 2 }, (_, hits) => {
            const rows = necklaces(at + 1, hits);
            // Each once: no rotation of one is another.
            const all = new Set(rows.flatMap((row) => row.map((_, by) => turned(row, by).join(''))));
            const right = rows.every((row) => row.length === at + 1 && row.reduce((sum, step) => sum + step, 0) === hits);
            return [rows.length, all.size, right];
        })))""")

    def totient(number):
        return sum(gcd(number, other) == 1 for other in range(1, number + 1))

    for count in range(1, 17):
        for hits in range(count + 1):
            common = gcd(count, hits)
            wanted = sum(totient(part) * comb(count // part, hits // part) for part in range(1, common + 1) if common % part == 0) // count
            assert found[count - 1][hits] == [wanted, comb(count, hits), True], (count, hits, found[count - 1][hits], wanted)


def test_a_necklace_is_chosen_turned_and_written_into_a_lane(bench, page, control):
    control.ask("paste pattern grid: 16/4; kick [ratio √2]: X...............; snare: ....X.......X...")
    page.open("rhythm")
    page.js("document.querySelector('.necklaces').open = true")
    page.find(".necklace")
    names = page.js("return [...document.querySelectorAll('.necklace')].map((ring) => ring.title)")
    assert len(names) == 7 and "3+3+2" in names, names
    page.press('[aria-label="Necklace 3+3+2"]')
    eventually(lambda: row(control, "kick") == "x..x..x." * 2, "it is written as often as it fits")
    assert control.look()["pattern"]["lanes"][0]["ratio"] == "√2", "the lane's settings stay"
    page.press('[aria-label="Turn a step later"]')
    eventually(lambda: row(control, "kick") == ".x..x..x" * 2, "a step later")
    left, top, width, height = page.box(".ring")
    x, y = left + width / 2, top + height / 2
    page.drag([(x, y - 40), (x + 28, y - 28), (x + 40, y)])
    eventually(lambda: row(control, "kick") == ".x.x..x." * 2, f"the ring is dragged by a quarter: {row(control, 'kick')}")
    page.js("document.querySelector('.ring').focus()")
    page.key("ArrowLeft")
    eventually(lambda: row(control, "kick") == "x.x..x.." * 2, "and turned back by a key")
    # Five steps do not fit sixteen: the lane gets five of its own.
    write(page, "Steps of the necklace", "5")
    write(page, "Hits of the necklace", "2")
    page.press('[aria-label="Necklace 3+2"]')
    eventually(lambda: row(control, "kick") == "x..x.", "a lane of five")
    assert len(lanes(control)["snare"]) == 16
    page.js("document.querySelector('.necklace').focus()")
    page.key("ArrowRight")
    assert page.js("return document.activeElement.title") == page.js("return document.querySelectorAll('.necklace')[1].title")


def show_necklaces(page, voice="kick"):
    page.open("rhythm")
    page.js("document.querySelector('.necklaces').open = true")
    page.find(f'[aria-label="Lane of the necklace"] option[value="{voice}"]')
    write(page, "Lane of the necklace", voice)


def turn_ring(page, steps, of):
    """Drags the larger ring of necklaces by steps, and does not let go yet; returns where the hand is."""
    left, top, width, height = page.box(".ring")
    x, y = left + width / 2, top + height / 2
    places = [(x + 50 * sin(2 * pi * step / of), y - 50 * cos(2 * pi * step / of)) for step in range(steps + 1)]
    page.mouse("mousePressed", *places[0])
    for place in places[1:]:
        page.mouse("mouseMoved", *place)
    return places[-1]


def test_a_necklace_is_heard_while_it_is_turned_and_kept_as_one_change(bench, page, control):
    control.ask("paste pattern grid: 16/4; kick [ratio √2]: X...............; snare: ....X.......X...")
    before, depth = line(control), control.look()["history"]["depth"]
    show_necklaces(page)
    page.press('[aria-label="Necklace 3+3+2"]')
    eventually(lambda: row(control, "kick") == "x..x..x." * 2, "it is tried")
    eventually(lambda: page.js("return ghostnote.trial.isOn && !document.querySelector(arguments[0]).disabled", KEEP), "as a trial")
    for steps, wanted in ((1, ".x..x..x"), (2, ".x.x..x.")):
        place = turn_ring(page, steps, 8)
        eventually(lambda: row(control, "kick") == wanted * 2, f"it is heard while a hand holds it: {row(control, 'kick')}")
        page.mouse("mouseReleased", *place)
    assert control.look()["history"]["depth"] == depth + 1, "all of it is one change"
    page.press(KEEP)
    eventually(lambda: page.js("return document.querySelector(arguments[0]).disabled", KEEP), "it is kept")
    assert control.look()["history"]["depth"] == depth + 1
    assert row(control, "kick") == ".x.x..x." * 2 and control.look()["pattern"]["lanes"][0]["ratio"] == "√2"
    # Turned on, it is another trial.
    page.press('[aria-label="Turn a step later"]')
    eventually(lambda: row(control, "kick") == "..x.x..x" * 2, "it is turned on")
    page.press(CANCEL)
    eventually(lambda: row(control, "kick") == ".x.x..x." * 2, "what was kept stays")
    control.ask("undo")
    assert line(control) == before


def test_necklaces_that_are_cancelled_leave_nothing(bench, page, control):
    control.ask("paste pattern grid: 16/4; kick [ratio √2]: X......o?50........; snare [grid 6/4]: x.x.x.")
    before = control.look()
    show_necklaces(page)
    page.press('[aria-label="Necklace 3+3+2"]')
    eventually(lambda: row(control, "kick") == "x..x..x." * 2, "one is tried")
    write(page, "Steps of the necklace", "5")
    eventually(lambda: row(control, "kick") == "x.x.x", f"of five steps, on a grid of its own: {row(control, 'kick')}")
    for voice in ("snare", "cowbell"):
        write(page, "Lane of the necklace", voice)
        write(page, "Hits of the necklace", "2")
        eventually(lambda: row(control, voice).startswith("x.x.."), f"and one for {voice}: {row(control, voice)}")
        write(page, "Hits of the necklace", "3")
        eventually(lambda: row(control, voice).startswith("x.x.x"), f"and another: {row(control, voice)}")
    # A hand that still drags leaves nothing either.
    turn_ring(page, 3, 5)
    page.js("document.querySelector(arguments[0]).click()", CANCEL)
    eventually(lambda: control.look()["document"] == before["document"], f"all is as it was: {line(control)}")
    assert control.look()["history"]["depth"] == before["history"]["depth"]
    page.mouse("mouseReleased", 5, 5)
    assert page.js("return document.querySelector('.ring').getAttribute('aria-disabled')") == "true", "none is chosen any more"
    assert page.js("return document.querySelector(arguments[0]).disabled", CANCEL)
    assert control.look()["document"] == before["document"]


def test_even_hits_are_heard_while_they_are_dragged(bench, page, control):
    control.ask("paste pattern grid: 16/4; kick: X...............")
    depth = control.look()["history"]["depth"]
    show_necklaces(page)
    page.press('[aria-label="As even as can be"]')
    eventually(lambda: row(control, "kick") == "x..x..x." * 2, "E(3,8)")
    left, top, width, height = page.box('[aria-label="Hits of the necklace"]')
    at = [left + 10 + (width - 20) * hits / 16 for hits in range(17)]
    page.mouse("mousePressed", at[3], top + height / 2)
    for hits, wanted in ((5, "x.xx.xx."), (7, "x.xxxxxx")):
        page.mouse("mouseMoved", at[hits], top + height / 2)
        eventually(lambda: row(control, "kick") == wanted * 2, f"E({hits},8) while it is dragged: {row(control, 'kick')}")
    page.mouse("mouseReleased", at[7], top + height / 2)
    # To five steps and back: the lane is on the pattern's markers again.
    for steps, wanted in (("5", "xxxxx"), ("8", "x.xx.xx." * 2)):
        write(page, "Steps of the necklace", steps)
        eventually(lambda: row(control, "kick") == wanted, f"{steps} steps: {row(control, 'kick')}")
    assert "grid" not in control.look()["pattern"]["lanes"][0]
    page.press(KEEP)
    eventually(lambda: control.look()["history"]["depth"] == depth + 1, "one change")
    assert row(control, "kick") == "x.xx.xx." * 2
    control.ask("euclid snare 5 8")
    assert row(control, "snare") == row(control, "kick"), "as the session spreads them"


def test_a_lane_has_its_own_grid_again_where_a_necklace_fits_it(bench, page, control):
    for words in ("temper 5:7 1/2", "markers 0 1/3 1 2 3 in 4"):
        control.ask("paste pattern grid: 16/4; kick: X...............")
        control.ask(f"lane kick grid {words}")
        before = control.look()["document"]
        own = control.look()["pattern"]["lanes"][0]["grid"]
        show_necklaces(page)
        page.press('[aria-label="As even as can be"]')
        eventually(lambda: row(control, "kick") == "x..x..x.", f"a lane of eight: {row(control, 'kick')}")
        write(page, "Steps of the necklace", "5")
        eventually(lambda: row(control, "kick") == "x.x.x", f"and of five: {row(control, 'kick')}")
        now = control.look()["pattern"]["lanes"][0].get("grid")
        assert now == own, (words, now, own)
        page.press(CANCEL)
        eventually(lambda: control.look()["document"] == before, "it is as it was")


def test_a_necklace_that_fits_is_written_also_after_an_undo_made_its_lane_shorter_again(bench, page, control):
    control.ask("paste pattern grid: 16/4; kick: X...............; snare: ....X.......X...")
    show_necklaces(page)
    page.press('[aria-label="As even as can be"]')
    eventually(lambda: row(control, "kick") == "x..x..x." * 2, "one is tried")
    write(page, "Steps of the necklace", "5")
    eventually(lambda: row(control, "kick") == "x.x.x", f"and one of five steps: {row(control, 'kick')}")
    # What is tried after another page's change is a change of its own, which undo takes back alone.
    control.ask("step snare 1 X")
    write(page, "Steps of the necklace", "8")
    eventually(lambda: row(control, "kick") == "x..x..x." * 2, f"of eight again: {row(control, 'kick')}")
    control.ask("undo")
    assert row(control, "kick") == "x.x.x", "the lane has five steps again"
    page.has_caught_up(control)
    page.press('[aria-label="Turn a step later"]')
    eventually(lambda: row(control, "kick") == ".x..x..x" * 2, f"it is turned on the pattern's grid: {row(control, 'kick')}")
    page.press(CANCEL)
    eventually(lambda: row(control, "kick") == "x" + "." * 15, f"it is as it was: {row(control, 'kick')}")


def test_a_slider_that_is_moved_in_vain_leaves_the_necklace_as_it_is(bench, page, control):
    control.ask("paste pattern name: One; grid: 16/4; kick: X...............")
    show_necklaces(page)
    page.press('[aria-label="As even as can be"]')
    eventually(lambda: row(control, "kick") == "x..x..x." * 2, "one is tried")
    control.ask("pattern new Two")
    page.has_caught_up(control)
    shown = """return ['Steps', 'Hits'].map((name) => document.querySelector(`[aria-label="${name} of the necklace"]`).value)"""
    for name in ("Steps", "Hits"):
        write(page, f"{name} of the necklace", "5")
        assert "the trial is of another pattern" in said(page), "that is said"
        assert page.js(shown) == ["8", "3"], (name, page.js(shown))
    control.ask("pattern One now")
    page.has_caught_up(control)
    page.press('[aria-label="Turn a step later"]')
    eventually(lambda: row(control, "kick") == ".x..x..x" * 2, f"it is turned: {row(control, 'kick')}")


def test_a_necklace_that_was_drawn_without_a_session_is_forgotten_with_its_trial(bench, page, control):
    control.ask("paste pattern grid: 16/4; kick: X...............")
    show_necklaces(page)
    # The second is drawn soon after the first, and is to be played a moment later: by then the trial has ended.
    page.js("""ghostnote.connection.send = async () => ({ ok: false, body: { message: 'not connected' }, milliseconds: 0 });
        document.querySelector('[aria-label="As even as can be"]').click();
        const steps = document.querySelector('[aria-label="Steps of the necklace"]');
        steps.value = 4;
        steps.dispatchEvent(new Event('input'));
        return new Promise((resolve) => setTimeout(resolve, 200));""")
    assert "nothing is tried" in said(page) and not page.js("return ghostnote.trial.isOn"), said(page)
    page.js("delete ghostnote.connection.send")
    control.ask("lane kick grid 8/2")
    own = control.look()["pattern"]["lanes"][0]["grid"]
    page.has_caught_up(control)
    write(page, "Steps of the necklace", "5")
    eventually(lambda: row(control, "kick") == "x.x.x", f"one of five steps is tried: {row(control, 'kick')}")
    write(page, "Steps of the necklace", "8")
    eventually(lambda: row(control, "kick") == "x..x..x.", f"and one of eight, on the lane's own grid: {row(control, 'kick')}")
    assert control.look()["pattern"]["lanes"][0].get("grid") == own


def test_a_grid_and_a_necklace_are_tried_together(bench, page, control):
    control.ask("paste pattern grid: 16/4; kick: X...x...X...x..o; snare: ....X.......X...")
    before = control.look()
    for end in (CANCEL, KEEP):
        show_necklaces(page)
        begin(page, "8 : 12")
        eventually(lambda: text(control) == "8:12 1/2", "a grid of eight")
        page.find('.necklace')
        eventually(lambda: page.js("return ghostnote.store.pattern.grid.beats.length") == 8, "which the page knows")
        page.press('[aria-label="Necklace 3+3+2"]')
        eventually(lambda: row(control, "kick") == "x..x..x.", "and a necklace on it")
        write(page, "Amount", "6")
        eventually(lambda: text(control) == "8:12 1/4", "and another amount")
        page.press(end)
        eventually(lambda: page.js("return document.querySelector(arguments[0]).disabled", KEEP), "it is over")
        if end == CANCEL:
            eventually(lambda: control.look()["document"] == before["document"], "both are taken back")
            assert control.look()["history"]["depth"] == before["history"]["depth"]
        else:
            eventually(lambda: control.look()["history"]["depth"] == before["history"]["depth"] + 1, "both are one change")
            assert text(control) == "8:12 1/4" and row(control, "kick") == "x..x..x." and row(control, "snare") == "....x..."
    control.ask("undo")
    assert control.look()["document"] == before["document"]


def test_a_necklace_goes_on_the_grid_that_its_lane_is_given_in_the_trial(bench, page, control):
    control.ask("paste pattern grid: 16/4; kick: X...............")
    show_necklaces(page)
    choose_lane(page, "kick")
    page.press('[aria-label="As even as can be"]')
    for count, expected in (("5", "x.x.x"), ("8", "x..x..x." * 2)):
        write(page, "Steps of the necklace", count)
        eventually(lambda: row(control, "kick") == expected, f"one of {count} steps is tried: {row(control, 'kick')}")
    own = lambda: control.look()["pattern"]["lanes"][0].get("grid")
    for name, count in (("8 : 12", 8), ("5 : 7", 5)):
        begin(page, name)
        eventually(lambda: own() is not None and len(own()["beats"]) == count, f"the lane has a grid of {count}")
        page.has_caught_up(control)
        grid = own()
        write(page, "Steps of the necklace", "8")
        page.press('[aria-label="Turn a step later"]')
        eventually(lambda: row(control, "kick") == ".x..x..x", f"it is turned: {row(control, 'kick')}")
        assert (own() == grid) == (count == 8), "on that grid, if it fits"
    write(page, "Steps of the necklace", "5")
    eventually(lambda: row(control, "kick") == "x.x.x" and own() == grid, f"one that fits is on it again: {row(control, 'kick')}")
    page.press(CANCEL)
    eventually(lambda: row(control, "kick") == "x" + "." * 15, f"it is as it was: {row(control, 'kick')}")


def test_a_necklace_is_cancelled_beside_what_another_page_drew(bench, page, control):
    control.ask("paste pattern grid: 16/4; kick [mute]: X...x...X...x..o; snare: ....X.......X...")
    before = line(control)
    show_necklaces(page)
    write(page, "Steps of the necklace", "5")
    page.press('[aria-label="Necklace 2+2+1"]')
    eventually(lambda: row(control, "kick") == "x.x.x", "one is tried")
    write(page, "Lane of the necklace", "cowbell")
    page.press('[aria-label="Necklace 2+2+1"]')
    eventually(lambda: row(control, "cowbell") == "x.x.x", "and in a lane that was not there")
    control.ask("step snare 1 X")
    depth = control.look()["history"]["depth"]
    page.press(CANCEL)
    wanted = before.replace("snare: ....", "snare: X...")
    eventually(lambda: " ".join(line(control).split()).replace(" :", ":") == wanted, f"the lanes are as they were: {line(control)}, {wanted}")
    assert control.look()["history"]["depth"] == depth + 1, "by one change"
    eventually(lambda: "put back by a change of its own" in said(page), "which is said")


def test_root_two_is_the_speed_of_a_lane(bench, page, control):
    control.ask("paste pattern grid: 16/4; kick: X...; snare: ....X...")
    page.open("rhythm")
    chip = '[aria-label="The lane at √2 of the speed of the others"]'
    page.press(chip)
    eventually(lambda: [lane.get("ratio") for lane in control.look()["pattern"]["lanes"]] == [None, "√2"], "the last lane")
    eventually(lambda: page.js("return document.querySelector(arguments[0]).getAttribute('aria-pressed')", chip) == "true", "it is shown")
    page.press(chip)
    eventually(lambda: "ratio" not in control.look()["pattern"]["lanes"][1], "and taken back")
