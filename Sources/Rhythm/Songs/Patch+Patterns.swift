extension Patch {
  /// Appends a pattern; the selection does not change.
  public mutating func add(_ pattern: Pattern) throws(PatchRuleError) {
    try setPatterns(patterns + [pattern], selected: selected)
  }

  /// Removes a pattern; throws if it is the only one or if the song plays it. If it was selected,
  /// the following one is selected, or else the last.
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

  /// Renames a pattern, in the song's sections too.
  public mutating func renamePattern(_ number: Int, to name: String) throws(PatchRuleError) {
    _ = try self.number(of: .number(number))
    if let other = self.number(ofPattern: name), other != number { throw .secondPattern(name) }
    var renamed = patterns
    renamed[number].name = name
    try setPatterns(
      renamed, selected: selected, song: song.renaming(patterns[number].name, to: name))
  }

  /// Moves a pattern to another index; the selected pattern stays selected.
  public mutating func movePattern(_ number: Int, to target: Int) throws(PatchRuleError) {
    _ = try self.number(of: .number(number))
    _ = try self.number(of: .number(target))
    var moved = patterns
    moved.insert(moved.remove(at: number), at: target)
    try setPatterns(moved, selected: Self.place(of: selected, moving: number, to: target))
  }

  /// The new index of element `index` after the one at `number` was moved to `target`.
  static func place(of index: Int, moving number: Int, to target: Int) -> Int {
    if index == number { return target }
    let without = index > number ? index - 1 : index
    return without >= target ? without + 1 : without
  }
}
