import GhostnoteTesting
import Testing

@testable import ControlSocket

/// Bytes on their way to a client that takes them as it likes.
@Suite struct SendQueueTests {
  /// A client that takes `room` bytes a time and keeps them; what it has no room for waits.
  private struct Client {
    var taken: [UInt8] = []
    var room: [Int]

    mutating func take(_ offered: UnsafeRawBufferPointer) -> Int {
      guard !room.isEmpty else { return -1 }
      let count = min(room.removeFirst(), offered.count)
      unsafe taken += offered.prefix(count)
      return count
    }
  }

  private static func drain(_ queue: inout SendQueue, into client: inout Client) -> Int {
    unsafe queue.drain { unsafe client.take($0) }
  }

  @Test func `pieces leave in order, whatever the client takes at a time`() {
    var queue = SendQueue()
    queue.append([1, 2, 3])
    queue.append([])
    queue.append([4])
    queue.append([5, 6])
    var client = Client(room: [2, 0])
    let stopped = Self.drain(&queue, into: &client)
    #expect(stopped == 0 && client.taken == [1, 2] && queue.byteCount == 4)
    client.room = [9, 9, 9]
    let last = Self.drain(&queue, into: &client)
    #expect(last == 2 && client.taken == [1, 2, 3, 4, 5, 6])
    #expect(queue.isEmpty && queue.byteCount == 0)
  }

  @Test func `the client's error is passed on, and nothing is lost by it`() {
    var queue = SendQueue()
    queue.append([1, 2])
    var client = Client(room: [])
    #expect(Self.drain(&queue, into: &client) == -1)
    #expect(queue.byteCount == 2)
    client.room = [5]
    _ = Self.drain(&queue, into: &client)
    #expect(client.taken == [1, 2])
  }

  @Test func `an empty queue asks for nothing`() {
    var queue = SendQueue()
    var client = Client(room: [7])
    #expect(Self.drain(&queue, into: &client) == 0 && client.room == [7])
    let isDropped = queue.dropOldest()
    #expect(!isDropped)
  }

  @Test func `a piece that was begun is never dropped`() {
    var queue = SendQueue()
    for piece in [[1, 1], [2, 2, 2], [3]] as [[UInt8]] { queue.append(piece) }
    var client = Client(room: [1])
    _ = Self.drain(&queue, into: &client)
    let dropped = [queue.dropOldest(), queue.dropOldest(), queue.dropOldest()]
    #expect(dropped == [true, true, false] && queue.byteCount == 1)
    client.room = [9]
    _ = Self.drain(&queue, into: &client)
    #expect(client.taken == [1, 1] && queue.isEmpty)
  }

  /// A queue as a list of pieces, of which the first may have been begun.
  private struct Listed {
    var pieces: [[UInt8]] = []
    var isBegun = false

    mutating func send(_ count: Int) {
      var left = count
      while left > 0, !pieces.isEmpty {
        let sent = min(left, pieces[0].count)
        pieces[0].removeFirst(sent)
        left -= sent
        isBegun = !pieces[0].isEmpty
        if !isBegun { pieces.removeFirst() }
      }
    }

    mutating func drop() -> Bool {
      let index = isBegun ? 1 : 0
      guard index < pieces.count else { return false }
      pieces.remove(at: index)
      return true
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `it is a list of pieces, over thousands of them`(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    var (queue, listed) = (SendQueue(), Listed())
    var number: UInt8 = 0
    for _ in 0..<600 {
      switch Int.random(in: 0..<6, using: &chance) {
      case 0, 1, 2:
        let count = Int.random(in: 1...5, using: &chance)
        number &+= 1
        let piece = [UInt8](repeating: number, count: count)
        queue.append(piece)
        listed.pieces.append(piece)
      case 3:
        let isDropped = queue.dropOldest()
        #expect(isDropped == listed.drop())
      default:
        let room = (0..<4).map { _ in Int.random(in: 1...6, using: &chance) }
        let before = Array(listed.pieces.joined())
        var client = Client(room: room)
        _ = Self.drain(&queue, into: &client)
        #expect(client.taken == Array(before.prefix(client.taken.count)))
        #expect(client.room.isEmpty || queue.isEmpty)
        listed.send(client.taken.count)
      }
      #expect(queue.byteCount == listed.pieces.joined().count)
    }
  }
}
