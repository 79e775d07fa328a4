import MusicalTime
import Rhythm
import Sequencing

/// Where a song ends: after the bar of its last note, or after the last whole bar of its track.
struct SongEnd {
  var last: Beats
  var track: Beats

  /// The number of bars from `beat` on.
  func bars(from beat: Beats, of length: Beats) -> Int64 {
    let sounding = (last + Beats(units: 1) - beat).dividedRoundingUp(by: length)
    return max(sounding, (track - beat).dividedRoundingDown(by: length), 0)
  }
}

/// Limits for cells: bars per cell, and the maximum number of patterns.
struct SongCellLimits {
  var bars: Int64
  var patterns: Int
}

/// A song split into cells of a fixed number of bars; equal cells share a pattern. A cell too dense
/// for a pattern, or of too many voices, is split into halves.
struct SongCells {
  /// The cues of a cell, relative to its beginning.
  private struct Content: Hashable {
    var length: Beats
    var meter: Meter
    var cues: [Cue] = []

    /// Whether a voice has more hits than a grid has markers.
    var isTooDense: Bool {
      guard cues.count > Grid.counts.upperBound else { return false }
      var counts: [Voice: Int] = [:]
      for cue in cues { counts[cue.voice, default: 0] += 1 }
      return counts.values.contains { $0 > Grid.counts.upperBound }
    }

    /// The number of voices if that is more than a pattern has lanes, else nil.
    var excessiveVoiceCount: Int? {
      guard cues.count > Pattern.mostLanes else { return nil }
      let count = Set(cues.lazy.map(\.voice)).count
      return count > Pattern.mostLanes ? count : nil
    }

    /// What became of its held notes in `pattern`, which plays it.
    func heldNotes(in pattern: Pattern) -> HeldNotes {
      var held = HeldNotes()
      guard cues.contains(where: { $0.duration > .zero }) else { return held }
      let voices = Dictionary(grouping: cues, by: \.voice)
      for lane in pattern.lanes {
        // A lane has a hit for each cue of its voice, in their order.
        let hits = lane.steps.compactMap { $0 }
        for (cue, hit) in zip(voices[lane.voice] ?? [], hits) where cue.duration > .zero {
          if hit.hold == 0 {
            held.plain += 1
          } else if cue.duration > length - cue.beat {
            held.cut += 1
          } else {
            held.onMarkers += 1
          }
        }
      }
      return held
    }
  }

  /// The position of a cell.
  private struct CellPosition {
    var bar: Int64
    /// The number of bars; 1 for a part of one.
    var bars: Int64
    /// From the beginning of the bar.
    var offset = Beats.zero
    /// From the beginning of the song.
    var beat: Beats
  }

  private struct Play {
    var content: Int
    var repeats: Int64
    var tempo: Tempo?
    var tempi: [TempoChange]
  }

  /// The most tempo changes that are kept: with some hundred thousand more, a patch could not be read again.
  static let mostTempi = 65_536

  private let limits: SongCellLimits
  private let tempi: [TempoChange]
  private var nextTempo = 0
  private var contents: [Content: Int] = [:]
  /// The first position of each content, in the order of their indices.
  private var firsts: [(content: Content, place: CellPosition)] = []
  private var plays: [Play] = []
  private var sectionCount: Int64 = 0
  private(set) var barCount: Int64 = 0
  /// Tempo changes that exceeded a section's maximum.
  private(set) var droppedTempi: Int

  /// Splits `cues`, which are sorted, at every `limits.bars`th bar line of each stretch.
  init(
    _ cues: [Cue], _ lines: BarLines, end: SongEnd, _ limits: SongCellLimits
  ) throws(MIDIImportError) {
    self.limits = limits
    // If there are too many, an evenly spaced selection.
    let (count, most) = (lines.tempi.count, Self.mostTempi)
    tempi = count > most ? (0..<most).map { lines.tempi[$0 * count / most] } : lines.tempi
    droppedTempi = count - tempi.count
    var next = 0
    for (index, stretch) in lines.stretches.enumerated() {
      let left = end.bars(from: stretch.beat, of: stretch.barLength)
      let isLast = index + 1 == lines.stretches.count
      let count = isLast ? left : min(left, lines.stretches[index + 1].bar - stretch.bar)
      guard count > 0 else { return }
      guard stretch.barLength * limits.bars <= Grid.lengths.upperBound else {
        throw .length(stretch.barLength * limits.bars, bar: stretch.bar)
      }
      try add(stretch, barCount: count, cues, &next)
      barCount = stretch.bar + count
    }
  }

  /// The sections in order.
  var sections: [Section] {
    let most = Int64(Section.repeatCounts.upperBound)
    return plays.flatMap { play in
      let length = firsts[play.content].content.length
      var (rest, tempo, start) = (play.repeats, play.tempo, Beats.zero)
      var sections: [Section] = []
      while rest > 0 {
        let repeats = min(rest, most)
        let end = start + length * repeats
        let inside = play.tempi.filter { $0.beat >= start && $0.beat < end }.map {
          TempoChange(beat: $0.beat - start, tempo: $0.tempo)
        }
        let first = inside.first { $0.beat == .zero }?.tempo
        sections.append(
          Section(
            pattern: name(of: play.content), repeats: Int(repeats), tempo: tempo ?? first,
            tempi: inside))
        rest -= repeats
        (tempo, start) = (nil, end)
      }
      return sections
    }
  }

  /// The patterns by index.
  func patterns() throws(MIDIImportError) -> [Pattern] {
    var patterns: [Pattern] = []
    let feel = feel
    for (number, first) in firsts.enumerated() {
      do throws(PatternError) {
        let written = try Transcription(
          of: first.content.cues, length: first.content.length, feel: feel)
        var pattern = try written.pattern(named: name(of: number))
        if pattern.bar.meter != first.content.meter { pattern.meter = first.content.meter }
        patterns.append(pattern)
      } catch { throw .pattern(error, bar: first.place.bar) }
    }
    return patterns
  }

  /// What became of the held notes of the song, whose patterns by index are `patterns`.
  func heldNotes(in patterns: [Pattern]) -> HeldNotes {
    var times = [Int](repeating: 0, count: firsts.count)
    for play in plays { times[play.content] += Int(play.repeats) }
    var held = HeldNotes()
    for (number, pattern) in patterns.enumerated() {
      held.add(firsts[number].content.heldNotes(in: pattern), times: times[number])
    }
    return held
  }

  /// What most of the song's notes are near, so that a bar in which that is not clear has the grid
  /// of the others.
  private var feel: GridFeel {
    GridFeel(of: firsts.lazy.flatMap { $0.content.cues.lazy.map(\.beat) })
  }

  private func name(of number: Int) -> String {
    let place = firsts[number].place
    let bar = place.bar + 1
    if place.offset > .zero { return "bar \(bar)+\(place.offset.fraction)" }
    return place.bars == 1 ? "bar \(bar)" : "bars \(bar)-\(place.bar + place.bars)"
  }

  /// Splits one stretch; runs of empty cells at one tempo are skipped at once.
  private mutating func add(
    _ stretch: BarLines.Stretch, barCount: Int64, _ cues: [Cue], _ next: inout Int
  ) throws(MIDIImportError) {
    func number(of beat: Beats) -> Int64 {
      (beat - stretch.beat).dividedRoundingDown(by: stretch.barLength)
    }
    var bar: Int64 = 0
    while bar < barCount {
      let start = stretch.beat + stretch.barLength * bar
      let sounding = next == cues.count ? barCount : number(of: cues[next].beat)
      // A tempo change starts a new cell.
      let later = tempi[nextTempo...].first { $0.beat > start }
      let steady = later.map { number(of: $0.beat) } ?? barCount
      let silent = (min(sounding, steady, barCount) - bar) / limits.bars
      let width = silent > 0 ? limits.bars : min(limits.bars, barCount - bar)
      var content = Content(length: stretch.barLength * width, meter: stretch.meter)
      if silent == 0 {
        while next < cues.count, cues[next].beat < start + content.length {
          content.cues.append(cues[next])
          content.cues[content.cues.count - 1].beat = cues[next].beat - start
          next += 1
        }
      }
      let place = CellPosition(bar: stretch.bar + bar, bars: width, beat: start)
      try add(content, at: place, repeats: max(silent, 1))
      bar += width * max(silent, 1)
    }
  }

  /// Adds a cell, or its halves if it has too many voices or is too dense: first of several bars, then,
  /// if it is too dense, of one bar.
  private mutating func add(
    _ content: Content, at place: CellPosition, repeats: Int64
  ) throws(MIDIImportError) {
    let isOfBars = place.bars > 1
    let voiceCount = content.excessiveVoiceCount
    if let voiceCount, !isOfBars { throw .voiceCount(voiceCount, bar: place.bar) }
    let isDivisible = content.length.units > 2 * Grid.lengths.lowerBound.units
    guard voiceCount != nil || content.isTooDense && isDivisible else {
      return try keep(content, at: place, repeats: repeats)
    }
    let barLength = content.meter.barLength
    let half =
      isOfBars ? barLength * (place.bars / 2) : Beats(units: content.length.units / 2)
    var (first, second) = (content, content)
    first.length = half
    first.cues = content.cues.filter { $0.beat < half }
    second.length = content.length - half
    second.cues = content.cues.filter { $0.beat >= half }.map { cue in
      var cue = cue
      cue.beat = cue.beat - half
      return cue
    }
    var (before, after) = (place, place)
    after.beat = place.beat + half
    if isOfBars {
      before.bars = place.bars / 2
      after.bar += before.bars
      after.bars = place.bars - before.bars
    } else {
      after.offset = place.offset + half
    }
    try add(first, at: before, repeats: 1)
    try add(second, at: after, repeats: 1)
  }

  private mutating func keep(
    _ content: Content, at place: CellPosition, repeats: Int64
  ) throws(MIDIImportError) {
    let number: Int
    if let known = contents[content] {
      number = known
    } else {
      number = firsts.count
      guard number < limits.patterns else { throw .patternCount(bar: place.bar) }
      contents[content] = number
      firsts.append((content, place))
    }
    let (tempo, inside) = takeTempi(from: place.beat, for: content.length * repeats)
    let most = Int64(Section.repeatCounts.upperBound)
    let last = plays.count - 1
    if last >= 0, plays[last].content == number, tempo == nil, inside.isEmpty {
      let before = plays[last].repeats
      plays[last].repeats += repeats
      sectionCount += (before + repeats + most - 1) / most - (before + most - 1) / most
    } else {
      plays.append(Play(content: number, repeats: repeats, tempo: tempo, tempi: inside))
      sectionCount += (repeats + most - 1) / most
    }
    guard sectionCount <= Song.mostSections else { throw .sectionCount(bar: place.bar) }
  }

  /// The tempo at a beat, or the last pending one before it, and the tempo changes within a length.
  private mutating func takeTempi(from start: Beats, for length: Beats) -> (Tempo?, [TempoChange]) {
    var (tempo, inside): (Tempo?, [TempoChange]) = (nil, [])
    while nextTempo < tempi.count, tempi[nextTempo].beat < start + length {
      let change = tempi[nextTempo]
      nextTempo += 1
      if change.beat <= start {
        tempo = change.tempo
      } else {
        inside.append(TempoChange(beat: change.beat - start, tempo: change.tempo))
      }
    }
    guard inside.count > Section.mostTempi else { return (tempo, inside) }
    // If there are too many, an evenly spaced selection.
    droppedTempi += inside.count - Section.mostTempi
    let kept = (0..<Section.mostTempi).map { inside[$0 * inside.count / Section.mostTempi] }
    return (tempo, kept)
  }
}
