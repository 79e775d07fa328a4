extension QRCode.Matrix {
  /// How hard the code is to read: long runs, squares, what looks like a finder, an unequal share of dark
  /// (ISO/IEC 18004, 7.8.3).
  var penalty: Int {
    let rows = (0..<size).map { row in (0..<size).map { self[$0, row] } }
    let columns = (0..<size).map { column in (0..<size).map { self[column, $0] } }
    let lines = (rows + columns).reduce(0) { $0 + Self.runs(in: $1) + Self.finders(in: $1) }
    return lines + squares + balance
  }

  /// Runs of five and more.
  private static func runs(in line: [Bool]) -> Int {
    var (sum, length) = (0, 0)
    for (index, dark) in line.enumerated() {
      length = index > 0 && dark == line[index - 1] ? length + 1 : 1
      sum += length == 5 ? 3 : length > 5 ? 1 : 0
    }
    return sum
  }

  /// Dark and light as 1:1:3:1:1, with four light modules on either side.
  private static func finders(in line: [Bool]) -> Int {
    let finder = [true, false, true, true, true, false, true]
    let light = [Bool](repeating: false, count: 4)
    return line.indices.dropLast(10).reduce(0) { sum, start in
      let part = Array(line[start..<start + 11])
      return sum + (part == finder + light ? 40 : 0) + (part == light + finder ? 40 : 0)
    }
  }

  private var squares: Int {
    (0..<size - 1).reduce(0) { sum, row in
      sum
        + 3
        * (0..<size - 1).count { column in
          let dark = self[column, row]
          return dark == self[column + 1, row] && dark == self[column, row + 1]
            && dark == self[column + 1, row + 1]
        }
    }
  }

  /// 10 for each 5 % away from one half.
  private var balance: Int {
    let dark = (0..<size * size).count { self[$0 % size, $0 / size] }
    return abs(20 * dark - 10 * size * size) / (size * size) * 10
  }
}
