public import MusicalTime
public import Rhythm

extension Program {
  /// Compiles `hits` (in any order; those outside 0 ..< `length` are left out) into a loop.
  ///
  /// - Parameters:
  ///   - length: one loop; at least one unit.
  ///   - patternLength: the pattern's own length if `length` contains several of it.
  ///   - chokes: for each of the 26 drums, the drums it cuts off.
  ///   - curves: for each of the 26 drums, 128 velocities.
  public convenience init(
    hits: [Hit], length: Beats, loops: Bool, patternLength: Beats? = nil,
    chokes: [DrumSet] = Program.noChokes, curves: [[UInt8]] = Program.linearCurves,
    input: InputTable = InputTable()
  ) {
    var score = ProgramScore()
    let length = max(length, Beats(units: 1))
    let strokes = Self.strokes(hits, before: length)
    if !strokes.isEmpty { score.add(strokes, cycle: length.units) }
    score.patterns.append(
      PatternImage(
        stream: 0, streamCount: score.streams.count, length: patternLength ?? length,
        bar: Bar(ofLoop: patternLength ?? length)))
    score.setOnlySection(length: length, loops: loops)
    self.init(
      score, tempo: nil, loops: loops, seed: 0, chokes: chokes, curves: curves, input: input)
  }

  /// Compiles what `patch` plays: its song, or its selected pattern; or only the song's section
  /// with index `section`, repeated.
  public convenience init(_ patch: Patch, section: Int? = nil) {
    var score = ProgramScore()
    let sections = patch.song.sections
    if let section, sections.indices.contains(section) {
      score.addSong(sections[section...section], of: patch)
      self.init(patch, score, loops: true)
    } else if patch.playsSong, !sections.isEmpty {
      score.addSong(sections[...], of: patch)
      self.init(patch, score, loops: patch.song.loops)
    } else {
      _ = score.add(patch.pattern, lanes: patch.audibleLanes(of: patch.pattern))
      score.setOnlySection(
        length: patch.pattern.length, loops: patch.pattern.loops, groove: patch.grooveUse())
      self.init(patch, score, loops: patch.pattern.loops)
    }
  }

  /// Compiles the selected pattern with the timing and velocities of `humanised`. The number and order
  /// of hits, and their probabilities, conditions, looseness and holds are the pattern's; lanes of
  /// notes play as written. It ends after `turns` loops of the pattern, if given.
  public convenience init(_ patch: Patch, humanised: HumanisedHits, turns: Int64? = nil) {
    var score = ProgramScore()
    let pattern = patch.pattern
    _ = score.add(pattern, lanes: patch.audibleLanes(of: pattern), humanised: humanised)
    let loops = pattern.loops && turns == nil
    score.setOnlySection(
      length: pattern.length * (turns ?? 1), loops: loops, groove: patch.grooveUse())
    self.init(patch, score, loops: loops)
  }

  private convenience init(_ patch: Patch, _ score: ProgramScore, loops: Bool) {
    self.init(
      score, tempo: patch.tempo, loops: loops, seed: patch.seed,
      chokes: Drum.all.map { patch.kit.choked(by: $0) },
      curves: Drum.all.map { patch.kit[$0].velocityCurve.table },
      input: InputTable(patch.input))
  }

  private static func strokes(_ hits: [Hit], before length: Beats) -> [CompiledStroke] {
    hits.filter { $0.beat >= .zero && $0.beat < length }.map { hit in
      CompiledStroke(place: hit.beat.units, voice: Voice(hit.drum), velocity: hit.velocity)
    }
  }
}

extension ProgramScore {
  /// Plays the only pattern: repeated, or once.
  mutating func setOnlySection(length: Beats, loops: Bool, groove: GrooveUse = .straight) {
    self.length = length
    sections = [
      SectionImage(
        number: 0, start: .zero, length: loops ? Self.endless : length, pattern: 0,
        groove: number(of: groove))
    ]
  }

  /// Plays sections of the song in order.
  mutating func addSong(_ song: ArraySlice<Section>, of patch: Patch) {
    isSong = true
    let patterns = Dictionary(
      patch.patterns.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var numbers: [String: Int] = [:]
    var start = Beats.zero
    // It may begin after a song that ended at another tempo.
    let own = patch.songForm.ownTempo(ofSection: song.startIndex)
    var isOpening = true
    for (number, section) in zip(song.indices, song) {
      guard let pattern = patterns[section.pattern] else { continue }
      let compiled =
        numbers[section.pattern] ?? add(pattern, lanes: patch.audibleLanes(of: pattern))
      numbers[section.pattern] = compiled
      let length = pattern.length * Int64(section.repeats)
      add(
        SectionImage(
          number: number, start: start, length: length, pattern: compiled,
          groove: self.number(of: section.groove ?? patch.grooveUse(of: pattern)),
          barsBefore: barCount))
      barCount += self.patterns[compiled].bars(inLoops: Int64(section.repeats))
      if let tempo = section.tempo ?? (isOpening ? own : nil) {
        tempi.append(TempoImage(beat: start, tempo: tempo))
      } else if isOpening {
        tempi.append(TempoImage(beat: start, tempo: patch.tempo, isOfPatch: true))
      }
      for change in section.tempi where change.beat < length {
        tempi.append(TempoImage(beat: start + change.beat, tempo: change.tempo))
      }
      isOpening = false
      start = start + length
    }
    length = start
  }
}

extension Patch {
  /// The groove with which `pattern` is played.
  fileprivate func grooveUse(of pattern: Pattern? = nil) -> GrooveUse {
    (pattern ?? self.pattern).groove ?? groove ?? .straight
  }
}
