"""Ring 4: the pictures of the rhythm designer: where the hand is, what moves, exact fractions, hands and keys, less motion."""

from fractions import Fraction

from bench import eventually
from page_tests import middle, tempered
from rhythm_tests import CANCEL, KEEP, begin, choose_lane, row, text

# What the pictures show at the beat with which they are drawn, so that no clock has to be read.
LOOK = """
const view = ghostnote.shown, frame = view.frame.bind(view);
globalThis.looks = [];
view.frame = (beat, now) => {
    frame(beat, now);
    const { transport } = ghostnote.store, dots = [...document.querySelectorAll('.round .dots circle')];
    const hand = document.querySelector('.round .hand'), bar = document.querySelector('.straight .hand');
    if (!transport.rolling || hand.hasAttribute('hidden')) return;
    looks.push({ beat: beat - transport.origin, turn: Number(/[\\d.]+/.exec(hand.getAttribute('transform'))[0]) / 360,
        now: dots.findIndex((dot) => dot.classList.contains('now')), bar: bar.getBoundingClientRect().left,
        radius: Number(document.querySelector('.round .tempered').getAttribute('r')),
        labels: [...document.querySelectorAll('.round .dots text')].map((label) => label.textContent),
        reading: document.querySelector('.controls output').textContent });
};
"""

# Boxes of what must not lie over each other in a picture: its fractions, its dots, and its numbers.
BOXES = """
const picture = document.querySelector(arguments[0]);
const boxes = (selector) => [...picture.querySelectorAll(selector)].filter((one) => one.checkVisibility() && one.textContent !== null)
    .map((one) => { const { left, top, width, height } = one.getBoundingClientRect();
        return { text: one.textContent, left, top, right: left + width, bottom: top + height }; }).filter((box) => box.right > box.left);
return { fractions: boxes('.dots text'), others: [...boxes('.dots circle'), ...boxes('g.upper text'), ...boxes('g.lower text')],
    frame: (({ left, top, right, bottom }) => ({ left, top, right, bottom }))(picture.getBoundingClientRect()),
    size: Math.min(...[...picture.querySelectorAll('text')].map((one) => parseFloat(getComputedStyle(one).fontSize)
        * picture.getScreenCTM().a)) };
"""


def looks(page, count):
    """What the pictures showed in a number of frames from now on."""
    page.js(LOOK)
    return eventually(lambda: page.js("return looks.length >= arguments[0] ? looks : null", count), f"{count} frames", 60)


def labels(page, picture=".round"):
    return page.js("return [...document.querySelectorAll(`${arguments[0]} .dots text`)].map((text) => text.textContent)", picture)


def overlap(one, other):
    """How much of two boxes is common, 0.5 px left out."""
    return (min(one["right"], other["right"]) - max(one["left"], other["left"]) > 0.5
            and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 0.5)


def test_the_hand_goes_at_the_speed_of_its_lane(bench, page, control):
    control.ask("paste pattern grid: 16/4; kick: X...; snare [grid 4 beats tempered 5:7 1/2, ratio 3/2]: xxxxx; cowbell [ratio √2]: x...")
    control.ask("lane cowbell grid temper 5:7 0 to 1 over 4 line")
    control.ask("tempo 240")
    control.ask("play")
    for voice, speed in (("snare", 1.5), ("cowbell", 2 ** 0.5)):
        page.open("rhythm")
        choose_lane(page, voice)
        grid = next(lane for lane in control.look()["pattern"]["lanes"] if lane["voice"] == voice)["grid"]
        for look in looks(page, 40):
            own = look["beat"] * speed
            place, loop = own % 4, int(own // 4)
            assert abs(look["turn"] - place / 4) < 1e-4, (voice, look, place / 4)
            beats = grid["loops"][loop % 4] if voice == "cowbell" else grid["beats"]
            # For the page a marker is reached from a billionth of a beat before it.
            wanted = max((index for index, beat in enumerate(beats) if beat <= place + 1e-9), default=len(beats) - 1)
            assert look["now"] == wanted, (voice, look, wanted)
            amount = grid["temper"]["amounts"][loop % 4] if voice == "cowbell" else 0.5
            assert abs(look["radius"] - (96 + 136 * amount)) < 0.01, (voice, look, amount)


def test_a_moving_temperament_is_seen_moving_with_its_fractions(bench, page, control):
    control.ask("paste pattern grid: 4 beats tempered 5:7 0 to 1 over 4 line; kick: xxxxx")
    page.open("rhythm")
    begun = ["0", "1/5", "2/5", "3/5", "4/5"]
    eventually(lambda: labels(page) == begun and labels(page, ".straight") == begun, f"where it begins: {labels(page)}")
    assert page.js("return document.querySelectorAll('.round .course:not([hidden]), .straight .course:not([hidden])').length") == 4, "both ends are drawn"
    control.ask("tempo 300")
    control.ask("play")
    page.js(LOOK)

    def amounts():
        return {(look["reading"], round(look["radius"], 2), *look["labels"]) for look in page.js("return looks")}

    eventually(lambda: len(amounts()) >= 4, f"four amounts: {amounts()}", 60)
    lower = (0, 1, 3, 4, 6)
    for reading, radius, *shown in amounts():
        amount = Fraction(reading)
        assert abs(radius - (96 + 136 * amount)) < 0.01, (reading, radius)
        wanted = [str((1 - amount) * Fraction(index, 5) + amount * Fraction(beat, 7)) for index, beat in enumerate(lower)]
        assert shown == wanted, (reading, shown, wanted)
    # On a sine wave, most amounts are no fractions.
    control.ask("temper 5:7 0 to 1 over 5 sine")
    page.js("looks.length = 0")
    seen = eventually(lambda: [look for look in page.js("return looks") if look["reading"].startswith("≈")], "an amount between", 60)[0]
    assert all(label.startswith("≈ ") for label in seen["labels"][1:]), seen
    assert seen["labels"][0] == "0", seen
    amount = (seen["radius"] - 96) / 136
    assert abs(float(seen["labels"][1][2:]) - ((1 - amount) / 5 + amount / 7)) < 1e-4, seen
    assert any(abs(amount - one) < 1e-4 for one in tempered(control)["amounts"]), (amount, tempered(control)["amounts"])


def test_fractions_lie_over_nothing_in_both_pictures(bench, page, control):
    for width, height, rhythms in (
            (1280, 800, ("5:7 0", "5:7 1/2", "5:7 1", "5:7 1/5", "12(1,3,5,7,10):5 1/3", "8:12 1/2", "13:11 7/24", "16:12 5/24")),
            (390, 844, ("5:7 1/2", "5:7 1/5", "8:12 3/4", "16:12 5/24"))):
        page.resize(width, height)
        page.open("rhythm")
        for rhythm in rhythms:
            control.ask(f"temper {rhythm}")
            eventually(lambda: page.js("return ghostnote.store.pattern.grid.temper?.text") == rhythm, rhythm)
            for picture in (".round", ".straight"):
                found = page.js(BOXES, picture)
                where = (width, rhythm, picture)
                count = len(found["fractions"])
                # Where there are too many to be read, some are left out.
                assert count >= (5 if width < 600 else len(tempered(control)["mapping"])), (where, count)
                assert found["size"] > 10.5, (where, "too small to be read", found["size"])
                frame = found["frame"]
                for index, one in enumerate(found["fractions"]):
                    for other in found["fractions"][index + 1:] + found["others"]:
                        assert not overlap(one, other), (where, one, other)
                    assert (frame["left"] <= one["left"] and one["right"] <= frame["right"]
                            and frame["top"] <= one["top"] and one["bottom"] <= frame["bottom"]), (where, one, frame)
                # What they lie on is hidden behind a plate.
                plate = page.js("""const style = getComputedStyle(document.querySelector(`${arguments[0]} .dots text`));
                    return [style.paintOrder.split(' ')[0], parseFloat(style.strokeWidth) >= 4, style.stroke,
                        getComputedStyle(document.querySelector(arguments[0])).backgroundColor]""", picture)
                assert plate[:2] == ["stroke", True] and plate[2] == plate[3], (where, plate)


def test_the_straight_picture_has_exact_fractions_and_is_dragged(bench, page, control):
    page.open("rhythm")
    begin(page, "5 : 7")
    eventually(lambda: text(control) == "5:7 1/2", "it is tried")
    exact = ["0", "6/35", "29/70", "41/70", "29/35"]
    eventually(lambda: labels(page, ".straight") == exact, f"the places: {labels(page, '.straight')}")
    # The dots are where the session has the markers.
    dots = page.js("""const ends = document.querySelector('.straight line.lower').getBoundingClientRect();
        return [...document.querySelectorAll('.straight .dots circle')].map((dot) => { const box = dot.getBoundingClientRect();
            return (box.left + box.width / 2 - ends.left) / ends.width; })""")
    for dot, beat in zip(dots, control.look()["pattern"]["grid"]["beats"]):
        assert abs(dot - beat / 4) < 0.002, (dots, beat)
    left, top, width, height = page.box(".straight")
    lines = page.js("""return ['line.upper', 'line.tempered', 'line.lower'].map((line) =>
        document.querySelector(`.straight ${line}`).getBoundingClientRect().top)""")
    x = left + width * 0.47
    page.drag([(x, lines[1]), (x, lines[1] + 9), (x, lines[0] + (lines[2] - lines[0]) * 0.75)])
    eventually(lambda: text(control) == "5:7 3/4", f"the line is dragged: {text(control)}")
    assert labels(page, ".straight")[1] == "11/70"
    # Farther than the ruler is at the ruler.
    page.drag([(x, lines[0] + (lines[2] - lines[0]) * 0.75), (x, top + height + 30)])
    eventually(lambda: text(control) == "5:7 1", f"to the lower rhythm: {text(control)}")
    page.drag([(x, lines[2]), (x, lines[0] + (lines[2] - lines[0]) * 0.5)])
    eventually(lambda: text(control) == "5:7 1/2", "and back")
    end = middle(page.box('.straight .end[data-index="1"]'))
    three = page.js("""const tick = document.querySelectorAll('.straight g.lower')[2].querySelector('circle').getBoundingClientRect();
        return [tick.left + tick.width / 2, tick.top + tick.height / 2]""")
    page.drag([end, ((end[0] + three[0]) / 2, end[1]), tuple(three)])
    eventually(lambda: tempered(control)["mapping"] == [0, 2, 3, 4, 6], "a line is led to another beat")
    page.press(CANCEL)
    eventually(lambda: tempered(control) is None, "nothing is left")


def tab_to(page, selector, most=60):
    """Goes on by Tab until something has the focus."""
    for _ in range(most):
        page.key("Tab")
        if page.js("return document.activeElement?.matches(arguments[0]) ?? false", selector):
            assert page.js("return document.activeElement.matches(':focus-visible')"), f"{selector}: the focus is not seen"
            return
    raise AssertionError(f"Tab does not lead to {selector}")


def test_the_designer_is_worked_by_keys_alone(bench, page, control):
    control.ask("paste pattern grid: 16/4; kick: X...............")
    before, depth = control.look()["document"], control.look()["history"]["depth"]
    page.open("rhythm")
    page.js("document.querySelector('#views [aria-current]').focus()")
    tab_to(page, '[aria-label="Begin with 5 : 7"]')
    page.key("Enter")
    eventually(lambda: text(control) == "5:7 1/2", "a preset is begun with")
    for picture, mapping in ((".round", [0, 2, 3, 4, 6]), (".straight", [0, 3, 3, 4, 6])):
        tab_to(page, f'{picture} .end[data-index="1"]')
        page.key("ArrowRight")
        eventually(lambda: tempered(control)["mapping"] == mapping, f"{picture}: a spoke is led: {tempered(control)['mapping']}")
    tab_to(page, '[aria-label="Amount"]')
    page.key("ArrowRight", "ArrowRight")
    eventually(lambda: text(control).startswith("5:7 13/24"), f"the ring is moved: {text(control)}")
    tab_to(page, CANCEL)
    page.key("Enter")
    eventually(lambda: control.look()["document"] == before, "it is taken back")
    tab_to(page, ".necklaces summary")
    page.key("Enter")
    page.find(".necklace")
    tab_to(page, "[aria-label='Lane of the necklace']")
    tab_to(page, ".necklace")
    for _ in range(6):
        page.key("ArrowRight")
    title = page.js("return document.activeElement.title")
    page.key("Enter")
    eventually(lambda: control.look()["history"]["depth"] == depth + 1, "a ring is chosen")
    chosen = row(control, "kick")
    assert chosen.count("x") == 6, (title, chosen)
    page.js("document.querySelector('.necklaces summary').focus()")
    tab_to(page, ".ring")
    page.key("ArrowRight")
    eventually(lambda: row(control, "kick") == chosen[-1] + chosen[:-1], "it is turned")
    page.key("Home", "Home")
    eventually(lambda: row(control, "kick") == chosen, "and back to where it began")
    page.key("End", "End")
    eventually(lambda: row(control, "kick") == chosen[1:] + chosen[:1], "by as much as can be")
    page.js("document.querySelector('[aria-label=Loops]').focus()")
    tab_to(page, KEEP)
    page.key(" ")
    eventually(lambda: page.js("return document.querySelector(arguments[0]).disabled", KEEP), "it is kept")
    eventually(lambda: control.look()["history"]["depth"] == depth + 1, "as one change")
    assert row(control, "kick") == chosen[1:] + chosen[:1]


def test_with_less_motion_nothing_sweeps_swings_or_fades(bench, page, control):
    control.ask("paste pattern grid: 4 beats tempered 5:7 1/2; kick: xxxxx; crash: x.x.x")
    control.ask("tempo 240")
    control.ask("play")
    page.calm()
    page.open("rhythm")
    beats = control.look()["pattern"]["grid"]["beats"]
    for look in looks(page, 40):
        assert abs(look["turn"] - beats[look["now"]] / 4) < 1e-4, ("the hand is on the beat that sounds", look)
    page.js("location.hash = '#pads'")
    # Whatever an animation changes is watched from here on.
    page.js("""globalThis.moved = new Set(); globalThis.strokes = 0;
        const plain = Element.prototype.animate;
        Element.prototype.animate = function (frames, options) {
            strokes++;
            for (const frame of frames) for (const name of Object.keys(frame)) if (!['outlineColor', 'outlineStyle'].includes(name)) moved.add(name);
            return plain.call(this, frames, options); };""")
    page.find(".pad")
    eventually(lambda: page.js("return strokes") > 3, "pads are lit", 30)
    assert page.js("return [...moved]") == [], "by a line around them that goes out"
    page.js("location.hash = '#text'")
    page.find(".marks span")
    page.js("strokes = 0")
    eventually(lambda: page.js("return document.querySelectorAll('.marks .lit').length") > 0, "marks are lit", 30)
    eventually(lambda: page.js("return document.querySelectorAll('.marks [data-lit]').length") > 2, "more of them", 30)
    assert page.js("return strokes") == 0, "without an animation"
    control.ask("stop")
    eventually(lambda: page.js("return document.querySelectorAll('.marks .lit').length") == 0, "they go out", 30)
    control.ask("play")
    page.driver.get(f"{bench.address}stage")
    eventually(lambda: page.js("return !!globalThis.stage?.store?.state && stage.shown > 0"), "the stage shows strokes", 60)
    assert page.js("""const { picture } = stage;
        picture.strike('crash', 1, null, 1_000);
        const burst = picture.bursts.at(-1), sizes = [];
        const { ellipse } = picture.context;
        picture.context.ellipse = (x, y, width) => sizes.push(width);
        for (const now of [1_000, 1_050, 1_200]) picture.drawBurst(burst, now);
        picture.context.ellipse = ellipse;
        return [burst.sparks.length, picture.swing('crash', 1_050), new Set(sizes).size]""") == [0, 0, 1], "nothing flies, swings or grows"
