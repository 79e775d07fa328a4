import MIDI
import MusicalTime
import Rhythm

/// Where a file's bars begin, in stretches of bars of one meter, and the tempi they are played at.
///
/// Meters that change within a bar do so from the next bar line on; tempi wherever they stand.
struct BarLines {
  struct Stretch {
    var beat: Beats
    /// The number of its first bar, from 0.
    var bar: Int64
    var meter: Meter

    var barLength: Beats { meter.barLength }
  }

  /// The first begins at 0.
  private(set) var stretches: [Stretch]
  /// The first holds from 0 on; each is later than the one before and another tempo.
  private(set) var tempi: [TempoChange] = []
  /// How many of the file's tempi the transport does not take.
  private(set) var clampedTempi = 0

  init(_ track: StandardMIDIFile.Track) {
    stretches = [Stretch(beat: .zero, bar: 0, meter: .fourFour)]
    for change in MeterMap(track).changes { begin(change.meter, at: change.beat) }
    addTempi(TempoMap(track).changes)
  }

  /// The stretch that `beat`, not negative, lies in.
  func stretch(at beat: Beats) -> Int { max(stretches.countOrdered { $0.beat <= beat } - 1, 0) }

  /// Counts in `meter` from the bar line at `beat` or behind it on.
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

  /// The bar line at `beat` or behind it, seen from a stretch.
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
  /// The tempo with the fewest decimals that lasts so many microseconds a beat, of those that the
  /// transport takes.
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
  /// How many elements from the front satisfy `isBefore`, where none does behind one that does not.
  fileprivate func countOrdered(while isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
