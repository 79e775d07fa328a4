import MusicalTime
import Rhythm

/// Converts the patterns and columns of a Hydrogen song.
struct HydrogenPatterns {
  /// What was read, and what has no meaning here.
  struct Counts {
    var notes = 0
    var merged = 0
    var noteOffs = 0
    var silent = 0
    var outside = 0
    var homeless = 0
    var panned = 0
    var pitched = 0
    var ended = 0
    var clampedTempi = 0
    var missingPatterns = 0
  }

  private(set) var patterns: [Pattern] = []
  private(set) var counts = Counts()
  let file: HydrogenSong
  let voices: HydrogenVoices
  /// Whether swing is the patch's groove, and not a part of every offset.
  let swingsByGroove: Bool
  private var names = PatternNames()
  /// The name of the pattern for the parts that sound together.
  private var known: [[Int]: String] = [:]
  /// The index of the first pattern with a name.
  private let indices: [String: Int]
  /// Voices whose notes have one pitch other than the sample's, in semitones.
  private var pitches: [Voice: Set<Double>] = [:]

  init(_ file: HydrogenSong) {
    self.file = file
    voices = HydrogenVoices(file)
    indices = Dictionary(
      file.patterns.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    // A groove moves everything between sixteenths too, and counts from the beginning of a section.
    let isEven = file.patterns.allSatisfy { pattern in
      pattern.size.isMultiple(of: 24)
        && pattern.notes.allSatisfy { $0.position.isMultiple(of: 12) && $0.leadLag == 0 }
    }
    swingsByGroove = file.swing > 0 && isEven
  }

  /// Converts everything; the sections of the columns.
  mutating func song() throws(HydrogenError) -> Song {
    for index in file.patterns.indices { _ = try name(of: [index]) }
    countNotes()
    let tempi = Dictionary(
      file.followsTempi ? file.tempi.map { ($0.column, $0.bpm) } : [],
      uniquingKeysWith: { _, last in last })
    var sections: [Section] = []
    for (number, column) in file.columns.enumerated() {
      let name = try name(of: parts(of: column))
      let tempo = self.tempo(ofColumn: number, tempi)
      if tempo == nil, let last = sections.last, last.pattern == name,
        last.repeats < Section.repeatCounts.upperBound
      {
        sections[sections.count - 1].repeats += 1
      } else {
        sections.append(Section(pattern: name, tempo: tempo))
      }
    }
    return Song(sections: sections, loops: file.loops)
  }

  /// The tempo that a column sets; nil for the one before.
  private mutating func tempo(ofColumn number: Int, _ tempi: [Int: Double]) -> Tempo? {
    guard let bpm = tempi[number] else { return nil }
    let tempo = Tempo(clampingBPM: bpm)
    if Tempo(bpm: bpm) == nil { counts.clampedTempi += 1 }
    return tempo
  }

  /// The indices of a column's patterns.
  private mutating func parts(of column: [String]) -> [Int] {
    counts.missingPatterns += column.count { indices[$0] == nil }
    return Set(column.compactMap { indices[$0] }).sorted()
  }

  /// The name of the pattern in which these sound together, which is made if there is none.
  private mutating func name(of parts: [Int]) throws(HydrogenError) -> String {
    if let name = known[parts] { return name }
    let wanted =
      parts.isEmpty ? "rest" : parts.map { file.patterns[$0].name }.joined(separator: " + ")
    let name = names.unique(wanted)
    do throws(PatternError) { patterns.append(try pattern(of: parts, name: name)) } catch {
      throw .pattern(name, error)
    }
    known[parts] = name
    return name
  }

  private mutating func pattern(of parts: [Int], name: String) throws(PatternError) -> Pattern {
    let all = withVirtual(parts).map { file.patterns[$0] }
    let size = all.map(\.size).max() ?? HydrogenPattern.bar
    var kept: [PlaceKey: PlacedNote] = [:]
    for note in all.flatMap(placed) {
      let key = PlaceKey(voice: note.voice, tick: note.tick)
      if let other = kept[key] {
        if parts.count == 1 { counts.merged += 1 }
        if other.isWeaker(than: note) { kept[key] = note }
      } else {
        kept[key] = note
      }
    }
    var pattern = try Pattern(name: name, size: size, notes: Array(kept.values)) { voice, steps in
      lane(voice, steps)
    }
    if let meter = meter(of: all, size: size), pattern.bar.meter != meter { pattern.meter = meter }
    return pattern
  }

  private struct PlaceKey: Hashable {
    var voice: Voice
    var tick: Int
  }

  /// These patterns and those they play besides, each once.
  private func withVirtual(_ parts: [Int]) -> [Int] {
    var found: [Int] = []
    var waiting = parts
    while let next = waiting.popLast() {
      guard !found.contains(next) else { continue }
      found.append(next)
      waiting += (file.virtualPatterns[file.patterns[next].name] ?? []).compactMap { indices[$0] }
    }
    return found
  }

  /// The meter that one pattern alone counts in, where its file says so.
  private func meter(of parts: [HydrogenPattern], size: Int) -> Meter? {
    guard let unit = parts.first(where: { $0.size == size })?.denominator,
      (size * unit).isMultiple(of: HydrogenPattern.bar)
    else { return nil }
    return Meter(count: size * unit / HydrogenPattern.bar, unit: unit)
  }

  private func placed(_ pattern: HydrogenPattern) -> [PlacedNote] {
    pattern.notes.compactMap { note in
      guard isHeard(note, in: pattern), let voice = voices[note] else { return nil }
      let isOffBeat = note.position % 24 == 12
      let swing = isOffBeat && !swingsByGroove ? file.swing * 6 : 0
      return PlacedNote(
        voice: voice, tick: note.position, late: note.leadLag * HydrogenNote.leadLagTicks + swing,
        velocity: Velocity(clamping: Int((min(note.velocity, 1) * 127).rounded())),
        probability: Int((note.probability * 100).rounded()))
    }
  }

  private func isHeard(_ note: HydrogenNote, in pattern: HydrogenPattern) -> Bool {
    !note.isNoteOff && note.velocity > 0 && note.position < pattern.size
  }

  private mutating func countNotes() {
    for pattern in file.patterns {
      for note in pattern.notes {
        if note.isNoteOff {
          counts.noteOffs += 1
        } else if note.velocity <= 0 {
          counts.silent += 1
        } else if note.position >= pattern.size {
          counts.outside += 1
        } else if let voice = voices[note] {
          counts.notes += 1
          if note.pan != 0 { counts.panned += 1 }
          if note.length != nil { counts.ended += 1 }
          pitches[voice, default: []].insert(note.pitch)
        } else {
          counts.homeless += 1
        }
      }
    }
    for pattern in file.patterns {
      counts.pitched += pattern.notes.count { note in
        note.pitch != 0 && isHeard(note, in: pattern)
          && voices[note].map { tuning(of: $0) == nil } ?? false
      }
    }
  }

  private func lane(_ voice: Voice, _ steps: [Step?]) -> Lane {
    var lane = Lane(voice, steps: steps)
    let instruments = voices.instruments(of: voice)
    lane.isMuted = !instruments.isEmpty && instruments.allSatisfy(\.isMuted)
    lane.isSoloed = instruments.contains(where: \.isSoloed)
    lane.looseness = looseness
    return lane
  }
}

// MARK: What the whole song has

extension HydrogenPatterns {
  /// Humanising as looseness of the same standard deviation. Hydrogen's timing has 0.3 of 2,000 frames,
  /// taken at 44.1 kHz, and its velocity 0.2; those of a triangular distribution are 1/√6 of the
  /// largest value.
  private var looseness: Looseness {
    let milliseconds = file.humanisedTiming * 0.3 * 2_000 / 44.1 * 6.0.squareRoot()
    let velocity = file.humanisedVelocity * 0.2 * 127 * 6.0.squareRoot()
    return Looseness(
      milliseconds: (milliseconds * 10).rounded() / 10, velocity: Int(velocity.rounded())) ?? .none
  }

  /// Swing as a groove: off-beat sixteenths move by up to half a sixteenth.
  var groove: GrooveUse? {
    guard swingsByGroove else { return nil }
    let percent = ((50 + 25 * file.swing) * 1_000).rounded() / 1_000
    guard let share = SwingShare(percent: percent) else { return nil }
    return (try? Groove.swing(name: "swing16 \(share)", pair: Beats(1, over: 2), share)).map {
      GrooveUse($0)
    }
  }

  /// Drums of one mute group, where there are several.
  var chokeGroups: [Drum: String] {
    var groups: [Int: Set<Drum>] = [:]
    for voice in Set(patterns.flatMap { $0.lanes.map(\.voice) }) {
      guard let drum = voice.drum else { continue }
      for instrument in voices.instruments(of: voice) {
        if let group = instrument.muteGroup { groups[group, default: []].insert(drum) }
      }
    }
    var found: [Drum: String] = [:]
    for (group, drums) in groups where drums.count > 1 {
      for drum in drums { found[drum] = "group \(group)" }
    }
    return found
  }

  /// The cents by which all notes of a voice are tuned; nil if they differ or cannot be.
  private func tuning(of voice: Voice) -> Float? {
    guard voice.drum != nil, let found = pitches[voice], found.count == 1,
      let semitones = found.first,
      abs(semitones) <= 24
    else { return nil }
    return Float(semitones * 100)
  }

  /// The drums that are tuned.
  var tunings: [Drum: Float] {
    var tunings: [Drum: Float] = [:]
    for voice in pitches.keys {
      if let drum = voice.drum, let cents = tuning(of: voice), cents != 0 { tunings[drum] = cents }
    }
    return tunings
  }
}
