import MIDI
import MusicalTime
import Rhythm

/// The bar lines of a file, in stretches of equal meter, and its tempo changes.
///
/// A meter change within a bar takes effect at the next bar line; tempo changes take effect
/// immediately.
struct BarLines {
  struct Stretch {
    var beat: Beats
    /// The number of its first bar, counted from 0.
    var bar: Int64
    var meter: Meter

    var barLength: Beats { meter.barLength }
  }

  /// The first begins at 0.
  private(set) var stretches: [Stretch]
  /// The first begins at 0; each is later than the one before and has another tempo.
  private(set) var tempi: [TempoChange] = []
  /// The number of tempi that were clamped to the transport's range.
  private(set) var clampedTempi = 0

  init(_ track: StandardMIDIFile.Track) {
    stretches = [Stretch(beat: .zero, bar: 0, meter: .fourFour)]
    for change in MeterMap(track).changes { begin(change.meter, at: change.beat) }
    addTempi(TempoMap(track).changes)
  }

  /// The index of the stretch that contains `beat`, which must not be negative.
  func stretch(at beat: Beats) -> Int { max(stretches.countOrdered { $0.beat <= beat } - 1, 0) }

  /// Starts counting in `meter` at the bar line at or after `beat`.
  private mutating func begin(_ meter: Meter, at beat: Beats) {
    var next = line(at: beat, in: stretches.count - 1)
    next.meter = meter
    let last = stretches[stretches.count - 1]
    guard next.meter != last.meter else { return }
    if next.bar == last.bar {
      stretches[stretches.count - 1] = next
    } else {
      stretches.append(next)
    }
  }

  /// The bar line at or after `beat`, in terms of a stretch.
  private func line(at beat: Beats, in stretch: Int) -> Stretch {
    let found = stretches[stretch]
    let bars = max((beat - found.beat).dividedRoundingUp(by: found.barLength), 0)
    return Stretch(
      beat: found.beat + found.barLength * bars, bar: found.bar + bars, meter: found.meter)
  }

  private mutating func addTempi(_ changes: [TempoMap.Change]) {
    tempi = [TempoChange(beat: .zero, tempo: .standard)]
    for change in changes {
      if Tempo(bpm: change.duration.tempo.bpm) == nil { clampedTempi += 1 }
      let (beat, tempo) = (max(change.beat, .zero), change.duration.shortTempo)
      if tempi.last?.beat == beat { tempi.removeLast() }
      guard tempi.last?.tempo != tempo else { continue }
      tempi.append(TempoChange(beat: beat, tempo: tempo))
    }
  }
}

extension BeatDuration {
  /// The tempo with the fewest decimals that has this number of microseconds per beat, within the
  /// transport's range.
  var shortTempo: Tempo {
    let exact = tempo.bpm
    for scale in [1.0, 10, 100, 1_000] {
      let short = Tempo(clampingBPM: (exact * scale).rounded() / scale)
      if BeatDuration(short) == self { return short }
    }
    return Tempo(clampingBPM: exact)
  }
}

extension Array {
  /// The number of leading elements that satisfy `isBefore`; no element after the first that fails
  /// it may satisfy it (binary search).
  fileprivate func countOrdered(while isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
