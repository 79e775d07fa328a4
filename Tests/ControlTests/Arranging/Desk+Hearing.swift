import Commands
import Control
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Ports
import Rhythm

extension Desk {
  /// Plays on for a number of beats of 120 bpm and returns the initials of the drums that were struck.
  func hear(_ beats: Int) -> String {
    var heard = ""
    let now = HostTime(nanoseconds: 0)
    for _ in 0..<beats * 24 {
      audio.process(BlockTime(frames: 1_000, began: now, heard: now))
      for sound in unsafe Array(audio.sounds) where sound.kind == .hit {
        heard += sound.drum.name.prefix(1)
      }
    }
    return heard
  }

  /// Makes a block of one frame, in which what was asked for is taken up and no hit is missed.
  func breathe() {
    let now = HostTime(nanoseconds: 0)
    audio.process(BlockTime(frames: 1, began: now, heard: now))
  }

  /// The messages that leave by `out` in the next block.
  func sent() -> [ShortMessage] {
    breathe()
    return unsafe Array(audio.messages).filter { $0.port == .notes }.map(\.message)
  }

  /// Lets a message come in, and what it asks for be done.
  @discardableResult func receive(_ message: ShortMessage) async -> [CommandError] {
    audio.stage(message, offset: 0)
    breathe()
    return await machine.attend().failures
  }
}

extension Patch {
  /// Patterns of one hit a beat, each a line of name, drum and rows of `x`, as in `a kick xxxx`; of
  /// the song a row of names.
  init(patterns: String, song: String = "") throws {
    self.init(name: "Test")
    let patterns = try patterns.split(separator: "\n").map { line in
      let words = line.split(separator: " ", maxSplits: 1)
      return try Pattern(rows: String(words[1]), stepsPerBeat: 1, name: String(words[0]))
    }
    let sections = song.split(separator: " ").map { Section(pattern: String($0)) }
    try setPatterns(patterns, selected: 0, song: Song(sections: sections))
  }
}
