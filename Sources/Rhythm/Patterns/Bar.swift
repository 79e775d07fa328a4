public import MusicalTime

/// A pattern's bar: what the metronome, the count-in, switches at bars, `--bars`, JACK's bars and beats,
/// MIDI files and songs count by. Real-time: yes.
public struct Bar: BitwiseCopyable, Sendable, Hashable {
  /// How long it is; more than nothing.
  public let length: Beats
  /// The note that is counted and clicked: the meter's, or a quarter where no meter is written.
  public let pulse: Beats
  /// How it is written; nil where no meter is so long.
  public let meter: Meter?

  /// A bar of a meter that is written.
  @_noLocks public init(_ meter: Meter) {
    length = meter.barLength
    pulse = meter.pulse
    self.meter = meter
  }

  /// The bar of a loop of that length whose meter is not written: 4/4 where four beats divide the loop,
  /// or where it is shorter than two beats and goes into four without a rest; else the whole loop.
  public init(ofLoop loop: Beats) {
    pulse = Beats(1)
    let goesIn = loop < Beats(2) && Beats(4).units.isMultiple(of: loop.units)
    guard !loop.units.isMultiple(of: Beats(4).units), !goesIn else {
      (length, meter) = (Beats(4), .fourFour)
      return
    }
    (length, meter) = (loop, Meter(filling: loop))
  }

  /// The first bar line at `beat` or later, where bars are counted from `start`.
  @_noLocks public func line(atOrAfter beat: Beats, from start: Beats) -> Beats {
    start + length * (beat - start).dividedRoundingUp(by: length)
  }
}

extension Meter {
  /// The meter of which `length` is one bar, in the longest note that goes into it; nil where there is
  /// none.
  init?(filling length: Beats) {
    for unit in [4, 8, 16, 32, 64, 128] {
      let count = Beats(4, over: Int64(unit))
      guard length.units.isMultiple(of: count.units) else { continue }
      if let meter = Meter(count: Int(length.units / count.units), unit: unit) {
        self = meter
        return
      }
    }
    return nil
  }
}

extension Pattern {
  /// Its bar: of its own meter, or of its loop.
  public var bar: Bar { meter.map { Bar($0) } ?? Bar(ofLoop: length) }
}
