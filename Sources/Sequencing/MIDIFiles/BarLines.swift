import MIDI
import MusicalTime

/// Where a file's bars begin, and the tempi they are played at: in stretches of bars of one length at
/// one tempo.
///
/// Meters and tempi that change within a bar do so from the next bar line on.
struct BarLines {
  struct Stretch {
    var beat: Beats
    /// The number of its first bar, from 0.
    var bar: Int64
    var barLength: Beats
    /// Where it is another than before.
    var tempo: Tempo?
  }

  /// The first begins at 0.
  private(set) var stretches: [Stretch]
  /// How many tempi had to wait for their bar line.
  private(set) var lateTempi = 0

  init(_ track: StandardMIDIFile.Track) {
    stretches = [Stretch(beat: .zero, bar: 0, barLength: Meter.fourFour.barLength)]
    for change in MeterMap(track).changes {
      begin(at: change.beat) { $0.barLength = change.meter.barLength }
    }
    addTempi(TempoMap(track).changes)
  }

  /// The stretch that `beat`, not negative, lies in.
  func stretch(at beat: Beats) -> Int { max(stretches.countOrdered { $0.beat <= beat } - 1, 0) }

  /// Changes the last stretch from the bar line at `beat` or behind it on.
  private mutating func begin(at beat: Beats, _ change: (inout Stretch) -> Void) {
    var next = line(at: beat, in: stretches.count - 1)
    change(&next)
    let last = stretches[stretches.count - 1]
    guard next.barLength != last.barLength else { return }
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
      beat: found.beat + found.barLength * bars, bar: found.bar + bars, barLength: found.barLength)
  }

  private mutating func addTempi(_ changes: [TempoMap.Change]) {
    var merged: [Stretch] = []
    var next = 0
    for change in changes {
      // At the line itself the next stretch has begun.
      var line = line(at: change.beat, in: stretch(at: change.beat))
      let there = stretches[stretch(at: line.beat)]
      line.barLength = there.barLength
      line.tempo = change.duration.shortTempo
      if line.beat > change.beat { lateTempi += 1 }
      while next < stretches.count, stretches[next].beat <= line.beat {
        merged.append(stretches[next])
        next += 1
      }
      if merged.last?.beat == line.beat { merged.removeLast() }
      merged.append(line)
    }
    stretches = merged + stretches[next...]
    var tempo = Tempo.standard
    for index in stretches.indices {
      guard let changed = stretches[index].tempo else { continue }
      if changed == tempo, index > 0 { stretches[index].tempo = nil }
      tempo = changed
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
