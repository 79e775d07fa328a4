import Rhythm

extension Song {
  /// The number that section `number` has in `other`, an edited copy; nil where it was taken out.
  func place(of number: Int, in other: Song) -> Int? {
    let (count, otherCount) = (sections.count, other.sections.count)
    guard sections.indices.contains(number) else { return nil }
    let most = min(count, otherCount)
    let before = (0..<most).first { sections[$0] != other.sections[$0] } ?? most
    if number < before { return number }
    let behind =
      (0..<most - before).first {
        sections[count - 1 - $0] != other.sections[otherCount - 1 - $0]
      } ?? most - before
    if number >= count - behind { return number + otherCount - count }
    let changed = before..<otherCount - behind
    let (same, alike) = (
      changed.first { other.sections[$0] == sections[number] },
      changed.first { other.sections[$0].pattern == sections[number].pattern }
    )
    if let moved = same ?? alike { return moved }
    return count == otherCount ? number : nil
  }
}
