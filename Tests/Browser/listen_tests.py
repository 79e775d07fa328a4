"""Ring 4: what is heard in the page is what `ghostnote render` writes, without a gap.

GHOSTNOTE_SECONDS or GHOSTNOTE_LISTEN_MINUTES says for how long it is listened to.
"""

import base64
import os
import statistics
import subprocess
import time
import wave

from bench import eventually
from gaps import Gaps
from xruns import Xruns

SECONDS = 60 * float(os.environ.get("GHOSTNOTE_LISTEN_MINUTES", "0")) or float(os.environ.get("GHOSTNOTE_SECONDS", "8"))

# Finds pieces of what is heard in what was rendered. A piece of 0.7 s is found by its lower frequencies first; then each
# 43 ms of it are compared as they are, up to 3 ms before or after that place, since the listener's ring changes its speed.
COMPARE = """
const [own, other, seconds] = arguments;
const read = (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    const stereo = new Int16Array(bytes.buffer);
    return Float32Array.from({ length: stereo.length / 2 }, (_, at) => (stereo[2 * at] + stereo[2 * at + 1]) / 65536);
};
const listening = ghostnote.transport.listening;
const ear = new AnalyserNode(listening.context, { fftSize: 32768 });
listening.node.connect(ear);
const coarse = 32, segment = 2048, reach = 144;
const thin = (samples) => Float32Array.from({ length: Math.floor(samples.length / coarse) }, (_, at) => {
    let sum = 0;
    for (let index = 0; index < coarse; index++) sum += samples[at * coarse + index];
    return sum;
});
const alike = (a, from, b, to, count) => {
    let [product, first, second] = [0, 0, 0];
    for (let at = 0; at < count; at++) {
        const [x, y] = [a[from + at], b[to + at]];
        product += x * y; first += x * x; second += y * y;
    }
    return [product / Math.sqrt(first * second + 1e-12), first];
};
const best = (a, from, b, low, high, count) => {
    let found = [-1, 0, 0];
    for (let to = Math.max(0, low); to <= Math.min(high, b.length - count); to++) {
        const [value, energy] = alike(a, from, b, to, count);
        if (value > found[0]) found = [value, to, energy];
    }
    return found;
};
const compare = (heard, rendered, thinned) => {
    const small = thin(heard);
    const place = best(small, 0, thinned, 0, thinned.length, small.length)[1] * coarse;
    let [sum, weight] = [0, 0];
    for (let from = 0; from + segment <= heard.length; from += segment) {
        const [value, , energy] = best(heard, from, rendered, place + from - reach, place + from + reach, segment);
        sum += value * energy; weight += energy;
    }
    return sum / weight;
};
const sounds = [read(own), read(other)].map((rendered) => [rendered, thin(rendered)]);
globalThis.piecesHeard = null;
const found = [], begin = performance.now(), pause = Math.max(700, 10 * seconds);
const listen = () => {
    const heard = new Float32Array(ear.fftSize);
    ear.getFloatTimeDomainData(heard);
    if (heard.some((sample) => Math.abs(sample) > 0.02) && heard[0] !== 0) {
        found.push({ alike: sounds.map((sound) => compare(heard, ...sound)), ...listening.heard });
    }
    const passed = (performance.now() - begin) / 1000;
    if (passed < seconds || passed < 90 && found.length < 9) setTimeout(listen, pause);
    else globalThis.piecesHeard = found;
};
setTimeout(listen, 1500);
"""


def rendered(bench, patch, bars):
    """The samples that `ghostnote render` writes, interleaved, 16 bits each."""
    path = f"{bench.folder}/{patch}.wav"
    subprocess.run([bench.products + "/ghostnote", "render", patch, "--bars", str(bars), "--exact", "-o", path],
                   check=True, capture_output=True, env=bench.environment, cwd=bench.folder)
    with wave.open(path) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (48_000, 2, 3), file.getparams()
        data = file.readframes(file.getnframes())
    # The upper 16 bits of 24.
    samples = bytearray(len(data) // 3 * 2)
    samples[0::2], samples[1::2] = data[1::3], data[2::3]
    return bytes(samples)


def test_listening_plays_what_render_renders(bench, page, control):
    sounds = [base64.b64encode(rendered(bench, patch, 4)).decode() for patch in ("rock", "funk")]
    control.ask("load rock")
    control.ask("play")
    page.press(".listen")
    eventually(lambda: page.js("return ghostnote.transport.listening.milliseconds") > 0, "the session is heard in the page")
    began = time.monotonic()
    with Xruns(bench) as late, Gaps(bench, page) as gaps:
        page.js(COMPARE, *sounds, SECONDS)
        time.sleep(SECONDS)
        found = eventually(lambda: page.js("return piecesHeard"), "it was listened to", 120)
    own, other = (statistics.median(piece["alike"][kind] for piece in found) for kind in (0, 1))
    print(f"  {len(found)} pieces of 0.7 s: correlation {own:.3f} in the median, with another patch {other:.3f};"
          f" {gaps}, and {found[-1]['stretches']} stretches in {time.monotonic() - began:.0f} s; {late}")
    targets = [piece["target"] for piece in found]
    print(f"  a buffer of {min(targets):.0f} to {max(targets):.0f} ms; the delay is"
          f" {statistics.mean(piece['milliseconds'] - piece['target'] for piece in found):+.1f} ms off it in the mean")
    # A piece is less alike where the ring skips or begins again, and two patches where one drum sounds alone: medians judge.
    assert len(found) >= 5 and own > 0.85 and own > other, found
    assert not gaps.own, gaps.own
    page.press(".listen")
    control.ask("stop")


def test_a_page_that_is_busy_still_sounds(bench, page, control):
    control.ask("load rock")
    control.ask("play")
    page.press(".listen")
    eventually(lambda: page.js("return ghostnote.transport.listening.milliseconds") > 0, "the session is heard in the page")
    # Longer than the ring may ever hold.
    with Gaps(bench, page) as gaps:
        page.driver.execute_async_script("""
        const [done] = arguments;
        let turn = 0;
        const work = () => {
            for (const end = performance.now() + 600; performance.now() < end;) { /* nothing else happens in the page */ }
            if (++turn < 6) setTimeout(work, 600);
            else setTimeout(done, 1000);
        };
        setTimeout(work, 600);""")
    print(f"  {gaps}, while the page stood still for 0.6 s six times")
    assert not gaps.own, gaps.own
    page.press(".listen")
    control.ask("stop")
