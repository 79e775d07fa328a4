"""Ring 4: what steers the drummer, and what shows how it is steered."""

from bench import eventually
from page_tests import middle

PAD = ".stylepad"


def drummer(control):
    return control.look()["status"]["drummer"]


def pressed(page, group):
    """The values that are pressed in a group of buttons."""
    return page.js("""return [...document.querySelectorAll(`.acts [aria-label="${arguments[0]}"] [aria-pressed=true]`)]
        .map((chip) => chip.dataset.value)""", group)


def press(page, group, value):
    page.press(f'.acts [aria-label="{group}"] [data-value="{value}"]')


def test_a_drummer_that_is_silent_says_why(bench, page, control):
    control.ask("drummer on")
    page.open("drummer")
    says = "return document.querySelector('p.doing[aria-live]').textContent"
    eventually(lambda: "is playing" in page.js(says), "it plays")
    control.ask("paste pattern meter: 3/4; grid: 12/4; cowbell: ............")
    eventually(lambda: page.js(says).startswith("The drummer is silent: the drummer plays 4/4 only"), "it says why it is silent")
    control.ask("undo")
    eventually(lambda: "is playing" in page.js(says), "it plays again")


def test_the_drummers_buttons_show_what_is_on(bench, page, control):
    fills, trades, repeats = "A fill every … bars", "Trade … bars", "Repeat the last … bars"
    control.ask("drummer fill every 8")
    page.open("drummer")
    eventually(lambda: pressed(page, fills) == ["8"], "fills of every 8 bars are seen")
    assert pressed(page, trades) == pressed(page, repeats) == ["off"]
    press(page, fills, "4")
    assert pressed(page, fills) == ["4"], "what was asked for is shown at once"
    eventually(lambda: drummer(control)["fillEvery"] == 4, "fills of every 4")
    press(page, fills, "off")
    eventually(lambda: drummer(control)["fillEvery"] == 0 and pressed(page, fills) == ["off"], "none")
    # A number that has no button of its own.
    control.ask("drummer fill every 5")
    eventually(lambda: pressed(page, fills) == ["5"], "fills of every 5")
    press(page, trades, "2")
    eventually(lambda: drummer(control)["answerBars"] == 2 and pressed(page, trades) == ["2"], "it trades 2 bars")
    control.ask("drummer answer off")
    eventually(lambda: pressed(page, trades) == ["off"], "it plays throughout")

    # Repeats begin with the next bar: asked for at first, then there.
    waits = "return document.querySelectorAll('.acts [data-waits]').length"
    control.ask("tempo 300")
    control.ask("drummer on")
    control.ask("play")
    eventually(lambda: control.ask("drummer status")["drummer"]["bar"] >= 4, "three bars were played")
    control.ask("stop")
    control.ask("tempo 120")
    control.ask("continue")
    page.has_caught_up(control)
    press(page, repeats, "2")
    eventually(lambda: drummer(control)["doing"] == "looping" and page.js(waits) == 0, "the loop is on")
    assert pressed(page, repeats) == ["2"]
    press(page, repeats, "off")
    eventually(lambda: drummer(control)["doing"] == "playing" and page.js(waits) == 0, "it invents again")
    assert pressed(page, repeats) == ["off"]
    # How many bars another client has locked is not known.
    control.ask("tempo 300")
    control.ask("drummer lock 4")
    eventually(lambda: pressed(page, repeats) == ["some"], "a loop from elsewhere is seen")
    control.ask("drummer release")
    eventually(lambda: pressed(page, repeats) == ["off"], "and its end")
    control.ask("drummer off")
    control.ask("stop")


def test_the_style_pad_leaves_what_was_set_one_by_one(bench, page, control):
    for line in ("drummer style funk jazz 0.2", "drummer density 0.9", "drummer loudness 0.1", "drummer wildness 0.5"):
        control.ask(line)
    page.open("drummer")
    eventually(lambda: page.js("return ghostnote.shown.blend") == 0.2, "the blend is seen")

    def steered():
        now = drummer(control)
        return [round(now[name], 2) for name in ("density", "loudness", "wildness")]

    def blend():
        return control.look()["document"]["drummer"]["blend"]["amount"]

    left, top, width, height = page.box(PAD)
    high = top + height * 0.2
    # Sideways, and far from the knob's height: the style alone is meant.
    page.drag([(left + width * 0.6, high), (left + width * 0.7, high + 5), (left + width * 0.8, high)])
    eventually(lambda: blend() > 0.7, "the second style leads")
    assert steered() == [0.9, 0.1, 0.5], steered()
    # Up or down sets the three as one.
    page.drag([(left + width * 0.8, high + 40), (left + width * 0.8, high)])
    eventually(lambda: len(set(steered())) == 1 and steered()[0] > 0.7, "intensity sets all three")
    # From there on a place in the square is both.
    eventually(lambda: not page.js("return ghostnote.shown.isSplit"), "the page knows")
    page.drag([middle((left, top, width, height))])
    eventually(lambda: abs(blend() - 0.5) < 0.02 and abs(steered()[0] - 0.5) < 0.02, "a press sets both")
    control.ask("undo")


def test_one_hand_holds_a_control_until_it_lets_go(bench, page, control):
    control.ask("drummer style funk jazz 0.2")
    page.resize(1280, 800, has_touch=True)
    page.open("drummer")
    eventually(lambda: page.js("return ghostnote.shown.blend") == 0.2, "the blend is seen")
    blend = "return ghostnote.shown.blend"
    left, top, width, height = page.box(PAD)
    at = [(left + width * part, top + height / 2) for part in (0.3, 0.5, 0.9)]
    page.mouse("mousePressed", *at[2], button="right", buttons=2)
    page.mouse("mouseReleased", *at[2], button="right")
    assert page.js(blend) == 0.2, "another button leads nothing"
    page.touch("touchStart", at[0])
    led = eventually(lambda: (lambda now: now != 0.2 and now)(page.js(blend)), "a finger leads it")
    page.touch("touchStart", at[0], at[2])
    assert page.js(blend) == led, "a second finger leads nothing"
    page.touch("touchMove", at[1], at[2])
    eventually(lambda: abs(page.js(blend) - 0.5) < 0.02, "the first one leads on")
    page.touch("touchEnd")
    eventually(lambda: page.js("return ghostnote.shown.place.isFree"), "all is sent")
    # What a mouse holds is let go with the view.
    page.resize(1280, 800)
    for selector, is_held in ((PAD, "return ghostnote.shown.place.isHeld"),
                              ('[aria-label="Density"]', "return !ghostnote.shown.knobs.density.isFree()")):
        page.mouse("mousePressed", *middle(page.box(selector)))
        eventually(lambda: page.js(is_held), f"{selector} is held")
        page.js("location.hash = '#grid'")
        page.find(".cell")
        page.mouse("mouseReleased", 5, 5)
        page.js("location.hash = '#drummer'")
        page.find(selector)
        eventually(lambda: not page.js(is_held), f"{selector} is let go")
    control.ask("drummer density 0.9")
    eventually(lambda: page.js("return document.querySelector('[aria-label=Density]').value") == "0.9", "it follows again")


def test_the_style_pad_is_led_by_keys(bench, page, control):
    for line in ("drummer style funk jazz 0.2", "drummer density 0.7", "drummer loudness 0.3"):
        control.ask(line)
    page.open("drummer")
    eventually(lambda: page.js("return ghostnote.shown.blend") == 0.2, "the blend is seen")
    page.js("document.querySelector(arguments[0]).focus()", PAD)
    for _ in range(3):
        page.key("ArrowRight")
    eventually(lambda: abs(control.look()["document"]["drummer"]["blend"]["amount"] - 0.35) < 1e-6, "three steps sideways")
    now = drummer(control)
    assert [now["density"], now["loudness"], now["wildness"]] == [0.7, 0.3, 0.5], now
    for _ in range(2):
        page.key("ArrowUp")
    eventually(lambda: abs(drummer(control)["density"] - 0.6) < 0.01, "two steps up")
    now = drummer(control)
    assert now["density"] == now["loudness"] == now["wildness"], now
    assert page.js("return document.querySelector(arguments[0]).getAttribute('aria-valuenow')", PAD) == "35"


def test_the_picture_of_the_drummers_bars_turns_light_with_the_system(bench, page, control):
    page.open("drummer")
    used = "return ghostnote.shown.ahead.colours?.panel"
    dark = eventually(lambda: page.js(used), "it is drawn")
    page.resize(1280, 800, "light")
    light = page.js("return ghostnote.shown.ahead.tones().panel")
    assert light != dark
    eventually(lambda: page.js(used) == light, "it is drawn in the page's colours")


def test_surprise_is_a_colour_that_goes_on_from_likely_to_rare(bench, page, control):
    page.open("drummer")
    shown = page.js("""const { colourOf, strangeness } = await import('/modules/ahead.js');
        const tones = { panel: '#a0a0a0', unusual: '#ffffff', rare: '#ff0080' };
        return [0, 3, 6, 7.5, 9, 20].map((nats) => [strangeness(nats), colourOf(nats, tones)])""")
    assert shown == [[0, "rgb(160 160 160)"], [0.5, "rgb(208 208 208)"], [1, "rgb(255 255 255)"], [1.5, "rgb(255 128 192)"],
                     [2, "rgb(255 0 128)"], [2, "rgb(255 0 128)"]], shown
    # The page's own colours can be mixed, in the dark and in the light.
    for scheme in ("dark", "light"):
        page.resize(1280, 800, scheme)
        page.open("drummer")
        tones = page.js("return ghostnote.shown.ahead.tones()")
        for name in ("panel", "unusual", "rare"):
            assert len(tones[name]) == 7 and tones[name].startswith("#"), tones
