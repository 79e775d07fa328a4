"""Says how a session followed a clock over a network, from what judge-network left in a folder: the summary of
`clock monitor` in `heard`, `clock status` in `status` and, where sound came back, `back.wav`."""
import json, math, os, sys, wave


def peak(path):
    """The loudest sample in dBFS."""
    with wave.open(path) as file:
        raw, width = file.readframes(file.getnframes()), file.getsampwidth()
    samples = (int.from_bytes(raw[i:i + width], "little", signed=True) for i in range(0, len(raw), width))
    return 20 * math.log10(max((abs(sample) for sample in samples), default=0) / 2 ** (8 * width - 1) or 1e-9)


def main():
    place = sys.argv[1]
    heard, status = (json.load(open(f"{place}/{name}")) for name in ("heard", "status"))
    clock, missed = status["clock"], heard.get("missedMs") or 0
    print(f"clock there: {heard['ticks']} ticks at {heard['meanBPM']} bpm, jitter {heard['jitterMs']} ms, "
          f"at most {heard['jitterMaxMs']} ms; {heard['lost']} lost" + (f", {missed} ms missed" if "missedMs" in heard else ""))
    print(f"the session there: {clock['presence']}, its beat {clock['phaseErrorMS']:.3f} ms off the clock's")
    failed = []
    if heard["ticks"] == 0 or heard["lost"] > 0 and missed == 0:
        failed.append("ticks were lost in cycles that all ran")
    if clock["presence"] != "locked":
        failed.append("it has not locked")
    if os.path.exists(f"{place}/back.wav"):
        level = peak(f"{place}/back.wav")
        print(f"the sound that came back: peak {level:.1f} dBFS")
        if level < -60:
            failed.append("nothing came back")
    for what in failed:
        print(f"judge-network: {what}", file=sys.stderr)
    sys.exit(1 if failed else 0)


main()
