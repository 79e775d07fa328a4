/// An order of patterns.
public struct Song: Sendable, Hashable {
  public var sections: [Section]
  /// Whether it begins again when it ends.
  public var loops: Bool

  /// The most sections.
  public static let mostSections = 10_000

  public init(sections: [Section] = [], loops: Bool = false) {
    self.sections = sections
    self.loops = loops
  }

  /// Puts a section before number `number`, or behind the last where that is their count.
  public mutating func insert(_ section: Section, at number: Int) throws(PatchRuleError) {
    guard (0...sections.count).contains(number) else {
      throw .noSection(number: number, count: sections.count)
    }
    guard sections.count < Self.mostSections else { throw .sectionCount(sections.count + 1) }
    sections.insert(section, at: number)
  }

  /// Takes a section out.
  public mutating func remove(at number: Int) throws(PatchRuleError) {
    try check(number)
    sections.remove(at: number)
  }

  /// Moves a section to another number.
  public mutating func move(_ number: Int, to target: Int) throws(PatchRuleError) {
    try check(number)
    try check(target)
    sections.insert(sections.remove(at: number), at: target)
  }

  /// Changes a section.
  public mutating func change(
    _ number: Int, _ change: (inout Section) -> Void
  ) throws(PatchRuleError) {
    try check(number)
    change(&sections[number])
  }

  /// Throws where there is no section of that number.
  public func check(_ number: Int) throws(PatchRuleError) {
    guard sections.indices.contains(number) else {
      throw .noSection(number: number, count: sections.count)
    }
  }

  /// The same with a pattern's other name.
  func renaming(_ name: String, to other: String) -> Song {
    var renamed = self
    for index in renamed.sections.indices where renamed.sections[index].pattern == name {
      renamed.sections[index].pattern = other
    }
    return renamed
  }
}
