import Rhythm

/// The exclusive classes of a kit's drums, and the control lines that choke as they do.
struct HydrogenChoking {
  /// What a kit says of a drum.
  struct Member {
    var key: UInt8
    /// Instruments in one group cut each other off.
    var group: Int?
    /// Whether a new note of it ends the one before.
    var stopsItself: Bool
  }

  /// The class of each drum, in order; 0 for none.
  let classes: [UInt16]
  /// A line for each drum that chokes others.
  let lines: [String]
  /// The number of drums that are to end their own notes, and have no class left.
  let unstoppedCount: Int

  /// The class of hi-hats that the kit puts in no group.
  private static let hats: UInt16 = 127

  /// Numbers the groups of several drums, and the drums that end their own notes, in the order of
  /// `members`. A drum alone in its group chokes nothing in Hydrogen, and has none here.
  init(_ members: [Member]) {
    let groups = Dictionary(grouping: members.filter { $0.group != nil }) { $0.group ?? 0 }
      .filter { $0.value.count > 1 }
    var known: [Int: UInt16] = [:]
    var next: UInt16 = 1
    var unstopped = 0
    func new() -> UInt16 {
      defer { next += 1 }
      return next
    }
    classes = members.map { member in
      if let group = member.group, groups[group] != nil {
        let number = known[group] ?? new()
        known[group] = number
        return number
      }
      if member.stopsItself {
        if next < Self.hats { return new() }
        unstopped += 1
      }
      return member.group == nil && [42, 44, 46].contains(member.key) ? Self.hats : 0
    }
    unstoppedCount = unstopped
    lines = groups.sorted { $0.key < $1.key }.flatMap { group, members in
      members.compactMap { Drum(note: $0.key) }.map { "choke \($0.name) group\(group)" }
    }
  }
}
