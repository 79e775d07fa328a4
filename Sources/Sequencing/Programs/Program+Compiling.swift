public import MusicalTime
public import Rhythm

extension Program {
  /// Compiles `hits` (any order; those outside 0 ..< `length` are left out) into a loop.
  ///
  /// - Parameters:
  ///   - length: one loop; at least one unit.
  ///   - patternLength: the pattern's own length where `length` holds several of it.
  ///   - chokes: for each of the 26 drums, what its stroke silences.
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
        stream: 0, streamCount: score.streams.count, length: patternLength ?? length))
    score.setOnlySection(length: length, loops: loops)
    self.init(
      score, loops: loops, seed: 0, chokes: chokes, curves: curves, input: input)
  }

  /// Compiles what `patch` plays: its song, or its selected pattern; of the song only the section
  /// of that number, from 0, again and again, where one is given.
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

  /// Compiles `hits` in place of those of the selected pattern's drums, one for each of
  /// `Pattern.hits` in so many of its turns, into one loop: moved and of other velocities, they keep
  /// their steps' chances and conditions. Lanes of notes play as they are written.
  public convenience init(_ patch: Patch, hits: [Hit], turns: Int64) {
    var score = ProgramScore()
    let pattern = patch.pattern
    let notes = patch.audibleLanes(of: pattern).filter { $0.voice.drum == nil }
    _ = score.add(pattern, lanes: notes)
    let length = pattern.length * turns
    let strokes = Self.strokes(hits, of: pattern, turns: turns)
    if !strokes.isEmpty { score.add(strokes, cycle: length.units) }
    score.patterns = [
      PatternImage(stream: 0, streamCount: score.streams.count, length: pattern.length)
    ]
    score.setOnlySection(length: length, loops: pattern.loops, groove: patch.grooveUse())
    self.init(patch, score, loops: pattern.loops)
  }

  private convenience init(_ patch: Patch, _ score: ProgramScore, loops: Bool) {
    self.init(
      score, loops: loops, seed: patch.seed,
      chokes: Drum.all.map { patch.kit.choked(by: $0) },
      curves: Drum.all.map { patch.kit[$0].velocityCurve.table },
      input: InputTable(patch.input))
  }

  /// `hits` as strokes of the steps that they are of.
  private static func strokes(
    _ hits: [Hit], of pattern: Pattern, turns: Int64
  ) -> [CompiledStroke] {
    let written = pattern.strokesOfHits
    guard hits.count == written.count * Int(turns) else {
      return strokes(hits, before: pattern.length * turns)
    }
    return hits.enumerated().compactMap { index, hit in
      let (turn, number) = index.quotientAndRemainder(dividingBy: written.count)
      let (given, stroke) = written[number]
      let place = given.beat + pattern.length * Int64(turn)
      var made = CompiledStroke(place: place.units, voice: Voice(hit.drum), velocity: hit.velocity)
      made.offset = (hit.beat - place).units
      guard let step = pattern.lane(of: hit.drum)?.steps[stroke.step] else { return nil }
      made.probability = UInt8(min(max(step.probability, 0), 100))
      made.condition = step.condition
      let envelope = pattern.envelope(of: step, in: Voice(hit.drum))
      (made.attack, made.decay) = (envelope.attack, envelope.decay)
      made.step = UInt16(stroke.step)
      made.ratchet = UInt8(stroke.ratchet)
      made.loop = Int32(turn)
      made.loopsInCycle = Int32(turns)
      return made
    }
  }

  private static func strokes(_ hits: [Hit], before length: Beats) -> [CompiledStroke] {
    hits.filter { $0.beat >= .zero && $0.beat < length }.map { hit in
      CompiledStroke(place: hit.beat.units, voice: Voice(hit.drum), velocity: hit.velocity)
    }
  }
}

extension ProgramScore {
  /// Plays the only pattern: on and on, or once.
  mutating func setOnlySection(length: Beats, loops: Bool, groove: GrooveUse = .straight) {
    self.length = length
    sections = [
      SectionImage(
        number: 0, start: .zero, length: loops ? Self.endless : length, pattern: 0,
        groove: number(of: groove), tempo: nil)
    ]
  }

  /// Plays sections of the song one after the other.
  mutating func addSong(_ song: ArraySlice<Section>, of patch: Patch) {
    isSong = true
    let patterns = Dictionary(
      patch.patterns.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var numbers: [String: Int] = [:]
    var start = Beats.zero
    // It may begin after a song that ended at another tempo.
    var tempo: Tempo? = patch.tempo(ofSection: song.startIndex)
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
          tempo: section.tempo ?? tempo))
      tempo = nil
      start = start + length
    }
    length = start
  }
}

extension Patch {
  /// What `pattern` is played with.
  fileprivate func grooveUse(of pattern: Pattern? = nil) -> GrooveUse {
    (pattern ?? self.pattern).groove ?? groove ?? .straight
  }

  /// The lanes of `pattern` that sound: neither muted, alone or with their group, nor left out by solo.
  fileprivate func audibleLanes(of pattern: Pattern) -> [Lane] {
    pattern.audibleLanes.filter { lane in
      !(lane.muteGroup.map { mutedGroups.contains($0) } ?? false)
    }
  }
}
