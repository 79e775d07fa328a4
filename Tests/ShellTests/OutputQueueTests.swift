import Testing

@testable import Shell

@Suite struct OutputQueueTests {
  private func drained(_ queue: OutputQueue) -> [OutputQueue.Piece] {
    var queue = queue
    var pieces: [OutputQueue.Piece] = []
    while let piece = queue.next() { pieces.append(piece) }
    return pieces
  }

  @Test func `output within the limit is written in order`() {
    var queue = OutputQueue(limit: 1_000)
    for piece in [OutputQueue.Piece.text("a\n"), .report("b\n"), .enter, .text("c\n")] {
      queue.append(piece)
    }
    #expect(drained(queue) == [.text("a\n"), .report("b\n"), .enter, .text("c\n")])
    #expect(queue.droppedLines == 0)
  }

  @Test func `only the last drawing is kept, and replaced ones are not counted as lost`() {
    var queue = OutputQueue(limit: 10)
    queue.append(.drawing(["x..."]))
    queue.append(.text("reply\n"))
    for step in 0..<1_000 { queue.append(.drawing(["step \(step)"])) }
    #expect(drained(queue) == [.text("reply\n"), .drawing(["step 999"])])
    #expect(queue.droppedLines == 0)
  }

  @Test func `reports are dropped for text, and each lost line is counted`() {
    var queue = OutputQueue(limit: 12)
    queue.append(.report("beat1\n"))
    queue.append(.report("beat2\n"))
    queue.append(.report("beat3\n"))
    queue.append(.text("a\nb\n"))
    #expect(drained(queue) == [.text("a\nb\n")])
    #expect(queue.droppedLines == 3)
  }

  @Test func `if text fills the queue the earliest stays, and the rest is counted once`() {
    var queue = OutputQueue(limit: 8)
    queue.append(.text("first\n"))
    queue.append(.text("a\nb\nc\n"))
    queue.append(.text("d\n"))
    #expect(queue.droppedLines == 3)
    #expect(queue.takeDroppedLines() == 0)
    #expect(queue.next() == .text("first\n"))
    #expect(queue.next() == .text("d\n"))
    #expect(queue.takeDroppedLines() == 3)
    #expect(queue.takeDroppedLines() == 0)
  }

  @Test func `hours of a stalled terminal take no more than the limit`() {
    for piece in [OutputQueue.Piece.enter, .anew] {
      var queue = OutputQueue(limit: 1_000)
      for step in 0..<10_000 {
        queue.append(piece)
        queue.append(.drawing(["step \(step)"]))
        if step.isMultiple(of: 3) { queue.append(.text("reply\n")) }
      }
      let pieces = drained(queue)
      #expect(pieces.count <= 200, "\(piece)")
      // What makes no lines is not counted as lines.
      let replies = pieces.count { $0 == .text("reply\n") }
      #expect(queue.droppedLines + replies == 3_334, "\(piece)")
    }
  }

  @Test func `to start below is said once, whatever is drawn meanwhile`() {
    var queue = OutputQueue(limit: 1_000)
    for step in 0..<9 {
      queue.append(.anew)
      queue.append(.drawing(["step \(step)"]))
    }
    #expect(drained(queue) == [.anew, .drawing(["step 8"])])
  }
}
