public import MusicalTime
public import Rhythm

/// A compiled program in memory, as read by the audio thread. Real-time: yes.
///
/// What it plays is a pure function of the beat: nothing here changes, and random choices are
/// hashes of seed, loop, lane and step, so seeking and looping cannot change what a bar plays.
@safe public struct CompiledProgram: BitwiseCopyable {
  let sections: UnsafePointer<SectionImage>
  let sectionCount: Int
  /// Ordered by beat; empty unless it is a song.
  let tempi: UnsafePointer<TempoImage>
  let tempoCount: Int
  let patterns: UnsafePointer<PatternImage>
  let streams: UnsafePointer<CompiledStream>
  let grooves: UnsafePointer<CompiledGroove>
  /// The seed of all random choices.
  let seed: UInt64
  /// The maximum delay of any hit after its position, at any tempo.
  let latest: Beats
  /// Length of one loop of the pattern or song.
  public let length: Beats
  /// Whether it repeats after `length`; if not, the transport stops there.
  public let loops: Bool
  /// Whether it plays a song instead of one pattern.
  public let isSong: Bool
  /// The tempo of the patch that it was compiled from; nil for mere hits.
  public let patchTempo: Tempo?
  /// The bars of one loop of a song; 0 for a pattern.
  let barCount: Int64
  /// The drums cut off by each drum, by index.
  var chokes: InlineArray<26, DrumSet>
  /// Velocity curves, 128 bytes per drum.
  var curves: InlineArray<3328, UInt8>
  /// The map of live notes and controllers.
  public var input: InputTable

  /// The drums that a hit of `drum` cuts off.
  @_noLocks public func choked(by drum: Drum) -> DrumSet { chokes[Int(drum.index)] }

  /// `velocity` after the velocity curve of `drum`.
  @_noLocks public func shaped(_ velocity: Velocity, of drum: Drum) -> Velocity {
    Velocity(clamping: Int(curves[Int(drum.index) &* 128 &+ Int(velocity.value)]))
  }

  /// A position in the program.
  public struct Position: BitwiseCopyable, Sendable {
    /// The repeat of the song, from 0; always 0 for a pattern.
    public var round: Int64 = 0
    /// The index of the section in the song.
    public var section: Int = 0
    /// The repeat of the section's pattern, from 0.
    public var loop: Int64 = 0
    /// The beginning of the loop, from the program's beginning.
    public var loopStart = Beats(units: 0)
    /// The length of the pattern.
    public var patternLength = Beats(units: 1)
    /// The pattern's bar.
    public var bar = Bar(.fourFour)
    /// The end of the song's section, from the program's beginning; nil in a pattern that is played for itself, and
    /// after the end of a song.
    public var sectionEnd: Beats?
    /// The number of bars that begin before `barsStart`.
    public var barsBefore: Int64 = 0

    /// The beginning.
    @_noLocks public init() {}

    /// Whether the pattern goes on for more than one bar, or for one; else several loops make a bar.
    private var holdsBar: Bool { @_noLocks get { bar.length <= patternLength } }

    /// Where bars are counted from, from the program's beginning: from the loop's beginning, or, where
    /// several loops make a bar, from the pattern's.
    public var barsStart: Beats {
      @_noLocks get { holdsBar ? loopStart : loopStart - patternLength * loop }
    }

    /// Where the count of bars begins again, from the program's beginning: at the loop's end, whatever its length,
    /// or, where several loops make a bar, at the section's; nil where there is neither.
    public var barsEnd: Beats? {
      @_noLocks get { holdsBar ? loopStart + patternLength : sectionEnd }
    }

    /// The first bar line at `beat` or later, both from the program's beginning.
    @_noLocks public func barLine(atOrAfter beat: Beats) -> Beats {
      let line = bar.line(atOrAfter: beat, from: barsStart)
      if let end = barsEnd, end < line { return end }
      return line
    }

    /// The bar of `beat`, which lies before `barsEnd`: its beginning, from the program's like `beat`, and its number,
    /// from 1.
    @_noLocks public func countedBar(at beat: Beats) -> (start: Beats, number: Int64) {
      let bars = (beat - barsStart).dividedRoundingDown(by: bar.length)
      return (barsStart + bar.length * bars, barsBefore &+ bars &+ 1)
    }
  }

  /// The position at `beat`, from the program's beginning; negative beats are at the beginning.
  @_noLocks public func place(at beat: Beats) -> Position {
    var place = Position()
    let positive = beat < Beats(units: 0) ? Beats(units: 0) : beat
    let index = sectionIndex(at: positive, round: &place.round)
    let section = unsafe sections[index]
    let pattern = unsafe patterns[section.pattern]
    let start = section.start + length * place.round
    place.section = section.number
    place.patternLength = pattern.length
    place.bar = pattern.bar
    place.loop = (positive - start).dividedRoundingDown(by: pattern.length)
    place.loopStart = start + pattern.length * place.loop
    place.barsBefore = section.barsBefore &+ barCount &* place.round
    if pattern.holdsBar {
      place.barsBefore = place.barsBefore &+ pattern.bars(inLoops: place.loop)
    }
    let end = start + section.length
    if isSong, positive < end { place.sectionEnd = end }
    return place
  }

  /// The tempo at `beat`, from the program's beginning, if the program defines one. A song that sets none at its
  /// beginning has the patch's there: `patchTempo`, or (nil) the one with which it was compiled.
  @_noLocks public func tempo(at beat: Beats, patchTempo: Tempo? = nil) -> Tempo? {
    guard isSong, tempoCount > 0 else { return nil }
    var round: Int64 = 0
    let next = tempoIndex(after: beat < Beats(units: 0) ? Beats(units: 0) : beat, round: &round)
    if next > 0 { return unsafe tempi[next &- 1].resolved(patchTempo: patchTempo) }
    // A repeat continues at the tempo with which the one before ended.
    guard round > 0 else { return nil }
    return unsafe tempi[tempoCount &- 1].resolved(patchTempo: patchTempo)
  }

  /// The next tempo change in `from` ..< `to`, where the patch's tempo is `patchTempo`; nil as for `tempo`.
  @_noLocks public func tempoChange(
    from: Beats, before to: Beats, patchTempo: Tempo? = nil
  ) -> (beat: Beats, tempo: Tempo)? {
    guard isSong, tempoCount > 0, from < to else { return nil }
    var round: Int64 = 0
    let first = from < Beats(units: 0) ? Beats(units: 0) : from
    // A change at `first` itself is included.
    var index = tempoIndex(after: first - Beats(units: 1), round: &round)
    if index == tempoCount {
      guard loops else { return nil }
      index = 0
      round &+= 1
    }
    let change = unsafe tempi[index]
    let beat = change.beat + length * round
    return beat < to ? (beat, change.resolved(patchTempo: patchTempo)) : nil
  }

  /// The index of the first tempo change after `beat` in its repeat of the song; the count if there
  /// is none.
  @_noLocks private func tempoIndex(after beat: Beats, round: inout Int64) -> Int {
    round = loops ? beat.dividedRoundingDown(by: length) : 0
    let inRound = beat - length * round
    var low = 0
    var high = tempoCount
    while low < high {
      let middle = (low &+ high) / 2
      if unsafe tempi[middle].beat <= inRound { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// The index of the section at `beat`, which must not be negative, and the repeat of the song.
  @_noLocks func sectionIndex(at beat: Beats, round: inout Int64) -> Int {
    round = isSong && loops ? beat.dividedRoundingDown(by: length) : 0
    let inRound = beat - length * round
    var low = 0
    var high = sectionCount
    while high &- low > 1 {
      let middle = (low &+ high) / 2
      if unsafe sections[middle].start <= inRound { low = middle } else { high = middle }
    }
    return low
  }
}
