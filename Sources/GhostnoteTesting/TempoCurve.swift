import Foundation

/// A master's true tempo, stretch by stretch, and so its true beat at each moment.
public struct TempoCurve: Sendable {
  /// So many beats, over which the tempo goes evenly from one to another.
  private struct Stretch {
    var beats: Double
    var from: Double
    var to: Double

    private var slope: Double { (to - from) / beats }

    /// Seconds to the beat `beat` of the stretch, and back.
    func seconds(_ beat: Double) -> Double {
      guard from != to else { return beat * 60 / from }
      return 60 / slope * log((from + slope * beat) / from)
    }
    func beat(_ seconds: Double) -> Double {
      guard from != to else { return seconds * from / 60 }
      return from * (exp(slope * seconds / 60) - 1) / slope
    }
    func bpm(_ beat: Double) -> Double { from + slope * beat }
  }

  private var stretches: [Stretch]
  private let last: Stretch

  /// One tempo throughout.
  public init(bpm: Double) {
    stretches = []
    last = Stretch(beats: 1, from: bpm, to: bpm)
  }

  /// `beats` at `bpm`, then over `rampBeats` evenly to `goal`, which stays; no ramp is a step.
  public init(bpm: Double, beats: Double, rampBeats: Double = 0, to goal: Double) {
    stretches = [Stretch(beats: beats, from: bpm, to: bpm)]
    if rampBeats > 0 { stretches.append(Stretch(beats: rampBeats, from: bpm, to: goal)) }
    last = Stretch(beats: 1, from: goal, to: goal)
  }

  /// Seconds from the first beat to `beat`.
  public func seconds(at beat: Double) -> Double {
    var seconds = 0.0
    var rest = beat
    for stretch in stretches {
      if rest <= stretch.beats { return seconds + stretch.seconds(rest) }
      seconds += stretch.seconds(stretch.beats)
      rest -= stretch.beats
    }
    return seconds + last.seconds(rest)
  }

  /// The beat at `seconds` after the first, and the tempo there.
  public func beat(at seconds: Double) -> (beat: Double, bpm: Double) {
    var beat = 0.0
    var rest = seconds
    for stretch in stretches {
      let length = stretch.seconds(stretch.beats)
      if rest <= length {
        let within = stretch.beat(rest)
        return (beat + within, stretch.bpm(within))
      }
      beat += stretch.beats
      rest -= length
    }
    return (beat + last.beat(rest), last.to)
  }
}
