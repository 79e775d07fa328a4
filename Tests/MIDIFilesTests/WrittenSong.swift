import GhostnoteTesting
import MIDI
import MIDIFiles
import MusicalTime
import Rhythm
import Sequencing

extension Pattern {
  /// What the first loop plays as it is written, of one voice and beat only the hardest.
  var cues: [Cue] {
    var hardest: [VoiceBeat: Velocity] = [:]
    for lane in lanes {
      for stroke in strokes(of: lane) where stroke.beat >= .zero && stroke.beat < length {
        let place = VoiceBeat(voice: lane.voice, beat: stroke.beat)
        hardest[place] = max(hardest[place] ?? stroke.velocity, stroke.velocity)
      }
    }
    return hardest.map { Cue(voice: $0.voice, velocity: $1, beat: $0.beat) }.sorted()
  }

  private struct VoiceBeat: Hashable {
    let voice: Voice
    let beat: Beats
  }
}

extension ImportedSong {
  /// What its sections play one after the other.
  var cues: [Cue] {
    var cues: [Cue] = []
    var start = Beats.zero
    for section in song.sections {
      guard let pattern = patterns.first(where: { $0.name == section.pattern }) else { continue }
      for _ in 0..<section.repeats {
        cues += pattern.cues.map { cue in
          var cue = cue
          cue.beat = cue.beat + start
          return cue
        }
        start = start + pattern.length
      }
    }
    return cues.sorted()
  }

  /// How long it is altogether.
  var length: Beats {
    song.sections.reduce(.zero) { length, section in
      let pattern = patterns.first { $0.name == section.pattern }
      return length + (pattern?.length ?? .zero) * Int64(section.repeats)
    }
  }
}

extension [Cue] {
  /// On the nearest ticks, and on each of one voice only the hardest.
  func onTicks(of file: StandardMIDIFile) -> [Cue] {
    let perBeat = Int64(file.division.ticks)
    let tick = Beats.unitsPerBeat / perBeat
    // A note needs a length: none begins with the end.
    let end = (file.tracks.map(\.end).max() ?? .zero).units
    let last = Swift.max((2 * end + tick) / (2 * tick) - 1, 0)
    let moved = map { cue in
      var cue = cue
      cue.duration = .zero
      cue.beat = Beats(Swift.min((2 * cue.beat.units + tick) / (2 * tick), last), over: perBeat)
      return cue
    }
    return moved.sorted().reduce(into: []) { kept, cue in
      if let last = kept.last, last.beat == cue.beat, last.voice == cue.voice { kept.removeLast() }
      kept.append(cue)
    }
  }
}

extension Pattern {
  /// A small pattern of drums and notes with everything that moves a stroke.
  static func randomWritten(using chance: inout SplitMix64) -> Pattern {
    let grid = Grid.random(using: &chance)
    let voices = [
      Voice(.kick), Voice(note: 64, channel: 2), Voice(.snare), Voice(note: 70, channel: 9),
    ].shuffled(using: &chance)
    let lanes = voices.compactMap { $0 }.prefix(Int.random(in: 1...2, using: &chance)).map {
      voice in
      let own = chance.once(in: 4) ? Grid.random(using: &chance) : nil
      let steps = (0..<(own ?? grid).count).map { _ in
        chance.once(in: 2) ? nil : Step.random(using: &chance)
      }
      return Lane(voice, steps: steps, grid: own)
    }
    return (try? Pattern(grid: grid, lanes: lanes)) ?? .empty
  }
}

extension Grid {
  fileprivate static func random(using chance: inout SplitMix64) -> Grid {
    let count = Int.random(in: 1...4, using: &chance)
    if chance.once(in: 2) {
      let perBeat = Int.random(in: stepsPerBeatRange, using: &chance)
      return (try? Grid(count: count, stepsPerBeat: perBeat)) ?? .sixteenths
    }
    var places: Set<Int64> = []
    while places.count < count { places.insert(.random(in: 0..<5_000_000, using: &chance)) }
    let markers = places.sorted().map { Marker(Beats(units: $0)) }
    return (try? Grid(length: Beats(2), markers: markers)) ?? .sixteenths
  }
}

extension Step {
  fileprivate static func random(using chance: inout SplitMix64) -> Step {
    var step = Step(Velocity(clamping: .random(in: 1...127, using: &chance)))
    step.isAccented = chance.once(in: 5)
    if chance.once(in: 5) {
      step.ratchet = Ratchet(count: .random(in: 1...8, using: &chance), slope: 20) ?? .single
    }
    if chance.once(in: 3) {
      step.offset = Beats(units: .random(in: -900_000...900_000, using: &chance))
    }
    return step
  }
}
