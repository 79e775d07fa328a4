"""Ring 4: everyone can use the page. axe-core judges each view by WCAG 2.2, levels A and AA, and its own best practices."""

import glob

import pixels
from bench import ROOT, eventually

FOUND = """
const [done] = arguments;
axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})
    .then((result) => done({checked: result.passes.length, found: result.violations.map((rule) =>
        `${rule.id}: ${rule.help}: ${rule.nodes.length} × ${rule.nodes[0].html.slice(0, 120)}`)}),
    (problem) => done({checked: 0, found: [String(problem)]}));
"""


def axe():
    """The script, which Scripts/tools installs."""
    found = glob.glob(f"{ROOT}/.build/tools/lib/python*/site-packages/axe_playwright_python/axe.min.js")
    assert found, "axe-core is not installed: run Scripts/tools"
    with open(found[0], encoding="utf-8") as file:
        return file.read()


def violations(page, script):
    """What axe finds in what is shown now, a line for each rule."""
    page.driver.execute_script(script)
    page.driver.set_script_timeout(60)
    result = page.driver.execute_async_script(FOUND)
    assert result["checked"] > 5 or result["found"], "axe checked nothing"
    return result["found"]


def test_axe_finds_nothing_in_any_view(bench, page, control):
    script, found = axe(), []
    control.ask("load funk")
    # High enough that no bar that stays covers a part of a control.
    for width, height, scheme in ((1280, 2400, "dark"), (1280, 2400, "light"), (360, 4000, "dark")):
        page.resize(width, height, scheme)
        for view in page.js("return ghostnote.views.map((view) => view.name.toLowerCase())"):
            page.open(view)
            page.js("for (const more of document.querySelectorAll('.view details')) more.open = true")
            found += [f"{view}, {width} px, {scheme}: {rule}" for rule in violations(page, script)]
    assert not found, "\n" + "\n".join(found)


def test_axe_finds_nothing_on_a_phone_and_on_the_stage(bench, page, control):
    script = axe()
    page.resize(390, 844, "dark", has_touch=True)
    page.driver.get(f"{bench.address}phone")
    page.find("input, .drumpad, .waiting")
    found = [f"phone: {rule}" for rule in violations(page, script)]
    page.resize(1280, 720)
    bench.open_stage(page)
    found += [f"stage: {rule}" for rule in violations(page, script)]
    assert not found, "\n" + "\n".join(found)


def test_axe_sees_what_is_wrong(bench, page, control):
    page.js("document.querySelector('.play').replaceChildren(); document.querySelector('.play').removeAttribute('aria-label');"
            "document.querySelector('.play').removeAttribute('title')")
    assert any(rule.startswith("button-name") for rule in violations(page, axe()))


# What must be seen to be used, and what it is met on: the edge of each has 3 to 1 (WCAG 2.2, 1.4.11).
EDGES = {
    "grid": ((".lane[data-voice=openhat] [data-step='3']", "an empty cell"),
             (".lane[data-voice=openhat] [data-step='5']", "an empty cell on a beat"),
             (".head .toggle", "mute"), (".tools select", "a menu"), (".segments .chip[aria-pressed=false]", "a chip")),
    "pads": ((".pad", "a pad"),),
    "mixer": (("details .slider input", "the track of a slider"), (".field select", "a menu"), (".toggle", "mute")),
    "drummer": ((".stylepad", "the style pad"),),
    "song": ((".small", "a button"), (".row input, .tools input", "a field")),
}


def edge(page, selector):
    """How much the edge of an element stands out from what is beside it: the best on the way in from the left."""
    left, top, width, height = page.box(selector)
    if "slider" in selector:
        # The right end, where the track is empty; from above.
        rows = pixels.shot(page, int(left + width) - 8, int(top + height / 2) - 12, 1, 12)
        line = [row[0] for row in rows]
    else:
        line = pixels.shot(page, int(left) - 3, int(top + height / 2), 8, 1)[0]
    return max(pixels.contrast(line[0], colour) for colour in line[1:])


def test_buttons_are_called_as_what_they_do_now(bench, page, control):
    control.ask("song add")
    for view, first, then in (("pads", "Show all 26", "Show 16"), ("mixer", "Show all 26", "Show what is used"),
                              ("song", "Play the song", "Play the pattern instead")):
        page.open(view)
        # Pads that were shown are kept in the page.
        for words in (first, then, first):
            find = "return [...document.querySelectorAll('#view button')].find((one) => one.textContent === arguments[0])"
            button = eventually(lambda: page.js(find, words), f"{view}: {words}")
            names = [button.get_attribute(name) for name in ("aria-label", "title")]
            assert all(name.startswith(words) for name in names), (view, words, names)
            page.js("arguments[0].click()", button)
    bench.open_stage(page)
    page.js("stage.playHere.isThere = () => Promise.resolve(false); document.getElementById('sound').click()")
    reason = "No sound here: the session is gone"
    eventually(lambda: page.find("#problem[role=status]").get_attribute("textContent") == reason, "the reason is announced")
    assert page.find("#sound").get_attribute("aria-label") == reason


def test_what_is_used_is_seen_in_the_dark_and_in_the_light(bench, page, control):
    poor = []
    for scheme in ("dark", "light"):
        for view, things in EDGES.items():
            control.ask("load song" if view == "song" else "load funk")
            page.resize(1280, 1000, scheme)
            page.open(view)
            page.js("for (const more of document.querySelectorAll('.view details')) more.open = true")
            for selector, what in things:
                found = edge(page, selector)
                if found < 3:
                    poor.append(f"{what} ({selector}), {scheme}: {found:.2f}")
    assert not poor, "\n" + "\n".join(poor)


def test_marks_of_a_step_are_whole_and_legible(bench, page, control):
    control.ask("load funk")
    control.ask("select hits kick 1; hits probability 0.5; hits ratchet 3; hits accent on; hits condition 1:2")
    control.ask("step closedhat 1 x?25")
    for width, scheme in ((1280, "dark"), (1280, "light"), (390, "dark"), (320, "light")):
        page.resize(width, 844, scheme)
        page.open()
        found = eventually(lambda: page.js("""return [...document.querySelectorAll('.cell b')].filter((mark) => mark.textContent)
            .map((mark) => { const [inner, cell] = [mark.getBoundingClientRect(), mark.parentElement.getBoundingClientRect()];
                const style = getComputedStyle(mark);
                return { text: mark.textContent, size: parseFloat(style.fontSize), front: style.color, back: style.backgroundColor,
                    isClipped: mark.scrollWidth > mark.clientWidth + 1 || mark.scrollHeight > mark.clientHeight + 1
                        || inner.right > cell.right + 0.5 || inner.bottom > cell.bottom + 0.5 }; })"""), "there are marks")
        assert len(found) == 2 and "50%" in found[0]["text"] and "1:2" in found[0]["text"], found
        for mark in found:
            assert not mark["isClipped"] and mark["size"] >= 11, f"{width}, {scheme}: {mark}"
            ratio = pixels.contrast(*(rgb(mark[side]) for side in ("front", "back")))
            assert ratio >= 4.5, f"{width}, {scheme}: {mark}: {ratio:.2f}"


def rgb(colour):
    """An opaque colour as the browser computes it."""
    parts = colour.removeprefix("rgb(").removesuffix(")").split(",")
    assert len(parts) == 3, f"{colour} is not opaque"
    return [int(part) for part in parts]


def test_names_of_pads_and_voices_contrast(bench, page, control):
    control.ask("load funk")
    for scheme in ("dark", "light"):
        page.resize(1280, 900, scheme)
        for view, selector in (("pads", ".pad .name"), ("grid", ".voice span"), ("mixer", ".voice span")):
            page.open(view)
            left, top, width, height = page.box(selector)
            rows = pixels.shot(page, int(left), int(top), max(int(width), 4), max(int(height), 4))
            colours = [colour for row in rows for colour in row]
            back = max(set(colours), key=colours.count)
            best = max(pixels.contrast(back, colour) for colour in colours)
            assert best >= 4.5, f"{view} {selector}, {scheme}: {best:.2f}"


def test_hats_are_told_apart_without_colour_and_by_it(bench, page, control):
    control.ask("paste pattern grid: 8/2; closedhat: x.......; openhat: ..x.....; pedalhat: ....x...")
    page.open()
    eventually(lambda: page.js("return document.querySelectorAll('.lane').length") >= 3, "three hats")
    for view, item in (("grid", ".lane[data-voice={}]"), ("pads", ".pad[data-drum={}]"), ("mixer", ".strip[data-drum={}]")):
        page.open(view)
        looks = [page.js("""const one = document.querySelector(arguments[0]);
            return [one.querySelector('.glyph').innerHTML, getComputedStyle(one.querySelector('.glyph')).color]""", item.format(drum))
            for drum in ("closedhat", "openhat", "pedalhat")]
        assert len({shape for shape, _ in looks}) == 3, f"{view}: {looks}"
        assert looks[0][1] != looks[1][1], f"{view}: {looks}"


def test_sound_that_is_over_full_scale_is_said_in_words(bench, page, control):
    def is_said():
        """Is over full scale, each time again: it is said for 1.5 s only."""
        content, label = page.js("""ghostnote.connection.dispatchEvent(new CustomEvent('levels', {
                detail: {left: {peak: 1.2, rms: 0.5}, right: {peak: 0.5, rms: 0.5}}}));
            const levels = document.querySelector('.levels');
            return [getComputedStyle(levels, '::after').content, levels.getAttribute('aria-label')];""")
        return content == '"clip"' and "clip" in label

    eventually(is_said, "it is said")
    eventually(lambda: "clip" not in page.js("return document.querySelector('.levels').getAttribute('aria-label')"), "it is over")
