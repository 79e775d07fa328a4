"""Ring 4: everyone can use the page. axe-core judges each view by WCAG 2.2, levels A and AA, and its own best practices."""

import glob

from bench import ROOT

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
