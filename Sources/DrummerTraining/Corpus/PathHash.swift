import MusicalTime

/// A hash of a path that is the same on every machine: 64-bit FNV-1a (Fowler, Noll and Vo) with the
/// SplitMix64 finaliser (Steele, Lea and Flood).
struct PathHash: Comparable {
  private let value: UInt64

  init(_ path: String) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in path.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    value = mixed(hash)
  }

  /// True for one path in ten.
  var isValidation: Bool { value % 10 == 0 }

  static func < (a: PathHash, b: PathHash) -> Bool { a.value < b.value }
}
