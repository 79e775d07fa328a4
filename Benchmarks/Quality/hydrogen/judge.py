"""Compares the onsets of imported Hydrogen songs with those that h2cli renders."""
import concurrent.futures
import copy
import glob
import math
import os
import re
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

import numpy

RATE = 48_000
TOLERANCE = 0.001
FACTORY = ["Benchmarks/Quality/hydrogen/*.h2song", "/usr/share/hydrogen/data/demo_songs/*.h2song",
           "/usr/share/hydrogen/data/drumkits/*/*.h2song"]
GHOSTNOTE = os.environ.get("GHOSTNOTE", ".build/release/ghostnote")


def write_click(path):
    """One sample at full scale, in 32-bit floats."""
    data = struct.pack("<f", 1.0) + bytes(4 * 63)
    head = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(data), b"WAVE", b"fmt ", 16, 3, 1,
                       RATE, RATE * 4, 4, 32, b"data", len(data))
    with open(path, "wb") as file:
        file.write(head + data)


def read_wav(path):
    """The samples of a WAV of floats or of 32 or 16 bits, one row a channel."""
    with open(path, "rb") as file:
        raw = file.read()
    place, kind, channels, bits, body = 12, 1, 2, 16, b""
    while place + 8 <= len(raw):
        name, size = struct.unpack_from("<4sI", raw, place)
        if name == b"fmt ":
            kind, channels, _, _, _, bits = struct.unpack_from("<HHIIHH", raw, place + 8)
            if kind == 0xFFFE:
                kind = struct.unpack_from("<H", raw, place + 32)[0]
        if name == b"data":
            body = raw[place + 8:place + 8 + size]
        place += 8 + size + size % 2
    dtype = "<f4" if kind == 3 else {16: "<i2", 32: "<i4"}[bits]
    samples = numpy.frombuffer(body[:len(body) // (channels * bits // 8) * (channels * bits // 8)], dtype)
    scale = 1.0 if kind == 3 else float(2 ** (bits - 1))
    return samples.reshape(-1, channels).T / scale


def onsets_of_audio(path):
    """The times of clicks, in seconds."""
    loud = numpy.flatnonzero(numpy.abs(read_wav(path)).max(axis=0) > 1e-4)
    if len(loud) == 0:
        return []
    first = numpy.concatenate([[True], numpy.diff(loud) > 4])
    return list(loud[first] / RATE)


def onsets_of_midi(path):
    """The times in seconds of every note of a MIDI file, by note and channel."""
    with open(path, "rb") as file:
        raw = file.read()
    division = struct.unpack_from(">H", raw, 12)[0]
    place, tempi, notes = 14, [(0, 500_000)], []

    def number():
        nonlocal place
        value = 0
        while True:
            byte = raw[place]
            place += 1
            value = value << 7 | byte & 0x7F
            if byte < 0x80:
                return value

    while place < len(raw):
        size = struct.unpack_from(">I", raw, place + 4)[0]
        place += 8
        end, tick, status = place + size, 0, 0
        while place < end:
            tick += number()
            if raw[place] >= 0x80:
                status = raw[place]
                place += 1
            if status == 0xFF:
                kind = raw[place]
                place += 1
                count = number()
                if kind == 0x51:
                    tempi.append((tick, int.from_bytes(raw[place:place + 3], "big")))
                place += count
            elif status in (0xF0, 0xF7):
                place += number()
            else:
                count = 1 if status & 0xF0 in (0xC0, 0xD0) else 2
                if status & 0xF0 == 0x90 and raw[place + 1] > 0:
                    notes.append((tick, (raw[place], status & 0x0F)))
                place += count
    tempi = sorted(dict(tempi).items())
    times = {}
    for tick, voice in notes:
        seconds = 0.0
        for index, (start, duration) in enumerate(tempi):
            stop = tempi[index + 1][0] if index + 1 < len(tempi) else tick
            if tick <= start:
                break
            seconds += (min(tick, stop) - start) * duration / 1e6 / division
        times.setdefault(voice, []).append(seconds)
    return {voice: sorted(found) for voice, found in times.items()}


def load(path):
    """The root of a file, also of one that TinyXML wrote."""
    with open(path, "rb") as file:
        raw = file.read()
    if not raw.startswith(b"<?xml"):
        raw = re.sub(rb"&#x([89a-fA-F][0-9a-fA-F]);", lambda m: bytes([int(m[1], 16)]), raw)
        try:
            text = raw.decode()
        except UnicodeDecodeError:
            text = raw.decode("latin-1")
        return ET.fromstring(text)
    root = ET.fromstring(raw)
    for element in root.iter():
        element.tag = element.tag.split("}")[-1]
    return root


def spelt_out(song):
    """The same music in terms that 1.2.0-beta1, which Debian 12 has, plays as every other version does.
    It moves swung notes 2,000 frames forward instead of by their swing, ignores lag (but not lead), does
    not sound virtual patterns, and ends an export a little early."""
    song = copy.deepcopy(song)
    swing = float(song.findtext("swing_factor") or 0)
    put(song, "swing_factor", 0)
    for pattern in song.findall("patternList/pattern"):
        size = int(pattern.findtext("size") or 192)
        for note in pattern.iter("note"):
            place = int(note.findtext("position"))
            late = 5 * float(note.findtext("leadlag") or 0) + (6 * swing if place % 24 == 12 else 0)
            whole = math.ceil(late)
            if 0 <= place + whole < size:
                put(note, "position", place + whole)
                put(note, "leadlag", (late - whole) / 5)
            elif late > 0:
                raise RuntimeError(f"tick {place}: no room for its lag in the pattern")
    virtual = {}
    for pattern in song.findall("virtualPatternList/pattern"):
        virtual.setdefault(pattern.findtext("name"), []).extend(v.text for v in pattern.findall("virtual"))
    for group in song.findall("patternSequence/group"):
        names = [name.text for name in group.findall("patternID")]
        for name in names:
            for other in virtual.get(name, []):
                if other not in names:
                    names.append(other)
                    ET.SubElement(group, "patternID").text = other
    for pattern in song.findall("virtualPatternList"):
        song.remove(pattern)
    for _ in range(2):
        ET.SubElement(song.find("patternSequence"), "group")
    return song


def put(element, name, text):
    child = element.find(name)
    if child is None:
        child = ET.SubElement(element, name)
    child.text = str(text)


def as_song(root):
    """A song of a pattern file: the pattern once, with as many instruments as it needs."""
    if root.tag == "song":
        # h2cli reads the layouts before 0.9.7 in their first spelling alone.
        put(root, "version", "1.2.0")
        for pattern in root.findall("patternList/pattern"):
            notes = [note for note in pattern.findall("sequenceList/sequence/noteList/note")]
            if notes:
                pattern.remove(pattern.find("sequenceList"))
                ET.SubElement(pattern, "noteList").extend(notes)
        return root
    song = ET.Element("song")
    for name, text in [("version", "1.2.0"), ("bpm", 120), ("volume", 1), ("name", "pattern")]:
        put(song, name, text)
    instruments = ET.SubElement(song, "instrumentList")
    for index in range(1 + max(int(n.findtext("instrument")) for n in root.iter("note"))):
        instrument = ET.SubElement(instruments, "instrument")
        put(instrument, "id", index)
        put(instrument, "name", f"Drum {index}")
    patterns = ET.SubElement(song, "patternList")
    patterns.append(root.find("pattern"))
    group = ET.SubElement(ET.SubElement(song, "patternSequence"), "group")
    put(group, "patternID", root.find("pattern").findtext("name"))
    return song


def steady(song, click):
    """The song without chance, with a click for every sample."""
    song = copy.deepcopy(song)
    for name, text in [("humanize_time", 0), ("humanize_velocity", 0), ("mode", "song"),
                       ("loopEnabled", "false"), ("volume", 1)]:
        put(song, name, text)
    if song.find("componentList") is None:
        part = ET.SubElement(ET.SubElement(song, "componentList"), "drumkitComponent")
        for name, text in [("id", 0), ("name", "Main"), ("volume", 1)]:
            put(part, name, text)
    for note in song.iter("note"):
        for name, text in [("probability", 1), ("pitch", 0), ("key", "C0")]:
            put(note, name, text)
    for instrument in song.iter("instrument"):
        if instrument.find("id") is None:
            continue
        for name in ["layer", "instrumentComponent"]:
            for old in instrument.findall(name):
                instrument.remove(old)
        for name, text in [("drumkit", ""), ("volume", 1), ("gain", 1), ("pan", 0), ("Attack", 0),
                           ("Decay", 0), ("Sustain", 1), ("Release", 1000), ("filterActive", "false"),
                           ("muteGroup", -1), ("isStopNote", "false"), ("applyVelocity", "true"),
                           ("pitchOffset", 0), ("randomPitchFactor", 0)]:
            put(instrument, name, text)
        part = ET.SubElement(instrument, "instrumentComponent")
        put(part, "component_id", 0)
        put(part, "gain", 1)
        layer = ET.SubElement(part, "layer")
        for name, text in [("filename", click), ("ismodified", "false"), ("min", 0), ("max", 1),
                           ("gain", 1), ("pitch", 0)]:
            put(layer, name, text)
    return song


def only(song, instrument):
    """The song with the notes of one instrument."""
    song = copy.deepcopy(song)
    for parent in list(song.iter("noteList")):
        for note in list(parent):
            if note.findtext("instrument") != instrument:
                parent.remove(note)
    return song


def run(*command, **keywords):
    done = subprocess.run(command, capture_output=True, text=True, **keywords)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command[:3])}: {done.stderr[-500:]}")
    return done.stdout.strip()


def imported(song, place, name):
    """The onsets of the imported song, and what the import says."""
    path = f"{place}/{name}.h2song"
    ET.ElementTree(song).write(path, encoding="UTF-8", xml_declaration=True)
    said = run(GHOSTNOTE, "patch", "import", path, "-o", f"{place}/{name}.json", "--overwrite")
    midi = f"{place}/{name}.mid"
    run(GHOSTNOTE, "patch", "export", f"{place}/{name}.json", "-o", midi, "--song", "--overwrite")
    return onsets_of_midi(midi), said


def rendered(song, place, name):
    """The onsets that h2cli renders."""
    song = spelt_out(song)
    path, wav = f"{place}/{name}-h2.h2song", f"{place}/{name}.wav"
    ET.ElementTree(song).write(path, encoding="UTF-8", xml_declaration=True)
    home = f"{place}/home-{name}"
    os.makedirs(home)
    run("h2cli", "-s", path, "-o", wav, "-r", str(RATE), "-b", "32", "-d", "auto", timeout=600,
        env={**os.environ, "HOME": home, "QT_QPA_PLATFORM": "offscreen"})
    found = onsets_of_audio(wav)
    os.remove(wav)
    return found


def compare(theirs, ours):
    """Lost, added, and the differences of the rest, in seconds."""
    lost, added, differences, index = 0, 0, [], 0
    for time in theirs:
        while index < len(ours) and ours[index] < time - TOLERANCE:
            added += 1
            index += 1
        if index < len(ours) and abs(ours[index] - time) <= TOLERANCE:
            differences.append(ours[index] - time)
            index += 1
        else:
            lost += 1
    return lost, added + len(ours) - index, differences


def judge(path, pool):
    """One row of the table; whether it is without fault."""
    with tempfile.TemporaryDirectory() as place:
        click = f"{place}/click.wav"
        write_click(click)
        song = steady(as_song(load(path)), click)
        ids = sorted({n.findtext("instrument") for n in song.iter("note") if n.findtext("note_off") != "true"}, key=int)
        whole, said = imported(song, place, "whole")
        parts = [only(song, one) for one in ids]
        theirs = list(pool.map(lambda i: rendered(parts[i], place, f"i{i}"), range(len(ids))))
        lost = added = count = 0
        worst, total, claimed = 0.0, 0, {}
        for index, part in enumerate(parts):
            alone, _ = imported(part, place, f"p{index}")
            voices = list(alone)
            if len(voices) > 1:
                raise RuntimeError(f"{path}: instrument {ids[index]} plays {len(voices)} voices")
            voice = voices[0] if voices else None
            # Instruments that share a drum are heard as one.
            claimed.setdefault(voice, []).append(theirs[index])
        for voice, several in claimed.items():
            both = sorted(set(time for times in several for time in times))
            apart = [t for i, t in enumerate(both) if i == 0 or t - both[i - 1] > 1e-4]
            fewer, more, differences = compare(apart, whole.get(voice, []))
            lost, added = lost + fewer, added + more
            count += len(apart)
            worst = max([worst] + [abs(d) for d in differences])
        sections = said.split(": ", 1)[1]
        print(f"| {os.path.basename(path)} | {len(ids)} | {count} | {lost} | {added} | {worst * 1000:.3f} |"
              f" {sections.split(';')[0]} |", flush=True)
        return lost == 0 and added == 0


def main():
    paths = sys.argv[1:] or sorted(path for pattern in FACTORY for path in glob.glob(pattern))
    if not paths:
        sys.exit("judge-hydrogen: no songs: apt install hydrogen-data hydrogen-drumkits")
    print("| song | instruments | onsets | lost | added | worst ms | imported |")
    print("|---|---:|---:|---:|---:|---:|---|")
    with concurrent.futures.ThreadPoolExecutor(12) as pool:
        good = [judge(path, pool) for path in paths]
    sys.exit(0 if all(good) else 1)


main()
