"""Ring 4: what a lane has of its own: grid, length, speed, turn and looseness, at its ends and below the grid."""

from bench import eventually
from grid_tests import depth, shown


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
