import MusicalTime
import Rhythm

/// Where a song ends: with the bar of its last note, or with the last whole bar of its track.
struct SongEnd {
  var last: Beats
  var track: Beats

  /// How many bars there are from `beat` on.
  func bars(from beat: Beats, of length: Beats) -> Int64 {
    let sounding = (last + Beats(units: 1) - beat).dividedRoundingUp(by: length)
    return max(sounding, (track - beat).dividedRoundingDown(by: length), 0)
  }
}

/// A song cut into cells of so many bars, the like of which are one pattern.
struct SongCells {
  /// What a cell plays, its beats from its own beginning.
  private struct Content: Hashable {
    var length: Beats
    var cues: [Cue] = []
  }

  private var contents: [Content: Int] = [:]
  /// Where each content is first, in the order of their numbers.
  private var firsts: [(content: Content, bar: Int64, bars: Int64)] = []
  private var plays: [(content: Int, repeats: Int64, tempo: Tempo?)] = []
  private var sectionCount: Int64 = 0
  private(set) var barCount: Int64 = 0

  /// Cuts `cues`, in order, at every `bars`th of the lines in each stretch.
  init(_ cues: [Cue], _ lines: BarLines, end: SongEnd, bars: Int) throws(MIDIImportError) {
    var next = 0
    for (index, stretch) in lines.stretches.enumerated() {
      let left = end.bars(from: stretch.beat, of: stretch.barLength)
      let isLast = index + 1 == lines.stretches.count
      let count = isLast ? left : min(left, lines.stretches[index + 1].bar - stretch.bar)
      guard count > 0 else { return }
      guard stretch.barLength * Int64(bars) <= Grid.lengths.upperBound else {
        throw .length(stretch.barLength * Int64(bars), bar: stretch.bar)
      }
      try add(stretch, barCount: count, cues, &next, bars: Int64(bars))
      barCount = stretch.bar + count
    }
  }

  /// The sections in their order.
  var sections: [Section] {
    plays.flatMap { play in
      let name = name(of: play.content)
      var rest = play.repeats
      var tempo = play.tempo
      var sections: [Section] = []
      while rest > 0 {
        let repeats = min(rest, Int64(Section.repeatCounts.upperBound))
        sections.append(Section(pattern: name, repeats: Int(repeats), tempo: tempo))
        rest -= repeats
        tempo = nil
      }
      return sections
    }
  }

  /// The patterns by their numbers.
  func patterns() throws(MIDIImportError) -> [Pattern] {
    var patterns: [Pattern] = []
    for (number, first) in firsts.enumerated() {
      do throws(PatternError) {
        patterns.append(
          try Pattern(
            name: name(of: number), playing: first.content.cues, length: first.content.length))
      } catch { throw .pattern(error, bar: first.bar) }
    }
    return patterns
  }

  private func name(of number: Int) -> String {
    let (_, bar, bars) = firsts[number]
    return bars == 1 ? "bar \(bar + 1)" : "bars \(bar + 1)-\(bar + bars)"
  }

  /// Cuts one stretch; where nothing is played, whole rows of cells go by at once.
  private mutating func add(
    _ stretch: BarLines.Stretch, barCount: Int64, _ cues: [Cue], _ next: inout Int, bars: Int64
  ) throws(MIDIImportError) {
    var tempo = stretch.tempo
    var bar: Int64 = 0
    while bar < barCount {
      let isAtEnd = next == cues.count
      let sounding =
        isAtEnd
        ? barCount : (cues[next].beat - stretch.beat).dividedRoundingDown(by: stretch.barLength)
      let silent = (min(sounding, barCount) - bar) / bars
      if silent > 0 {
        let content = Content(length: stretch.barLength * bars)
        try add(content, bar: stretch.bar + bar, bars: bars, repeats: silent, &tempo)
        bar += silent * bars
      }
      guard bar < barCount else { return }
      let width = min(bars, barCount - bar)
      let start = stretch.beat + stretch.barLength * bar
      var content = Content(length: stretch.barLength * width)
      while next < cues.count, cues[next].beat < start + content.length {
        content.cues.append(cues[next])
        content.cues[content.cues.count - 1].beat = cues[next].beat - start
        next += 1
      }
      try add(content, bar: stretch.bar + bar, bars: width, repeats: 1, &tempo)
      bar += width
    }
  }

  private mutating func add(
    _ content: Content, bar: Int64, bars: Int64, repeats: Int64, _ tempo: inout Tempo?
  ) throws(MIDIImportError) {
    let number: Int
    if let known = contents[content] {
      number = known
    } else {
      number = firsts.count
      guard number < Patch.mostPatterns else { throw .patternCount(bar: bar) }
      contents[content] = number
      firsts.append((content, bar, bars))
    }
    let most = Int64(Section.repeatCounts.upperBound)
    let last = plays.count - 1
    if last >= 0, plays[last].content == number, tempo == nil {
      let before = plays[last].repeats
      plays[last].repeats += repeats
      sectionCount += (before + repeats + most - 1) / most - (before + most - 1) / most
    } else {
      plays.append((number, repeats, tempo))
      tempo = nil
      sectionCount += (repeats + most - 1) / most
    }
    guard sectionCount <= Song.mostSections else { throw .sectionCount(bar: bar) }
  }
}
