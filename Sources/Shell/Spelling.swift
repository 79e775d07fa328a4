/// Finds what was probably meant.
public enum Spelling {
  /// The word nearest to `word` by letters changed, left out, added or swapped; nil when none is near. More of a
  /// word's letters are the same than are not.
  public static func nearest(to word: String, among words: [String]) -> String? {
    let wanted = Array(word.lowercased().prefix(64))
    let farthest = max(1, (wanted.count + 1) / 3)
    let near = words.compactMap { word -> (word: String, distance: Int)? in
      let letters = Array(word.lowercased())
      let most = min(farthest, (max(wanted.count, letters.count) - 1) / 2)
      // Each letter more or less counts one: most of many names need no more than this comparison.
      guard !letters.isEmpty, abs(letters.count - wanted.count) <= most else { return nil }
      let distance = Self.distance(wanted, letters)
      return distance > most ? nil : (word, distance)
    }
    return near.min { $0.distance < $1.distance }?.word
  }

  /// The edit distance of two words (optimal string alignment).
  static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var previous: [Int] = []
    var row = Array(0...b.count)
    for i in a.indices {
      var next = [i + 1]
      for j in b.indices {
        let substituted = row[j] + (a[i] == b[j] ? 0 : 1)
        var best = min(substituted, row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, previous[j - 1] + 1)
        }
        next.append(best)
      }
      (previous, row) = (row, next)
    }
    return row[b.count]
  }
}
