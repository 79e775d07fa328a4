import Rhythm

extension Patch {
  /// The memory of its longest lists, in bytes, that it does not share with `other`.
  func bytesApart(from other: Patch) -> Int {
    Self.bytesApart(patterns, other.patterns)
      + Self.bytesApart(song.sections, other.song.sections)
  }

  /// Lists of one history share their memory until one of them is changed.
  private static func bytesApart<Element>(_ list: [Element], _ other: [Element]) -> Int {
    let isShared = unsafe list.withUnsafeBufferPointer { list in
      unsafe other.withUnsafeBufferPointer { unsafe list.baseAddress == $0.baseAddress }
    }
    return isShared ? 0 : list.count * MemoryLayout<Element>.stride
  }
}
