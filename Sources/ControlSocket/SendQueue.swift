/// Bytes that wait to be sent, in pieces that are kept or dropped whole.
struct SendQueue {
  private var pieces: [[UInt8]] = []
  private var first = 0
  /// Bytes of the first piece that were sent.
  private var sent = 0
  /// Bytes that wait.
  private(set) var byteCount = 0

  var isEmpty: Bool { byteCount == 0 }

  mutating func append(_ piece: [UInt8]) {
    guard !piece.isEmpty else { return }
    pieces.append(piece)
    byteCount += piece.count
  }

  /// Calls `send` with what comes next until it takes less than it was offered; returns its last result.
  @discardableResult mutating func drain(_ send: (UnsafeRawBufferPointer) -> Int) -> Int {
    var result = 0
    while !isEmpty {
      result = unsafe pieces[first].withUnsafeBytes {
        unsafe send(UnsafeRawBufferPointer(rebasing: $0[sent...]))
      }
      guard result > 0 else { return result }
      drop(result)
    }
    return result
  }

  /// Forgets the oldest piece that was not begun; false where there is none.
  mutating func dropOldest() -> Bool {
    let index = sent > 0 ? first + 1 : first
    guard index < pieces.count else { return false }
    byteCount -= pieces.remove(at: index).count
    return true
  }

  private mutating func drop(_ count: Int) {
    byteCount -= count
    sent += count
    guard sent == pieces[first].count else { return }
    pieces[first] = []
    first += 1
    sent = 0
    if first == pieces.count || first > 64 {
      pieces.removeFirst(first)
      first = 0
    }
  }
}
