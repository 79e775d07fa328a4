/// A sequence of sections.
public struct Song: Sendable, Hashable {
  /// In the order they are played.
  public var sections: [Section]
  /// Whether the song repeats.
  public var loops: Bool

  /// The maximum number of sections.
  public static let mostSections = 10_000

  /// A song of `sections`.
  public init(sections: [Section] = [], loops: Bool = false) {
    self.sections = sections
    self.loops = loops
  }

  /// Inserts a section before index `number`; the count of sections appends it.
  public mutating func insert(_ section: Section, at number: Int) throws(PatchRuleError) {
    guard (0...sections.count).contains(number) else {
      throw .noSection(number: number, count: sections.count)
    }
    guard sections.count < Self.mostSections else { throw .sectionCount(sections.count + 1) }
    sections.insert(section, at: number)
  }

  /// Removes a section.
  public mutating func remove(at number: Int) throws(PatchRuleError) {
    try check(number)
    sections.remove(at: number)
  }

  /// Moves a section to another index.
  public mutating func move(_ number: Int, to target: Int) throws(PatchRuleError) {
    try check(number)
    try check(target)
    sections.insert(sections.remove(at: number), at: target)
  }

  /// Modifies a section in place.
  public mutating func change(
    _ number: Int, _ change: (inout Section) -> Void
  ) throws(PatchRuleError) {
    try check(number)
    change(&sections[number])
  }

  /// Throws if no section has this index.
  public func check(_ number: Int) throws(PatchRuleError) {
    guard sections.indices.contains(number) else {
      throw .noSection(number: number, count: sections.count)
    }
  }

  /// The song with a pattern's new name.
  func renaming(_ name: String, to other: String) -> Song {
    var renamed = self
    for index in renamed.sections.indices where renamed.sections[index].pattern == name {
      renamed.sections[index].pattern = other
    }
    return renamed
  }
}
