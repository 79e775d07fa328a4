import GhostnoteTesting
import Testing

extension CommandLineTests {
  @Test(arguments: [
    (["mine.json", "--page"], ["run mine.json --play --grid --page"]),
    (
      ["mine.json", "--audio", "wav:take.wav"],
      ["run mine.json --play --grid --audio wav:take.wav"]
    ),
    (["--audio=silent"], ["run rock --play --grid --audio=silent"]),
    (
      ["mine.json", "--bpm", "99"],
      [
        "run mine.json --audio silent --play --grid --bars 4 --control none --bpm 99",
        "render mine.json --bars 4 -o out/ghostnote-mine.wav --bpm 99",
      ]
    ),
  ])
  func `Scripts/play plays in the caller's folder, and without a sound card what goes on without`(
    words: [String], lines: [String]
  ) throws {
    let place = try Workplace()
    // Made by the shell: a file that this process has just written may be busy when it is to be run.
    let script = #"""
      set -eu
      cd '\#(place.path)'
      mkdir -p tree/Scripts tree/.build/release bin songs
      cp '\#(GhostnoteProgram.root)/Scripts/play' tree/Scripts
      printf '#!/bin/sh\n[ -e Scripts/play ]\n' >bin/swift
      printf '#!/bin/sh\n' >tree/Scripts/setup
      printf '#!/bin/sh\n[ "$1" != doctor ] || exit 1\necho "${PWD##*/}: $*"\n' >tree/.build/release/ghostnote
      chmod +x bin/swift tree/Scripts/* tree/.build/release/ghostnote
      cd songs
      PATH=$PWD/../bin:$PATH TMPDIR=out exec ../tree/Scripts/play "$@"
      """#
    let outcome = try Spawned("/bin/bash", ["-c", script, "bash"] + words).finish()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == lines.map { "songs: \($0)\n" }.joined())
    #expect(outcome.errors.contains("neither JACK nor a sound card found"))
  }
}
