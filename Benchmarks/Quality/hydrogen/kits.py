"""Imports kits of Hydrogen and plays every drum of each with stock FluidSynth."""
import glob
import os
import re
import struct
import subprocess
import sys
import tempfile

import numpy

GHOSTNOTE = os.environ.get("GHOSTNOTE", ".build/release/ghostnote")


def strokes(keys):
    """A MIDI file with a stroke a second on channel 10."""
    track = b"".join(bytes([0, 0x99, key, 110, 96, 0x89, key, 0]) for key in keys) + bytes([96, 0xFF, 0x2F, 0])
    tempo = bytes([0, 0xFF, 0x51, 3]) + (1_000_000).to_bytes(3, "big")
    body = tempo + track
    return struct.pack(">4sIHHH4sI", b"MThd", 6, 0, 1, 96, b"MTrk", len(body)) + body


def main():
    folders = sys.argv[1:] or sorted(glob.glob("/usr/share/hydrogen/data/drumkits/*"))
    print("| kit | drums | layers | heard | warnings | MiB | the rest |")
    print("|---|---:|---:|---:|---:|---:|---|")
    isGood = True
    for folder in folders:
        with tempfile.TemporaryDirectory() as place:
            font, midi, wav = (f"{place}/{name}" for name in ["k.sf2", "k.mid", "k.wav"])
            done = subprocess.run([GHOSTNOTE, "kit", "import", folder, "-o", font], capture_output=True, text=True)
            if done.returncode != 0:
                print(f"| {os.path.basename(folder)} | {done.stderr.strip()} |")
                isGood = False
                continue
            lines = done.stdout.strip().split("\n")
            keys = [int(line.split()[0]) for line in lines if re.match(r"\d+ ", line)]
            with open(midi, "wb") as file:
                file.write(strokes(keys))
            played = subprocess.run(
                ["fluidsynth", "-ni", "-r", "44100", "-F", wav, "-T", "wav", "-O", "s16", font, midi],
                capture_output=True, text=True)
            warnings = [line for line in played.stderr.split("\n") if "warning" in line or "error" in line]
            with open(wav, "rb") as file:
                sound = numpy.frombuffer(file.read()[44:], "<i2").astype(int)
            seconds = [sound[2 * 44100 * i:2 * 44100 * (i + 1)] for i in range(len(keys))]
            heard = sum(len(part) > 0 and abs(part).max() > 30 for part in seconds)
            isGood = isGood and heard == len(keys) and not warnings
            layers = re.search(r"(\d+) layers?", lines[-1].split("licence")[-1]).group(1)
            rest = "; ".join(lines[-1].split("; ")[2:])
            print(f"| {os.path.basename(folder)} | {len(keys)} | {layers} | {heard} | {len(warnings)} |"
                  f" {os.path.getsize(font) / 2**20:.1f} | {rest[:160]} |", flush=True)
    sys.exit(0 if isGood else 1)


main()
