extension Patch {
  /// Adds a pattern behind the others; the selected one stays selected.
  public mutating func add(_ pattern: Pattern) throws(PatchRuleError) {
    try setPatterns(patterns + [pattern], selected: selected)
  }

  /// Takes a pattern out, unless it is the only one or the song plays it; in place of the selected
  /// one, the one behind it is selected, or the last.
  public mutating func removePattern(_ number: Int) throws(PatchRuleError) {
    _ = try self.number(of: .number(number))
    guard patterns.count > 1 else { throw .lastPattern }
    let name = patterns[number].name
    if let section = song.sections.firstIndex(where: { $0.pattern == name }) {
      throw .patternInSong(name, section: section)
    }
    var left = patterns
    left.remove(at: number)
    let kept = selected > number ? selected - 1 : min(selected, left.count - 1)
    try setPatterns(left, selected: kept)
  }

  /// Gives a pattern another name, which the song's sections take over.
  public mutating func renamePattern(_ number: Int, to name: String) throws(PatchRuleError) {
    _ = try self.number(of: .number(number))
    if let other = self.number(ofPattern: name), other != number { throw .secondPattern(name) }
    var renamed = patterns
    renamed[number].name = name
    try setPatterns(
      renamed, selected: selected, song: song.renaming(patterns[number].name, to: name))
  }

  /// Moves a pattern to another number; the selected one stays selected.
  public mutating func movePattern(_ number: Int, to target: Int) throws(PatchRuleError) {
    _ = try self.number(of: .number(number))
    _ = try self.number(of: .number(target))
    var moved = patterns
    moved.insert(moved.remove(at: number), at: target)
    try setPatterns(moved, selected: Self.place(of: selected, moving: number, to: target))
  }

  /// Where element `index` is after the one at `number` was moved to `target`.
  static func place(of index: Int, moving number: Int, to target: Int) -> Int {
    if index == number { return target }
    let without = index > number ? index - 1 : index
    return without >= target ? without + 1 : without
  }
}
