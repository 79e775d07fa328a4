/// Gives every instrument of a kit a MIDI note of its own: General MIDI's where the kit says which, or
/// where its name does.
public struct DrumAssignment: Sendable {
  /// An instrument, as far as that matters here.
  public struct Candidate: Sendable {
    /// As displayed.
    public var name: String
    /// What it is, where the kit says so.
    public var type: String?
    /// The MIDI note that the kit gives it.
    public var midiNote: Int?
    /// The drum whose own name it has, before all that only mean the same.
    public var voice: Voice?

    /// An instrument of this name.
    public init(
      name: String, type: String? = nil, midiNote: Int? = nil, voice: Voice? = nil
    ) {
      self.name = name
      self.type = type
      self.midiNote = midiNote
      self.voice = voice
    }
  }

  /// How a note was found.
  public enum Source: Sendable, Hashable {
    /// The kit's own MIDI note.
    case midiNote
    /// The type or the name.
    case name
    /// The position in the kit, as Hydrogen numbers kits that say nothing.
    case position
    /// None of these: a note that was free.
    case free
    /// None at all, because no note was free; it stands as note 127.
    case unassigned
  }

  /// The notes of percussion, General MIDI's and Roland's.
  public static let percussion = 27...87

  /// The note of each instrument, in the order given.
  public private(set) var notes: [UInt8] = []
  /// How each was found.
  public private(set) var sources: [Source] = []
  /// The note that a name means where another instrument has that; else the same as in `notes`.
  public private(set) var shared: [UInt8] = []

  /// Assigns a note to each instrument of a kit.
  public init(_ kit: [Candidate]) {
    var given = [UInt8?](repeating: nil, count: kit.count)
    var found = [Source](repeating: .free, count: kit.count)
    var taken: Set<UInt8> = []
    func give(_ note: UInt8, to index: Int, _ source: Source) {
      (given[index], found[index]) = (note, source)
      taken.insert(note)
    }
    for (index, note) in Self.ownNotes(kit) { give(note, to: index, .midiNote) }
    for index in kit.indices where given[index] == nil {
      guard let note = kit[index].voice?.note, !taken.contains(note) else { continue }
      give(note, to: index, .name)
    }
    let names = kit.map { Self.named($0) }
    for index in kit.indices where given[index] == nil {
      if let note = names[index].first(where: { !taken.contains($0) }) {
        give(note, to: index, .name)
      }
    }
    for index in kit.indices where given[index] == nil && names[index].isEmpty {
      let note = UInt8(clamping: 36 + index)
      if note <= Drum.notes.upperBound, !taken.contains(note) { give(note, to: index, .position) }
    }
    var free = Self.spare.makeIterator()
    for index in kit.indices where given[index] == nil {
      var next = free.next()
      while let note = next, taken.contains(note) { next = free.next() }
      if let next { give(next, to: index, .free) } else { found[index] = .unassigned }
    }
    notes = given.map { $0 ?? 127 }
    sources = found
    shared = kit.indices.map { index in
      [.free, .unassigned].contains(found[index])
        ? names[index].first ?? notes[index] : notes[index]
    }
  }

  /// The kit's own MIDI notes, where they are more than Hydrogen's numbering, and each only once.
  private static func ownNotes(_ kit: [Candidate]) -> [(index: Int, note: UInt8)] {
    let own = kit.map(\.midiNote)
    let isNumbered = own.enumerated().allSatisfy { $1 == nil || $1 == 36 + $0 }
    guard !isNumbered else { return [] }
    let counts = Dictionary(own.compactMap(\.self).map { ($0, 1) }, uniquingKeysWith: +)
    return own.enumerated().compactMap { index, note in
      guard let note, percussion.contains(note), counts[note] == 1 else {
        return nil
      }
      return (index, UInt8(note))
    }
  }

  private static func named(_ candidate: Candidate) -> [UInt8] {
    let notes = candidate.type.map { DrumName.notes(for: $0) } ?? []
    return notes.isEmpty ? DrumName.notes(for: candidate.name) : notes
  }

  /// Notes for the rest: General MIDI's further percussion first, then Roland's, then any.
  private static let spare: [UInt8] = {
    let drums = Int(Drum.notes.lowerBound)...Int(Drum.notes.upperBound)
    let notes = around(drums, in: percussion) + Array(drums) + around(percussion, in: Voice.notes)
    return notes.map { UInt8($0) }
  }()

  /// What is above a range, then what is below it.
  private static func around(_ inner: ClosedRange<Int>, in outer: ClosedRange<Int>) -> [Int] {
    outer.filter { $0 > inner.upperBound } + outer.filter { $0 < inner.lowerBound }
  }
}
