/// Repeated measurements of one quantity.
struct Sample {
  private let sorted: [Double]

  init(_ values: [Double]) { sorted = values.sorted() }

  var count: Int { sorted.count }
  var minimum: Double { sorted.first ?? .nan }
  var maximum: Double { sorted.last ?? .nan }
  var median: Double { sorted.isEmpty ? .nan : sorted[sorted.count / 2] }
  var mean: Double { sorted.reduce(0, +) / Double(sorted.count) }

  /// The standard deviation.
  var deviation: Double {
    let mean = mean
    let squares = sorted.map { ($0 - mean) * ($0 - mean) }
    return (squares.reduce(0, +) / Double(sorted.count)).squareRoot()
  }
}

/// The words of a judge's report, and the numbers after them.
struct Report {
  let text: String
  private let words: [Substring]

  init(_ text: String) {
    self.text = text
    words = text.split { $0 == " " || $0 == "\n" || $0 == "\t" }
  }

  /// The number after the last `name`.
  func number(_ name: String) throws -> Double {
    guard let place = words.lastIndex(of: name[...]), place + 1 < words.count,
      let number = Double(words[place + 1])
    else { throw Failure("no \(name) in: \(text.suffix(300))") }
    return number
  }

  /// The word after the last `name`.
  func word(_ name: String) throws -> String {
    guard let place = words.lastIndex(of: name[...]), place + 1 < words.count else {
      throw Failure("no \(name) in: \(text.suffix(300))")
    }
    return String(words[place + 1])
  }
}
