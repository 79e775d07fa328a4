import Rhythm

extension Patch {
  /// The memory of its patterns, lanes, steps and sections, in bytes, that it does not share with `other`.
  ///
  /// Lists of one history share their memory until one of them is changed.
  func bytesApart(from other: Patch) -> Int {
    Self.bytesApart(song.sections, other.song.sections) { _, _ in 0 }
      + Self.bytesApart(patterns, other.patterns) { pattern, other in
        Self.bytesApart(pattern.lanes, other?.lanes ?? []) { lane, other in
          Self.bytesApart(lane.steps, other?.steps ?? []) { _, _ in 0 }
        }
      }
  }

  /// That of a list, with `content` of each element beside the one in the same place.
  private static func bytesApart<Element>(
    _ list: [Element], _ other: [Element], _ content: (Element, Element?) -> Int
  ) -> Int {
    let isShared = unsafe list.withUnsafeBufferPointer { list in
      unsafe other.withUnsafeBufferPointer { unsafe list.baseAddress == $0.baseAddress }
    }
    guard !isShared else { return 0 }
    let own = list.count * MemoryLayout<Element>.stride
    return list.enumerated().reduce(own) { total, place in
      total + content(place.element, place.offset < other.count ? other[place.offset] : nil)
    }
  }
}
