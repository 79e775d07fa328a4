"""Ring 4: several steps of the grid at once, by mouse, finger and keys; and the text that is lit."""

import time

from bench import eventually
from page_tests import cell_at, click, lanes, middle, velocity

CONTROL = 2
SHIFT = 8


def rows(control, *voices):
    """The velocities of lanes, 0 for a rest."""
    found = lanes(control)
    return [[velocity(step) if step else 0 for step in found.get(voice, [])] for voice in voices]


def selected(page):
    return page.js("""return [...document.querySelectorAll('.cell[aria-selected=true]')].map((cell) =>
        cell.closest('.lane').dataset.voice + ' ' + cell.dataset.step).join(',')""")


def shown(page):
    """The command of the last gesture."""
    return page.js("return document.querySelector('#commands .last').textContent")


def select(page, first, last):
    page.drag([cell_at(page, *first), cell_at(page, *last)], modifiers=CONTROL)


def depth(control):
    return control.look()["history"]["depth"]


def write(control, page):
    """Two lanes: kick X...x..., snare ..o....."""
    control.ask("paste pattern grid: 8/2; kick: X...x...; snare: ..o.....")
    eventually(lambda: page.js("return document.querySelectorAll('.cell.hit').length") == 3, "the pattern is shown")


def slide(page, label, value):
    page.find(f'.selecting input[aria-label="{label}"]')
    page.js("""const slider = document.querySelector(`.selecting input[aria-label="${arguments[0]}"]`);
        slider.value = arguments[1]; slider.dispatchEvent(new Event('input')); slider.dispatchEvent(new Event('change'));""",
            label, value)


def test_a_drag_with_control_selects_and_one_change_edits_all(bench, page, control):
    write(control, page)
    before = depth(control)
    select(page, ("kick", 1), ("snare", 4))
    assert selected(page) == ",".join(f"{voice} {step}" for voice in ("kick", "snare") for step in range(1, 5))
    assert shown(page) == "select hits kick snare 1-4"
    slide(page, "Velocity", "77")
    eventually(lambda: rows(control, "kick", "snare") == [[77, 0, 0, 0, 96, 0, 0, 0], [0, 0, 77, 0, 0, 0, 0, 0]],
               "both hits have the velocity, the third has not")
    assert shown(page) == "select hits kick snare 1-4; hits velocity 77"
    assert depth(control) == before + 1
    control.ask("undo")
    eventually(lambda: rows(control, "kick", "snare") == [[120, 0, 0, 0, 96, 0, 0, 0], [0, 0, 56, 0, 0, 0, 0, 0]], "one undo")
    eventually(lambda: page.js("return document.querySelector('.selecting output').textContent") == "mixed", "they differ again")


def test_every_mark_is_set_for_all_selected_hits_by_one_change(bench, page, control):
    write(control, page)
    select(page, ("kick", 1), ("snare", 5))
    for label, value, name, expected in (
            ("Probability", "50", "probability", 50), ("Ratchet", "3", "ratchet", [3, 0]), ("Held", "2", "hold", 2)):
        before = depth(control)
        slide(page, label, value)
        eventually(lambda: all(isinstance(step, dict) and step.get(name) == expected
                               for lane in lanes(control).values() for step in lane if step), f"{label} is set")
        assert depth(control) == before + 1, label
    for label, value, name, expected in (("Offset", "1/48", "offset", "1/48"), ("Plays", "2:4", "condition", "2:4")):
        page.find(f'.selecting select[aria-label="{label}"]')
        page.js("""const menu = document.querySelector(`.selecting select[aria-label="${arguments[0]}"]`);
            menu.value = arguments[1]; menu.dispatchEvent(new Event('change'))""", label, value)
        eventually(lambda: all(step.get(name) == expected for lane in lanes(control).values() for step in lane if step), label)
    page.press('.selecting [aria-label="Accent"]')
    eventually(lambda: all(step.get("accent") for lane in lanes(control).values() for step in lane if step), "accents")
    assert shown(page) == "select hits kick snare 1-5; hits accent on"


def test_values_that_no_slider_offers_are_shown_as_they_are(bench, page, control):
    write(control, page)
    click(page, "kick", 2)
    eventually(lambda: rows(control, "kick")[0][1] > 0, "a hit is written, and shown below the grid")
    control.ask("select hits kick 2; hits probability 0.33; hits ratchet 3 -101; hits hold 40; select none")
    expected = {"Probability": "33 %", "Ratchet": "3×", "Ratchet slope": "-101", "Held": "40 more"}
    shown_there = """return Object.fromEntries([...document.querySelectorAll('.inspector:not(.selecting) input[type=range]')].map(
        (input) => [input.getAttribute('aria-label'), input.getAttribute('aria-valuetext')]))"""
    eventually(lambda: expected.items() <= page.js(shown_there).items(), "the sliders show what is written")
    select(page, ("kick", 2), ("kick", 3))
    eventually(lambda: page.js("""return document.querySelector('.selecting input[aria-label="Held"]').value""") == "40",
               "the selection's sliders show it too")


def test_louder_and_softer_keep_the_differences(bench, page, control):
    write(control, page)
    before = depth(control)
    select(page, ("kick", 1), ("snare", 8))
    page.press('.selecting [aria-label="Softer"]')
    eventually(lambda: rows(control, "kick", "snare") == [[112, 0, 0, 0, 88, 0, 0, 0], [0, 0, 48, 0, 0, 0, 0, 0]], "softer")
    assert depth(control) == before + 1
    page.js("document.querySelector('.lane[data-voice=kick] .cell').focus()")
    page.key("+", "Equal")
    eventually(lambda: rows(control, "kick")[0][0] == 120, "a key makes them louder")


def test_copied_steps_are_pasted_on_other_steps_and_drums(bench, page, control):
    write(control, page)
    before = depth(control)
    select(page, ("kick", 1), ("snare", 4))
    page.press('.selecting [aria-label="Copy"]')
    select(page, ("kick", 5), ("kick", 5))
    page.press('.selecting [aria-label="Paste"]')
    eventually(lambda: rows(control, "kick", "snare") == [[120, 0, 0, 0, 120, 0, 0, 0], [0, 0, 56, 0, 0, 0, 56, 0]], "pasted")
    assert depth(control) == before + 1
    assert shown(page) == "paste from 5 kick: X...; snare: ..o."
    # What reaches past the lane's end is left out; on another drum, it is that drum's.
    select(page, ("snare", 7), ("snare", 7))
    page.press('.selecting [aria-label="Paste"]')
    eventually(lambda: rows(control, "snare") == [[0, 0, 56, 0, 0, 0, 120, 0]], "on another drum")


def test_a_lane_that_is_too_short_takes_no_row_of_a_copy(bench, page, control):
    control.ask("paste pattern grid: 8/2; kick: X...x...; snare: ..o.....; closedhat: x.......")
    control.ask("lane snare grid 3/1")
    eventually(lambda: page.js("return document.querySelectorAll('.lane[data-voice=snare] .cell').length") == 3, "its own grid")
    select(page, ("kick", 1), ("kick", 4))
    page.js("""const view = ghostnote.shown;
        view.clipboard.rows = [{voice: 'kick', marks: ['X', '.']}, {voice: 'closedhat', marks: ['o', 'o']}];""")
    select(page, ("kick", 6), ("kick", 6))
    page.press('.selecting [aria-label="Paste"]')
    eventually(lambda: rows(control, "kick", "closedhat") == [[120, 0, 0, 0, 96, 120, 0, 0], [96, 0, 0, 0, 0, 56, 56, 0]], "pasted")


def test_a_pattern_that_waits_for_its_moment_is_marked(bench, page, control):
    control.ask("paste pattern grid: 4/4; kick: X...")
    for line in ("pattern copy chorus", "pattern 1", "tempo 20", "play"):
        control.ask(line)
    marked = "return Array.from(document.querySelectorAll('.chip[data-queued=true]'), chip => chip.textContent)"
    eventually(lambda: page.js("return !!document.querySelector('[aria-label=\"Pattern chorus\"]')"), "both are there")
    # The page may hear of both before it hears that the first plays again.
    eventually(lambda: page.js(marked) == [], "nothing waits")
    control.ask("pattern chorus loop")
    eventually(lambda: page.js(marked) == ["chorus"], "the one that waits is marked")
    control.ask("tempo 300")
    eventually(lambda: page.js(marked) == [], "it plays")
    # The first one's name is the patch's, which leaves it out.
    control.ask("tempo 20")
    control.ask("pattern 1 loop")
    eventually(lambda: page.js(marked) == [control.look()["document"]["name"]], "the first is marked as well")
    control.ask("stop")


def test_copy_cut_and_paste_by_keys_reach_another_page(bench, page, control):
    write(control, page)
    select(page, ("kick", 1), ("kick", 4))
    page.key("c", "KeyC", modifiers=CONTROL, commands=["copy"])
    eventually(lambda: page.js("return document.querySelector('.notice')?.textContent") == "copied a lane of 4 steps", "copied")
    page.key("x", "KeyX", modifiers=CONTROL, commands=["cut"])
    eventually(lambda: rows(control, "kick") == [[0, 0, 0, 0, 96, 0, 0, 0]], "cut")
    page.key("Escape")
    assert selected(page) == ""
    for _ in range(4):
        page.key("ArrowRight")
    page.key("v", "KeyV", modifiers=CONTROL, commands=["paste"])
    eventually(lambda: rows(control, "kick") == [[0, 0, 0, 0, 120, 0, 0, 0]], "pasted where the focus is")
    # A row written elsewhere is pasted as well: the grid reads the notation.
    page.js("""const data = new DataTransfer(); data.setData('text/plain', 'snare: xX++o?50');
        document.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true}))""")
    eventually(lambda: rows(control, "kick") == [[0, 0, 0, 0, 96, 120, 0, 0]], "a text of the notation, cut off at the lane's end")
    assert lanes(control)["kick"][5]["hold"] == 2 and shown(page) == "paste from 5 kick: xX~2..o?50"


def test_keys_alone_select_move_and_delete(bench, page, control):
    write(control, page)
    page.js("document.querySelector('.lane[data-voice=kick] .cell').focus()")
    page.key("ArrowDown", modifiers=SHIFT)
    page.key("ArrowRight", modifiers=SHIFT)
    page.key("ArrowRight", modifiers=SHIFT)
    assert selected(page) == "kick 1,kick 2,kick 3,snare 1,snare 2,snare 3"
    eventually(lambda: shown(page) == "select hits kick snare 1-3", "the command is shown once the keys rest")
    before = depth(control)
    page.key("ArrowRight", modifiers=1)
    eventually(lambda: rows(control, "kick", "snare") == [[0, 120, 0, 0, 96, 0, 0, 0], [0, 0, 0, 56, 0, 0, 0, 0]], "Alt moves")
    assert depth(control) == before + 1
    assert selected(page) == "kick 2,kick 3,kick 4,snare 2,snare 3,snare 4"
    page.key("Delete")
    eventually(lambda: rows(control, "kick", "snare") == [[0, 0, 0, 0, 96, 0, 0, 0], [0] * 8], "Delete")
    page.key("a", "KeyA", modifiers=CONTROL)
    assert selected(page).count(",") == 15
    page.key("Escape")
    assert selected(page) == "" and shown(page) == "select none"


def test_what_is_selected_is_carried_along_its_lanes(bench, page, control):
    write(control, page)
    page.press('[aria-label="Select steps"]')
    page.drag([cell_at(page, "kick", 1), cell_at(page, "snare", 3)])
    page.drag([cell_at(page, "kick", 2), cell_at(page, "kick", 3), cell_at(page, "kick", 4)])
    eventually(lambda: rows(control, "kick", "snare") == [[0, 0, 120, 0, 96, 0, 0, 0], [0, 0, 0, 0, 56, 0, 0, 0]], "carried")
    assert shown(page) == "select hits kick snare 1-3; shift 2 over"
    page.drag([cell_at(page, "kick", 5), cell_at(page, "kick", 6), cell_at(page, "kick", 7)])
    eventually(lambda: rows(control, "kick", "snare") == [[0, 0, 0, 0, 120, 0, 96, 0], [0, 0, 0, 0, 0, 0, 56, 0]], "again")
    assert shown(page) == "select hits kick snare 3-5; shift 2 over"
    # Nothing is drawn while the pointer selects.
    page.drag([cell_at(page, "kick", 8)])
    assert selected(page) == "kick 8" and rows(control, "kick")[0][7] == 0
    page.press('[aria-label="Draw hit hits"]')


def test_a_finger_that_stays_selects_and_one_that_taps_draws(bench, page, control):
    page.resize(390, 844, has_touch=True)
    page.open()
    write(control, page)
    page.tap(*cell_at(page, "kick", 3))
    eventually(lambda: rows(control, "kick")[0][2] == 96, "a tap draws")
    first, last = cell_at(page, "kick", 2), cell_at(page, "snare", 3)
    page.touch("touchStart", first)
    eventually(lambda: selected(page) == "kick 2", "a finger that stays selects")
    page.touch("touchMove", last)
    page.touch("touchEnd")
    assert selected(page) == "kick 2,kick 3,snare 2,snare 3"
    assert rows(control, "kick")[0][1] == 0, "nothing is drawn"
    page.js("document.querySelector('.selecting [aria-label=Delete]').click()")
    eventually(lambda: rows(control, "kick", "snare") == [[120, 0, 0, 0, 96, 0, 0, 0], [0] * 8], "deleted")


def test_a_gesture_ends_where_the_pointer_is_let_go_outside_the_lanes(bench, page, control):
    write(control, page)
    away = middle(page.box("#transport .pattern"))
    page.drag([cell_at(page, "kick", 2), cell_at(page, "kick", 3), away])
    eventually(lambda: rows(control, "kick") == [[120, 96, 96, 0, 96, 0, 0, 0]], "two are drawn")
    page.drag([cell_at(page, "snare", 5)])
    eventually(lambda: rows(control, "snare") == [[0, 0, 56, 0, 96, 0, 0, 0]], "the grid listens to the next")
    x, y = cell_at(page, "kick", 5)
    page.drag([(x, y), (x, y - 12), (x, away[1])])
    eventually(lambda: rows(control, "kick")[0][4] > 96, "a velocity is dragged out of the lanes, and counts")
    # What is let go unseen, as outside the window, has ended when the pointer comes back.
    for before in range(2):
        page.mouse("mousePressed", *cell_at(page, "snare", 7 + before))
        page.mouse("mouseMoved", *cell_at(page, "kick", 8), button="none", buttons=0)
        eventually(lambda: rows(control, "snare")[0][6 + before] == 96, "it is drawn")
        assert not page.js("return !!ghostnote.shown.gestures.stroke")
    page.mouse("mouseReleased", *away)


def test_a_cell_that_goes_away_under_the_pointer_leaves_the_grid_alive(bench, page, control):
    for mode in (0, CONTROL):
        write(control, page)
        page.mouse("mousePressed", *cell_at(page, "snare", 3), modifiers=mode)
        control.ask("paste pattern grid: 4/1; kick: X...")
        eventually(lambda: page.js("return document.querySelectorAll('.lane').length") == 1, "its lane is gone")
        page.mouse("mouseMoved", *cell_at(page, "kick", 2))
        page.mouse("mouseReleased", *cell_at(page, "kick", 2))
        page.drag([cell_at(page, "kick", 3)])
        eventually(lambda: rows(control, "kick") == [[120, 0, 96, 0]], "a click draws")
        assert lanes(control).keys() == {"kick"}, "the gesture that lost its cell means nothing"
    # And where the whole view goes away.
    page.mouse("mousePressed", *cell_at(page, "kick", 2))
    page.mouse("mouseMoved", *cell_at(page, "kick", 4))
    page.js("location.hash = '#pads'")
    page.find(".pad")
    page.mouse("mouseReleased", 5, 5)
    page.js("location.hash = '#grid'")
    page.find(".cell")
    page.drag([cell_at(page, "kick", 1)])
    eventually(lambda: rows(control, "kick")[0][0] == 0, "a click clears")


def test_marks_with_exact_offsets_are_copied_whole(bench, page, control):
    control.ask("paste pattern grid: 8/2; kick: X.......; snare: o@0.0123?50.......")
    eventually(lambda: page.js("return document.querySelectorAll('.cell.hit').length") == 2, "the pattern is shown")
    found = page.js("""return import('/modules/notation.js').then(({ readMarks }) =>
        readMarks('o@0.0123?50.x@1/96.x@-1.').map((mark) => mark.text))""")
    assert found == ["o@0.0123?50", ".", "x@1/96", ".", "x@-1", "."], found


def test_a_lane_with_its_own_grid_is_selected_alone(bench, page, control):
    write(control, page)
    control.ask("lane snare grid 12/3")
    eventually(lambda: page.js("return document.querySelectorAll('.lane[data-voice=snare] .cell').length") == 12, "its own grid")
    select(page, ("snare", 1), ("kick", 4))
    assert selected(page) == "snare 1,snare 2,snare 3,snare 4"
    select(page, ("kick", 1), ("snare", 4))
    assert selected(page) == "kick 1,kick 2,kick 3,kick 4"


def test_a_code_fills_the_selected_steps_and_a_group_is_put_elsewhere(bench, page, control):
    write(control, page)
    select(page, ("kick", 1), ("snare", 4))
    page.js("document.querySelectorAll('.selecting details').forEach((part) => { part.open = true; })")
    before = depth(control)
    page.js("document.querySelector('.selecting [aria-label=\"Code of clips\"]').value = '1 2'")
    page.press('.selecting [aria-label="Fill"]')
    eventually(lambda: rows(control, "kick", "snare") == [[96, 0, 96, 0, 96, 0, 0, 0], [0, 96, 0, 96, 0, 0, 0, 0]], "filled")
    assert depth(control) == before + 1 and shown(page) == "select markers 1-4; fill 1 2"
    page.js("document.querySelector('.selecting [aria-label=\"Name of a new group\"]').value = 'lick'")
    page.press('.selecting [aria-label="Keep as a group"]')
    page.find('.selecting [aria-label="Put lick here"]')
    assert control.look()["document"]["groups"][0]["name"] == "lick"
    select(page, ("kick", 5), ("kick", 5))
    page.press('.selecting [aria-label="Put lick here"]')
    eventually(lambda: rows(control, "kick", "snare") == [[96, 0, 96, 0] * 2, [0, 96, 0, 96] * 2], "the group is there")
    page.press('.selecting [aria-label="Forget lick"]')
    eventually(lambda: "groups" not in control.look()["document"], "it is forgotten")


def test_a_typed_select_is_shown_in_the_grid(bench, page, control):
    write(control, page)
    page.key("/", "Slash")
    for letter in "select hits kick row x...":
        page.key(letter)
    page.key("Enter")
    eventually(lambda: selected(page) == "kick 1,kick 5", "what the session selected is shown")
    page.key("Escape")


def test_the_marks_of_the_text_are_lit_as_they_sound(bench, page, control):
    control.ask("tempo 240")
    control.ask("paste pattern grid: 8/2; kick: X...x...; snare: ..o?0.o...; closedhat [turn 1]: x.......")
    page.open("text")
    eventually(lambda: page.js("return document.querySelectorAll('.marks span').length") == 24, "the marks are found")
    text = page.js("return document.querySelector('.marks').textContent.trimEnd()")
    assert text == page.js("return document.querySelector('.sheet textarea').value.trimEnd()")
    # The unseen copy lies exactly below the text.
    assert page.js("""const [a, b] = ['.sheet textarea', '.sheet .marks'].map((one) => document.querySelector(one));
        const [x, y] = [a, b].map((one) => getComputedStyle(one));
        return ['fontSize', 'lineHeight', 'fontFamily', 'paddingLeft', 'paddingTop', 'letterSpacing', 'borderTopWidth']
            .every((name) => x[name] === y[name]) && a.getBoundingClientRect().top === b.getBoundingClientRect().top""")
    control.ask("play")
    lit = """const rows = {}; let row = '';
        for (const node of document.querySelector('.marks').childNodes) {
            if (node.nodeType === 3) { row = /(\\w+)[^\\n]*: *$/.exec(node.textContent)?.[1] ?? row; continue; }
            (rows[row] ??= []).push(Number(node.dataset.lit ?? 0));
        } return rows"""
    counts = eventually(lambda: (lambda found: found if sum(found["kick"]) >= 6 else None)(page.js(lit)), "some loops", 60)
    assert all((count > 0) == (step in (0, 4)) for step, count in enumerate(counts["kick"])), counts
    # A mark that chance leaves out stays dark; a turned lane lights the mark that it plays.
    assert counts["snare"][2] == 0 and counts["snare"][4] > 0, counts
    assert counts["closedhat"][0] >= 2 and sum(counts["closedhat"][1:]) == 0, counts
    page.js("""const area = document.querySelector('.sheet textarea'); area.value += ' ';
        area.dispatchEvent(new Event('input'))""")
    assert page.js("return document.querySelectorAll('.marks span').length") == 0, "what is written now is not what sounds"
    page.press('[aria-label="Read the pattern again"]')


def test_a_turned_lane_is_seen_turning(bench, page, control):
    control.ask("tempo 300")
    control.ask("paste pattern grid: 4/4; kick [turn 1]: X...")
    control.ask("play")
    seen = page.js("""return new Promise((resolve) => {
        const places = new Set();
        const look = () => {
            const cell = document.querySelector('.lane[data-voice=kick] .cell[data-step="1"]');
            if (cell) places.add(cell.offsetLeft - cell.parentElement.offsetLeft);
            if (places.size === 4) resolve([...places]); else requestAnimationFrame(look);
        }; look(); })""")
    width = page.js("return document.querySelector('.lane[data-voice=kick] .track').clientWidth")
    assert [round(4 * place / width) for place in sorted(seen)] == [0, 1, 2, 3], seen


def test_on_a_small_phone_the_selected_lanes_stay_in_sight(bench, page, control):
    control.ask("load funk")
    page.resize(360, 740, has_touch=True)
    page.open()
    page.touch("touchStart", cell_at(page, "snare", 3))
    eventually(lambda: selected(page) == "snare 3", "a finger that stays selects")
    page.touch("touchMove", cell_at(page, "closedhat", 6))
    page.touch("touchEnd")
    page.find(".selecting .chip")
    bottoms, sheet, done = page.js("""const box = (one) => document.querySelector(one).getBoundingClientRect();
        const done = box('.selecting [aria-label="Select nothing"]');
        return [[...document.querySelectorAll('.lane:has([aria-selected=true])')].map((lane) => lane.getBoundingClientRect().bottom),
            box('.selecting').top, document.elementFromPoint(done.x + done.width / 2, done.y + done.height / 2).textContent]""")
    assert len(bottoms) == 2 and max(bottoms) <= sheet + 1 and done == "Done", (bottoms, sheet, done)


def test_pictures_of_a_selection(bench, page, control):
    control.ask("load funk")
    control.ask("play")
    for width, height, scheme in ((1280, 800, "dark"), (1280, 800, "light"), (360, 740, "dark"), (360, 740, "light")):
        page.resize(width, height, scheme, has_touch=width < 600)
        page.open()
        page.js("""const view = ghostnote.shown; const order = view.order;
            view.selection.between({row: order[1], index: 2}, {row: order[3], index: 7}); view.sendSelection();""")
        page.find(".selecting .chip")
        page.shoot(f"selection-{width}-{scheme}")
        page.js("document.querySelector('.selecting').scrollIntoView({block: 'end'})")
        page.shoot(f"selection-editor-{width}-{scheme}")
        page.js("ghostnote.shown.deselect()")
        page.open("text")
        time.sleep(1)
        page.shoot(f"text-{width}-{scheme}")


def test_one_undo_takes_a_sweep_back(bench, page, control):
    write(control, page)
    before = rows(control, "kick", "snare")
    page.drag([cell_at(page, "snare", step) for step in (4, 5, 6, 7, 8)])
    eventually(lambda: rows(control, "snare") == [[0, 0, 56, 96, 96, 96, 96, 96]], "five are drawn, each as the hand comes by")
    eventually(lambda: page.js("return document.querySelector('.undo .what').textContent") == "step snare ×5", "undo says how many")
    page.key("z", "KeyZ", modifiers=CONTROL)
    eventually(lambda: rows(control, "kick", "snare") == before, "one press of undo")
    assert shown(page) == "undo"
    page.key("z", "KeyZ", modifiers=CONTROL | SHIFT)
    eventually(lambda: rows(control, "snare") == [[0, 0, 56, 96, 96, 96, 96, 96]], "one press of redo")
    page.has_caught_up(control)
    # Clearing too, by the button; and two gestures are two undos, however quickly they are pressed.
    page.drag([cell_at(page, "snare", step) for step in (5, 6, 7)])
    eventually(lambda: rows(control, "snare") == [[0, 0, 56, 96, 0, 0, 0, 96]], "three are cleared")
    page.js("const undo = document.querySelector('.undo'); undo.click(); undo.click()")
    eventually(lambda: rows(control, "kick", "snare") == before, "both are taken back")
    # A change of one step after a gesture was undone is not taken for the gesture.
    page.has_caught_up(control)
    page.drag([cell_at(page, "snare", 8)])
    eventually(lambda: rows(control, "snare") == [[0, 0, 56, 0, 0, 0, 0, 96]], "one is drawn")
    page.press(".undo:not(.redo)")
    eventually(lambda: rows(control, "kick", "snare") == before, "it is taken back")
    page.key("z", "KeyZ", modifiers=CONTROL | SHIFT)
    eventually(lambda: rows(control, "snare") == [[0, 0, 56, 0, 0, 0, 0, 96]], "and made again")
    assert shown(page) == "redo"


def test_undo_after_a_sweep_takes_back_what_came_last(bench, page, control):
    write(control, page)
    page.drag([cell_at(page, "snare", step) for step in (4, 5, 6)])
    eventually(lambda: page.js("return document.querySelector('.undo .what').textContent") == "step snare ×3", "three")
    control.ask("step kick 8 X")
    page.press(".undo")
    eventually(lambda: rows(control, "kick")[0][7] == 0, "the change of another")
    assert rows(control, "snare") == [[0, 0, 56, 96, 96, 96, 0, 0]]
    page.press(".undo")
    eventually(lambda: rows(control, "snare") == [[0, 0, 56, 0, 0, 0, 0, 0]], "then the sweep")
    # As deep as it was, and something else.
    for step in (4, 5, 6):
        control.ask(f"step snare {step} o")
    page.press(".undo")
    eventually(lambda: rows(control, "snare") == [[0, 0, 56, 56, 56, 0, 0, 0]], "one change is one")
    # Where another's change came in between, what came after it is a change of its own.
    page.mouse("mousePressed", *cell_at(page, "kick", 2))
    page.mouse("mouseMoved", *cell_at(page, "kick", 3))
    eventually(lambda: rows(control, "kick")[0][2] == 96, "drawn so far")
    control.ask("step snare 8 X")
    page.mouse("mouseMoved", *cell_at(page, "kick", 4))
    page.mouse("mouseReleased", *cell_at(page, "kick", 4))
    eventually(lambda: rows(control, "kick", "snare") == [[120, 96, 96, 96, 96, 0, 0, 0], [0, 0, 56, 56, 56, 0, 0, 120]], "by both")
    page.press(".undo")
    eventually(lambda: rows(control, "kick") == [[120, 96, 96, 0, 96, 0, 0, 0]], "one step")
    assert rows(control, "snare")[0][7] == 120
    control.ask("undo 2")
    assert rows(control, "kick", "snare") == [[120, 0, 0, 0, 96, 0, 0, 0], [0, 0, 56, 56, 56, 0, 0, 0]]


def test_a_sweep_is_one_undo_on_every_page_and_for_every_client(bench, page, control):
    write(control, page)
    before, undo = depth(control), "return document.querySelector('.undo:not(.redo) .what').textContent"
    other = bench.browser(900, 700)
    other.open("grid")
    page.drag([cell_at(page, "snare", step) for step in (4, 5, 6, 7)])
    drawn = [[0, 0, 56, 96, 96, 96, 96, 0]]
    eventually(lambda: rows(control, "snare") == drawn, "four are drawn")
    for one in (page, other):
        eventually(lambda: one.js(undo) == "step snare ×4", "each page names it")
    assert depth(control) == before + 1 and control.ask("undo list")["history"]["undo"][0] == "step snare ×4"
    other.press(".undo:not(.redo)")
    eventually(lambda: rows(control, "snare") == [[0, 0, 56, 0, 0, 0, 0, 0]], "the other page takes all of it back")
    control.ask("redo")
    assert rows(control, "snare") == drawn, "and a client makes all of it again"
    page.open("grid")
    eventually(lambda: page.js(undo) == "step snare ×4", "also once the page that drew it was loaded again")
    control.ask("undo")
    assert rows(control, "snare") == [[0, 0, 56, 0, 0, 0, 0, 0]]
    other.quit()
    bench.browsers.remove(other)


def show_lane(page):
    """Shows the form of the kick's lane, by way of a rest."""
    page.js("document.querySelector('.lane[data-voice=kick] .cell[data-step=\"2\"]').focus()")
    page.find('.inspector [aria-label="Even hits"]')


def write_into(page, label, key):
    """Writes a digit into a field of that form, instead of what is there."""
    page.js("""const field = document.querySelector(`.inspector [aria-label="${arguments[0]}"]`);
        field.focus(); field.select();""", label)
    page.key(key)


def spread(control):
    """Which steps of the kick are hits, from 0."""
    return [step for step, velocity in enumerate(rows(control, "kick")[0]) if velocity]


def test_even_hits_are_a_trial_that_escape_takes_back(bench, page, control):
    write(control, page)
    before = control.look()
    show_lane(page)
    write_into(page, "Even hits", "4")
    eventually(lambda: spread(control) == [0, 2, 4, 6], "four hits are heard as they are typed")
    write_into(page, "Even hits", "2")
    eventually(lambda: spread(control) == [0, 4], "then two")
    page.key("Enter")
    write_into(page, "Rotated", "1")
    eventually(lambda: spread(control) in ([1, 5], [3, 7]), "and turned")
    assert depth(control) == before["history"]["depth"] + 1, "as one change"
    page.key("Escape")
    eventually(lambda: control.look()["document"] == before["document"], "Escape leaves nothing")
    page.has_caught_up(control)
    assert depth(control) == before["history"]["depth"] and control.look()["history"]["redo"] == []
    # What is left by leaving the fields stays, as one change; what comes then is another.
    for label, key in (("Even hits", "2"), ("Rotated", "1")):
        write_into(page, label, key)
        page.key("Enter")
    eventually(lambda: spread(control) in ([1, 5], [3, 7]), "both are heard")
    page.js("document.activeElement.blur()")
    write_into(page, "Even hits", "4")
    page.key("Enter")
    eventually(lambda: len(spread(control)) == 4, "four hits")
    assert depth(control) == before["history"]["depth"] + 2
    page.key("Escape")
    eventually(lambda: spread(control) in ([1, 5], [3, 7]), "only what came since is taken back")
    control.ask("undo")
    assert control.look()["document"] == before["document"]


def test_even_hits_that_another_client_undoes_are_sent_again(bench, page, control):
    write(control, page)
    before = control.look()
    show_lane(page)
    four = [0, 2, 4, 6]

    def is_undone_by_another():
        """Undoes what was tried, once the page knows that it was done, and until it knows that it is undone."""
        eventually(lambda: spread(control) == four, "four hits are heard")
        page.has_caught_up(control)
        eventually(lambda: page.js("return ghostnote.connection.waiting.size") == 0, "it has the reply")
        control.ask("undo")
        assert control.look()["document"] == before["document"]
        page.has_caught_up(control)

    write_into(page, "Even hits", "4")
    is_undone_by_another()
    # Enter confirms what is written; so does the same digit, written once more.
    page.key("Enter")
    is_undone_by_another()
    write_into(page, "Even hits", "4")
    is_undone_by_another()
    # The same where the reply comes after the news of what was done.
    page.js("""const { connection } = ghostnote, receive = connection.receive.bind(connection);
        connection.receive = (text) => void (text.startsWith('@') ? setTimeout(() => receive(text), 200) : receive(text));""")
    for _ in range(2):
        write_into(page, "Even hits", "4")
        is_undone_by_another()
    page.js("delete ghostnote.connection.receive")
    # All of it is the same trial.
    write_into(page, "Even hits", "4")
    eventually(lambda: spread(control) == four, "four hits are heard")
    assert depth(control) == before["history"]["depth"] + 1
    page.key("Escape")
    eventually(lambda: control.look()["document"] == before["document"], "Escape leaves nothing")
    assert depth(control) == before["history"]["depth"] and control.look()["history"]["redo"] == []


def test_a_trial_of_even_hits_goes_on_in_another_window_and_ends_in_another_field(bench, page, control):
    write(control, page)
    before = control.look()
    show_lane(page)
    write_into(page, "Even hits", "4")
    eventually(lambda: spread(control) == [0, 2, 4, 6], "four hits are heard")
    # What a browser sends where its window loses the focus, which the field has again when the window has it.
    page.js("""const field = document.activeElement; document.hasFocus = () => false;
        field.dispatchEvent(new FocusEvent('blur')); field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
        delete document.hasFocus;""")
    write_into(page, "Rotated", "1")
    eventually(lambda: spread(control) == [1, 3, 5, 7], "they are turned")
    assert depth(control) == before["history"]["depth"] + 1, "as one change"
    page.key("Escape")
    eventually(lambda: control.look()["document"] == before["document"], "Escape leaves nothing")
    page.has_caught_up(control)
    # From one of the two fields to the other it goes on; any other field of the page ends it.
    write_into(page, "Even hits", "4")
    eventually(lambda: spread(control) == [0, 2, 4, 6], "four hits are heard")
    page.js("document.querySelector('.inspector [aria-label=Turn]').focus()")
    write_into(page, "Even hits", "2")
    eventually(lambda: spread(control) == [0, 4], "two hits are heard")
    assert depth(control) == before["history"]["depth"] + 2, "as a change of its own"
    page.key("Escape")
    eventually(lambda: spread(control) == [0, 2, 4, 6], "only what came since is taken back")


def test_an_empty_pattern_says_that_a_click_draws(bench, page, control):
    said = "return document.querySelector('.gridview > .hint:not([hidden])')?.textContent ?? ''"
    eventually(lambda: page.js(said).startswith("Nothing yet: click or tap"), "it says so")
    page.drag([cell_at(page, "kick", 3)])
    eventually(lambda: page.js(said) == "", "it is quiet once there is a hit")
    control.ask("clear")
    eventually(lambda: page.js(said) != "", "and says it again")
    name = """const name = document.querySelector('.lane[data-voice=closedhat] .voice > span');
        return [name.innerText, name.scrollWidth <= name.clientWidth]"""
    assert page.js(name) == ["Closed hat", True]
    page.resize(390, 844)
    assert page.js(name) == ["Closed", True]
