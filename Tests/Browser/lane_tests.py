"""Ring 4: what a lane has of its own: grid, length, speed, turn and looseness, at its ends and below the grid."""

from bench import eventually
from grid_tests import depth, rows, shown
from page_tests import middle


def lane(control, voice="kick"):
    """A lane without its steps."""
    found = next((one for one in control.look()["pattern"]["lanes"] if one["voice"] == voice), {})
    return {name: value for name, value in found.items() if name not in ("steps", "voice")}


def choose(page, label, value):
    """Chooses from a menu below the grid."""
    menu = f'.inspector:not([hidden]) select[aria-label="{label}"]'
    page.find(menu)
    page.js("const menu = document.querySelector(arguments[0]); menu.value = arguments[1]; menu.dispatchEvent(new Event('change'))",
            menu, value)


def write(control, page, row="kick [loose 5ms 31]: X...x..."):
    control.ask(f"paste pattern grid: 8/2; {row}")
    eventually(lambda: page.js("return document.querySelectorAll('.cell.hit').length") > 0
               and page.js("return document.querySelectorAll('.lane').length") == 1, "the pattern is shown")
    page.press(".lane[data-voice=kick] .voice")


def test_looseness_in_time_leaves_that_of_velocity(bench, page, control):
    write(control, page)
    before = depth(control)
    choose(page, "Loose", "10")
    eventually(lambda: lane(control)["loose"] == [10, 31], "the velocities are as loose as they were")
    assert shown(page) == "lane kick loose 10 31" and depth(control) == before + 1


def pick_other(page, label):
    """Chooses what is not in a menu; the field for it has the focus then."""
    page.js("""const menu = [...document.querySelectorAll(`select[aria-label="${arguments[0]}"]`)].find((one) => one.checkVisibility());
        menu.value = [...menu.options].at(-1).value; menu.dispatchEvent(new Event('change'))""", label)
    assert page.js("return document.activeElement.getAttribute('aria-label')") == f"{label}, typed"


def type_in(page, text, last="Enter"):
    for letter in text:
        page.key(letter)
    page.key(last)


def menu(page, label):
    """What a menu shows."""
    return page.js("""const menu = [...document.querySelectorAll(`select[aria-label="${arguments[0]}"]`)].find((one) => one.checkVisibility());
        return menu?.selectedOptions[0]?.textContent""", label)


def test_any_speed_grid_and_looseness_is_typed(bench, page, control):
    write(control, page)
    for label, text, name, expected, is_shown in (
            ("Speed", "5/7", "ratio", "5/7", "5/7"), ("Speed", "sqrt3", "ratio", "√3", "√3"),
            ("Loose", "7.5", "loose", [7.5, 31], "7.5 ms"), ("Loose velocity", "13", "loose", [7.5, 13], "±13")):
        before = depth(control)
        pick_other(page, label)
        type_in(page, text)
        eventually(lambda: lane(control).get(name) == expected, f"{label} {text}")
        assert depth(control) == before + 1
        eventually(lambda: menu(page, label) == is_shown, f"{label} is shown as {is_shown}")
    for text, beats, is_shown in (("5 in 3", 5, "5 in 3"), ("temper 5:7 1/2", 5, "5:7 1/2"), ("3+2+2", 7, "3+2+2"),
                                  ("markers 0 1/3 1 in 2", 3, "3 uneven in 2"), ("pattern", 8, "as the pattern")):
        pick_other(page, "Own grid")
        type_in(page, text)
        eventually(lambda: len(control.look()["pattern"]["lanes"][0]["steps"]) == beats, text)
        eventually(lambda: menu(page, "Own grid") == is_shown, f"{text} is shown as {is_shown}")


def test_a_typed_value_that_is_refused_is_said_and_put_back(bench, page, control):
    write(control, page)
    before = depth(control)
    pick_other(page, "Speed")
    type_in(page, "fast")
    eventually(lambda: "expected a ratio" in page.js("return document.getElementById('notices').textContent"), "it says why")
    eventually(lambda: menu(page, "Speed") == "1", "the speed that there is")
    pick_other(page, "Speed")
    type_in(page, "9", last="Escape")
    assert menu(page, "Speed") == "1" and page.js("return document.activeElement.getAttribute('aria-label')") == "Speed"
    for text, found in (("999", "999"), ("2.5", "2.5")):
        page.js("const field = document.querySelector('.inspector [aria-label=Steps]'); field.focus(); field.select()")
        type_in(page, text, last="Tab")
        said = page.js("return [...document.querySelectorAll('.notice')].at(-1).textContent")
        assert said == f"Steps: expected a whole number of 1–256, found {found}", said
        assert page.js("return document.querySelector('.inspector [aria-label=Steps]').value") == "8", "it is put back"
    assert depth(control) == before


def test_the_grid_that_there_is_is_shown_and_any_is_typed(bench, page, control):
    eventually(lambda: menu(page, "Grid") == "16 sixteenths", "the grid that there is")
    for line, is_shown in (("grid 2+2+3", "7/8 in 2+2+3"), ("grid 17 in 4", "17 in four beats"), ("grid 5/3", "5/3"),
                           ("grid son", "5 uneven in 4"), ("temper 5:7 0 to 1 over 8 sine", "5:7 0 to 1 over 8 sine")):
        control.ask(line)
        eventually(lambda: menu(page, "Grid") == is_shown, f"{line} is shown as {is_shown}")
    before = depth(control)
    pick_other(page, "Grid")
    type_in(page, "11 in 3")
    eventually(lambda: len(control.look()["pattern"]["grid"]["beats"]) == 11, "it is typed")
    assert depth(control) == before + 1 and shown(page) == "grid 11 in 3"
    pick_other(page, "Grid")
    type_in(page, "temper 5:7 1/2")
    eventually(lambda: control.look()["pattern"]["grid"].get("temper"), "a temperament too")
    assert shown(page) == "temper 5:7 1/2"
    # What was uneven is typed on from, exactly.
    control.ask("grid markers 0 1/7=0.5 3/5 in 2")
    eventually(lambda: menu(page, "Grid") == "3 uneven in 2", "three markers")
    pick_other(page, "Grid")
    assert page.js("return document.activeElement.value") == "markers 0 1/7=0.5 3/5 in 2"
    page.key("Escape")


def grip(end, voice="kick"):
    return f".lane[data-voice={voice}] .grip-of-lane.{end}"


def says(page, end, voice="kick"):
    """What a handle is said to be at."""
    return page.js("return document.querySelector(arguments[0]).getAttribute('aria-valuetext')", grip(end, voice))


def count(control, voice="kick"):
    return len(next(one for one in control.look()["pattern"]["lanes"] if one["voice"] == voice)["steps"])


def end_of_step(page, step, voice="kick"):
    """Where a step ends, at the middle of the handle beside it."""
    left, top, width, height = page.box(f'.lane[data-voice={voice}] .cell[data-step="{step}"]')
    return left + width + 12, top + height / 2


def focus(page, end, voice="kick"):
    page.js("document.querySelector(arguments[0]).focus()", grip(end, voice))


def test_the_right_end_of_a_lane_is_dragged_to_its_length(bench, page, control):
    write(control, page)
    before = depth(control)
    page.drag([middle(page.box(grip("length"))), end_of_step(page, 7), end_of_step(page, 5)])
    assert says(page, "length") == "5 steps", "it is what the hand left it at, whenever the session says so"
    eventually(lambda: count(control) == 5, "five steps")
    assert shown(page) == "lane kick length 5" and depth(control) == before + 1
    eventually(lambda: page.js("return document.querySelectorAll('.lane[data-voice=kick] .cell').length") == 5, "five cells")
    # Longer, over the free place beside it.
    x, y = middle(page.box(grip("length")))
    width = page.box('.lane[data-voice=kick] .cell[data-step="1"]')[2]
    page.drag([(x, y), (x + width, y), (x + 2 * width, y)])
    eventually(lambda: count(control) == 7, "seven steps")
    assert depth(control) == before + 2
    control.ask("undo 2")
    eventually(lambda: count(control) == 8 and rows(control, "kick") == [[120, 0, 0, 0, 96, 0, 0, 0]], "undo brings all back")


def test_a_length_that_is_tried_and_left_loses_no_hit(bench, page, control):
    write(control, page)
    before = depth(control)
    x, y = middle(page.box(grip("length")))
    page.mouse("mousePressed", x, y)
    page.mouse("mouseMoved", *end_of_step(page, 2))
    assert says(page, "length") == "2 steps"
    assert page.js("return document.querySelectorAll('.cell.leaving').length") == 6, "what would go is marked"
    page.key("Escape")
    page.mouse("mouseMoved", *end_of_step(page, 3))
    page.mouse("mouseReleased", *end_of_step(page, 3))
    assert says(page, "length") == "8 steps" and page.js("return document.querySelectorAll('.cell.leaving').length") == 0
    page.drag([(x, y), end_of_step(page, 1), (x, y)])
    assert says(page, "length") == "8 steps"
    assert depth(control) == before and rows(control, "kick") == [[120, 0, 0, 0, 96, 0, 0, 0]]


def test_a_lane_grows_as_long_as_a_hand_stays_at_the_edge(bench, page, control):
    write(control, page)
    x, y = middle(page.box(grip("length")))
    page.mouse("mousePressed", x, y)
    page.mouse("mouseMoved", 1278, y)
    eventually(lambda: int(says(page, "length").split()[0]) >= 11, "it goes on")
    page.mouse("mouseReleased", 1278, y)
    left_at = int(says(page, "length").split()[0])
    eventually(lambda: count(control) == left_at, "it is as long as was shown")
    assert shown(page) == f"lane kick length {left_at}"


def press_at_once(page, *keys):
    """Presses keys with no time between them: once they rest, what they did is sent."""
    page.js("""for (const key of arguments)
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));""", *keys)


def test_the_ends_of_a_lane_are_worked_by_keys(bench, page, control):
    write(control, page)
    before = depth(control)
    focus(page, "length")
    press_at_once(page, *["ArrowLeft"] * 3, "ArrowRight")
    assert says(page, "length") == "6 steps"
    eventually(lambda: count(control) == 6, "it is sent once the keys rest")
    assert depth(control) == before + 1 and shown(page) == "lane kick length 6"
    press_at_once(page, "ArrowUp", "Enter")
    eventually(lambda: count(control) == 7, "or by Enter")
    press_at_once(page, "ArrowDown", "Escape")
    assert says(page, "length") == "7 steps"
    focus(page, "turn")
    press_at_once(page, "ArrowLeft", "ArrowLeft")
    assert says(page, "turn") == "2 steps earlier each loop"
    focus(page, "length")
    eventually(lambda: lane(control).get("turn") == -2, "the turn is sent where the focus goes on")
    assert depth(control) == before + 3 and count(control) == 7
    page.key("Enter")
    assert page.js("return document.activeElement.getAttribute('aria-label')") == "Steps", "Enter leads to the form"


def test_the_left_end_of_a_lane_is_dragged_to_its_turn(bench, page, control):
    write(control, page)
    before = depth(control)
    x, y = middle(page.box(grip("turn")))
    width = page.box('.lane[data-voice=kick] .cell[data-step="1"]')[2]
    page.drag([(x, y), (x + width, y), (x + 3 * width, y)])
    assert says(page, "turn") == "3 steps later each loop"
    eventually(lambda: lane(control).get("turn") == 3, "turned")
    assert shown(page) == "lane kick turn 3" and depth(control) == before + 1
    page.drag([(x, y), (x - 2 * width, y)])
    eventually(lambda: lane(control).get("turn") == 1, "from there")
    page.mouse("mousePressed", x, y)
    page.mouse("mouseMoved", x + width, y)
    page.key("Escape")
    page.mouse("mouseReleased", x + width, y)
    assert says(page, "turn") == "1 step later each loop" and depth(control) == before + 2
    page.drag([(x, y)])
    assert page.js("return document.activeElement.getAttribute('aria-label')") == "Turn", "a press leads to the form"


def test_a_finger_drags_both_ends_on_a_phone(bench, page, control):
    page.resize(390, 844, has_touch=True)
    page.open()
    control.ask("paste pattern grid: 16/4; kick: X...x...X...x...; snare [grid 5/4]: ....x")
    eventually(lambda: page.js("return document.querySelectorAll('.cell.hit').length") == 5, "the pattern is shown")
    before = depth(control)
    x, y = middle(page.box(grip("length", "snare")))
    page.touch("touchStart", (x, y))
    page.touch("touchMove", (x + 23, y + 3))
    page.touch("touchMove", (x + 45, y + 3))
    page.touch("touchEnd")
    eventually(lambda: count(control, "snare") == 7, "two steps longer")
    # The end of the other is out of sight: it is scrolled to, and dragged past the edge.
    x, y = middle(page.box(grip("length")))
    page.js("document.querySelector('.scroller').scrollLeft = 10000")
    x, y = middle(page.box(grip("length")))
    page.touch("touchStart", (x, y))
    page.touch("touchMove", (387, y))
    eventually(lambda: int(says(page, "length").split()[0]) >= 18, "it goes on at the edge")
    page.touch("touchEnd")
    eventually(lambda: count(control) == int(says(page, "length").split()[0]) >= 18, "longer")
    page.has_caught_up(control)
    x, y = middle(page.box(grip("turn")))
    page.touch("touchStart", (x, y))
    page.touch("touchMove", (x + 30, y))
    page.touch("touchMove", (x + 46, y))
    page.touch("touchEnd")
    eventually(lambda: lane(control).get("turn") == 2, "turned")
    assert depth(control) == before + 3


def test_chips_at_the_end_of_a_lane_show_what_it_has_of_its_own(bench, page, control):
    control.ask("paste pattern grid: 16/4; kick [ratio 3/2, turn 2, loose 5ms 31]: X...; snare [grid 12/3]: x..; closedhat [grid 7/4]: x......")
    chips = "return [...document.querySelectorAll(`.lane[data-voice=${arguments[0]}] .tail button`)].map((chip) => chip.textContent)"
    eventually(lambda: page.js(chips, "kick") == ["×3/2", "↻2", "±5 ms", "±31 vel"], "of the kick")
    assert page.js(chips, "snare") == ["12/3"] and page.js(chips, "closedhat") == ["7"]
    for voice, index, field in (("kick", 1, "Speed"), ("kick", 2, "Turn"), ("kick", 3, "Loose"), ("kick", 4, "Loose velocity"),
                                ("snare", 1, "Own grid"), ("closedhat", 1, "Steps")):
        page.press(f".lane[data-voice={voice}] .tail button:nth-child({index})")
        assert page.js("return document.activeElement.getAttribute('aria-label')") == field, (voice, field)
        assert page.js("return document.querySelector('.inspector:not([hidden]) .part h2').textContent").startswith("Lane of")
    control.ask("lane kick ratio 1")
    eventually(lambda: page.js(chips, "kick") == ["↻2", "±5 ms", "±31 vel"], "a lane as fast as its pattern says nothing of it")
