"""Ring 4: a page that hears of everything 0.4 s late. Hands do not wait for it, and lose nothing."""

import time

from bench import eventually
from grid_tests import CONTROL, depth, rows, select, selected, write
from page_tests import cell_at, lanes, tempered

ALT = 1


def press(page, label, times=1):
    page.js("""const control = [...document.querySelectorAll(`[aria-label="${arguments[0]}"]`)].find((one) => one.checkVisibility());
        for (let count = 0; count < arguments[1]; count++) control.click();""", label, times)


def keys(page, key, code, times, modifiers=0):
    for _ in range(times):
        page.key(key, code, modifiers=modifiers)


def slide(page, label, value):
    page.js("""const slider = document.querySelector(`.inspector:not([hidden]) input[aria-label="${arguments[0]}"]`);
        slider.value = arguments[1]; slider.dispatchEvent(new Event('input')); slider.dispatchEvent(new Event('change'));""",
            label, value)


def test_louder_pressed_three_times_is_three_times_as_much(bench, page, control):
    write(control, page)
    select(page, ("kick", 1), ("snare", 8))
    press(page, "Softer", 3)
    eventually(lambda: rows(control, "kick", "snare") == [[96, 0, 0, 0, 72, 0, 0, 0], [0, 0, 32, 0, 0, 0, 0, 0]], "three times")
    page.js("document.querySelector('.lane[data-voice=kick] .cell').focus()")
    keys(page, "+", "Equal", 4)
    eventually(lambda: rows(control, "kick", "snare") == [[127, 0, 0, 0, 104, 0, 0, 0], [0, 0, 64, 0, 0, 0, 0, 0]], "four keys")
    page.key("Escape")
    keys(page, "-", "Minus", 3)
    eventually(lambda: rows(control, "kick")[0][0] == 103, "three keys on one step")


def test_clicks_are_of_what_is_shown(bench, page, control):
    write(control, page)
    place = cell_at(page, "snare", 5)
    for _ in range(3):
        page.drag([place])
    page.drag([cell_at(page, "kick", 1)])
    page.drag([cell_at(page, "kick", 1)])
    eventually(lambda: rows(control, "kick", "snare") == [[96, 0, 0, 0, 96, 0, 0, 0], [0, 0, 56, 0, 96, 0, 0, 0]],
               "written, cleared and written; cleared and written")
    page.js("""for (const [voice, times] of [['kick', 2], ['snare', 3]]) {
        const mute = document.querySelector(`.lane[data-voice=${voice}] .toggle`);
        for (let count = 0; count < times; count++) mute.click();
    }""")
    eventually(lambda: [lane.get("mute", False) for lane in control.look()["pattern"]["lanes"]] == [False, True], "switches too")


def test_marks_set_one_after_the_other_are_all_there(bench, page, control):
    write(control, page)
    page.js("document.querySelector('.lane[data-voice=kick] .cell').focus()")
    slide(page, "Probability", 50)
    slide(page, "Ratchet", 3)
    press(page, "Accent")
    slide(page, "Velocity", 70)
    wanted = {"velocity": 70, "probability": 50, "ratchet": [3, 0], "accent": True}

    def marks():
        step = lanes(control)["kick"][0]
        return {name: step.get(name) for name in wanted} if isinstance(step, dict) else None

    eventually(lambda: marks() == wanted, "four marks")
    page.has_caught_up(control)
    assert page.js("return document.querySelector('.inspector:not([hidden]) input[aria-label=Velocity]').value") == "70"


def test_what_is_moved_goes_on_from_where_it_is(bench, page, control):
    write(control, page)
    select(page, ("kick", 1), ("snare", 3))
    page.js("document.querySelector('.lane[data-voice=kick] .cell').focus()")
    before = depth(control)
    keys(page, "ArrowRight", "ArrowRight", 4, ALT)
    # The kick on step 5 is reached by the third, and goes along from there.
    eventually(lambda: rows(control, "kick", "snare") == [[0, 0, 0, 0, 120, 0, 96, 0], [0, 0, 0, 0, 0, 0, 56, 0]], "four steps later")
    assert depth(control) == before + 4 and selected(page).startswith("kick 5,kick 6,kick 7,snare 5")
    page.key("Delete")
    select(page, ("snare", 1), ("snare", 2))
    eventually(lambda: rows(control, "kick", "snare") == [[0] * 8, [0] * 8], "deleted")
    assert selected(page) == "snare 1,snare 2", "a late reply put an earlier selection back"


def test_a_paste_leaves_what_was_written_just_before(bench, page, control):
    write(control, page)
    select(page, ("kick", 1), ("kick", 2))
    press(page, "Copy")
    control.ask("step kick 4 o")
    select(page, ("kick", 7), ("kick", 7))
    press(page, "Paste")
    eventually(lambda: rows(control, "kick") == [[120, 0, 0, 56, 96, 0, 120, 0]], "pasted beside it")


def test_what_is_typed_stays_when_news_come(bench, page, control):
    write(control, page)
    select(page, ("kick", 1), ("snare", 4))
    page.js("document.querySelectorAll('.selecting details').forEach((part) => { part.open = true; })")
    for label in ("Code of clips", "Name of a new group"):
        field = page.find(f'.selecting [aria-label="{label}"]')
        field.click()
        field.send_keys("1 - 3")
        page.key("ArrowLeft")
        news(page, control)
        assert page.js("const e = document.activeElement; return [e.getAttribute('aria-label'), e.value, e.selectionStart]") == [
            label, "1 - 3", 4], label
    page.open("song")
    control.ask("song add")
    for label in ("Tempo from section 1 on", "Name to save as"):
        field = page.find(f'[aria-label="{label}"]')
        field.click()
        field.send_keys("97")
        control.ask("song add")
        news(page, control)
        assert page.js("const e = document.activeElement; return [e.getAttribute('aria-label'), e.value]") == [label, "97"]
    page.open("grid")
    page.js("document.querySelector('.lane[data-voice=kick] .cell').focus()")
    page.find('.inspector [aria-label="Turn"]')
    page.js("const field = document.querySelector('.inspector [aria-label=Turn]'); field.focus(); field.select()")
    page.key("3")
    control.ask("solo kick on")
    news(page, control)
    assert page.js("const e = document.activeElement; return [e.getAttribute('aria-label'), e.value]") == ["Turn", "3"]
    page.open("drummer")
    page.find('[aria-label="Seed"]')
    page.js("const field = document.querySelector('[aria-label=Seed]'); field.focus(); field.select()")
    for letter in "41":
        page.key(letter)
    control.ask("drummer seed 7")
    news(page, control)
    assert page.js("return document.activeElement.value") == "41"


def news(page, control):
    """Makes a change, and waits until the page has heard of it."""
    name = f"N{time.monotonic_ns() % 1_000_000_000}"
    control.ask(f"pattern rename {name}")
    eventually(lambda: page.js("return ghostnote.store.pattern.name") == name, "the page has heard of it")


def test_even_hits_are_shown_as_they_were_typed(bench, page, control):
    write(control, page)
    # A rest, before and after.
    page.js("document.querySelector('.lane[data-voice=kick] .cell[data-step=\"2\"]').focus()")
    page.find('.inspector [aria-label="Even hits"]')
    page.js("const field = document.querySelector('.inspector [aria-label=\"Even hits\"]'); field.focus(); field.select()")
    page.key("2")
    page.key("Enter")
    eventually(lambda: [step for step, velocity in enumerate(rows(control, "kick")[0]) if velocity] == [0, 4], "two hits")
    news(page, control)
    page.js("document.activeElement.blur()")
    # What comes from elsewhere is shown again once the last command is settled, 1.5 s later at most.
    time.sleep(2)
    assert page.js("return document.querySelector('.inspector [aria-label=\"Even hits\"]').value") == "2"


def test_groups_kept_one_after_the_other_are_two(bench, page, control):
    write(control, page)
    select(page, ("kick", 1), ("snare", 4))
    page.js("document.querySelectorAll('.selecting details').forEach((part) => { part.open = true; })")
    press(page, "Keep as a group", 2)
    eventually(lambda: [group["number"] for group in control.look()["document"].get("groups", [])] == [1, 2], "two groups")


def test_sections_and_the_tempo_go_on_from_what_was_asked(bench, page, control):
    control.ask("pattern rename A")
    for name in "BC":
        control.ask(f"pattern copy {name}")
    for name in "ABC":
        control.ask(f"song add {name}")
    control.ask("tempo 120")
    page.open("song")
    eventually(lambda: page.js("return document.querySelectorAll('.block').length") == 3, "three sections")
    page.js("document.querySelector('[aria-label=\"Later: section 1\"]').click(); document.activeElement.click()")
    press(page, "Once more: section 1", 3)

    def sections():
        return [(one["pattern"], one.get("repeats", 1)) for one in control.look()["document"]["song"]["sections"]]

    eventually(lambda: sections() == [("B", 4), ("C", 1), ("A", 1)], "moved twice, repeated three times more")
    page.js("document.querySelector('.tempo .number').focus()")
    keys(page, "ArrowUp", "ArrowUp", 5)
    eventually(lambda: control.look()["transport"]["tempo"] == 125, "five keys are five beats a minute")
    page.open("drummer")
    page.js("document.querySelector('[aria-label=Density]').focus()")
    keys(page, "ArrowRight", "ArrowRight", 6)
    eventually(lambda: abs(control.look()["status"]["drummer"]["density"] - 0.56) < 1e-6, "six keys on a slider")


def test_a_trial_begun_right_after_an_edit_is_cancelled_whole(bench, page, control):
    page.open("rhythm")
    page.js("void ghostnote.send('step kick 3 X')")
    page.js("document.querySelector('[aria-label=\"Begin with Tigrigna\"]').click()")
    page.js("""const amount = document.querySelector('.rhythmview input[type=range]');
        for (const type of ['input', 'change']) { amount.value = 20; amount.dispatchEvent(new Event(type)); }""")
    eventually(lambda: (tempered(control) or {"text": ""})["text"].endswith("5/6"), "the last amount of the last rhythm is heard")
    assert tempered(control)["text"].startswith("12(1,3,5,7,10):5"), tempered(control)
    page.press('[aria-label="Go back to what was"]')
    eventually(lambda: tempered(control) is None, "the trial is gone")
    assert lanes(control)["kick"][2] == 120


def test_text_written_on_while_it_is_sent_stays(bench, page, control):
    page.open("text")
    area = page.find("textarea")
    eventually(lambda: "grid: 16/4" in page.js("return arguments[0].value", area), "the pattern is read")
    page.js("""const area = arguments[0]; const write = (text) => { area.value = text; area.dispatchEvent(new Event('input')); };
        write('grid: 8/2\\nkick: X.x.X.x.'); document.querySelector('.textview .primary').click();
        write('grid: 8/2\\nkick: X.x.X.x.\\nsnare: ..X.');""", area)
    eventually(lambda: rows(control, "kick") == [[120, 0, 96, 0, 120, 0, 96, 0]], "the first is played")
    eventually(lambda: page.js("return ghostnote.store.pattern.grid.beats.length") == 8, "the page knows")
    assert page.js("return arguments[0].value", area).endswith("snare: ..X."), "what was written on is lost"
    page.press(".textview .primary")
    eventually(lambda: rows(control, "snare") == [[0, 0, 120, 0] * 2], "the second is played")
