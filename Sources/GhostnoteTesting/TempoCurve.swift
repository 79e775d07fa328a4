import Foundation

/// A tempo that changes over time, in linear segments, and the true beat at each moment.
public struct TempoCurve: Sendable {
  /// A number of beats over which the tempo changes linearly.
  private struct Stretch {
    var beats: Double
    var from: Double
    var to: Double

    private var slope: Double { (to - from) / beats }

    /// Seconds until `beat` of the segment, and the inverse.
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

  /// A constant tempo.
  public init(bpm: Double) {
    stretches = []
    last = Stretch(beats: 1, from: bpm, to: bpm)
  }

  /// `beats` at `bpm`, then a linear change to `goal` over `rampBeats`; 0 is a step.
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
