import RealTime
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct RingTests {
  // A full or empty ring may cost a busy machine's time slice: a small one is crossed by fewer.
  @Test(arguments: [(16, 20_000), (4_096, 1_000_000)])
  func `many items cross between two threads in order and none is lost`(capacity: Int, count: Int) {
    let ring = Ring<Int>(minimumCapacity: capacity)
    var reader = ring.reader
    let writer = Moved(ring.writer)
    let writing = OtherThread {
      var next = 0
      while next < count {
        if writer.half.push(next) { next += 1 } else { sched_yield() }
      }
    }
    var expected = 0
    var disordered = 0
    while expected < count {
      guard let item = reader.pop() else {
        sched_yield()
        continue
      }
      if item != expected { disordered += 1 }
      expected += 1
    }
    writing.join()
    let surplus = reader.pop()
    #expect(disordered == 0)
    #expect(surplus == nil)
  }

  @Test(arguments: [(0, 2), (1, 2), (2, 2), (3, 4), (4, 4), (5, 8), (1_000, 1_024)])
  func `a ring accepts exactly its capacity, the next power of two`(asked: Int, given: Int) {
    let ring = Ring<Int>(minimumCapacity: asked)
    var reader = ring.reader
    var writer = ring.writer
    for _ in 0..<3 {
      var taken = 0
      while writer.push(taken) { taken += 1 }
      #expect(taken == given)
      let oldest = reader.peek()
      #expect(oldest == 0)
      var given: [Int] = []
      while let item = reader.pop() { given.append(item) }
      #expect(given == Array(0..<taken))
      let none = reader.peek()
      #expect(none == nil)
    }
  }

  @Test func `what is left in a ring is handed over in order by draining it`() {
    let ring = Ring<Int>(minimumCapacity: 4)
    var reader = ring.reader
    var writer = ring.writer
    for number in 0..<4 { writer.push(number) }
    let first = reader.pop()
    #expect(first == 0)
    var left: [Int] = []
    reader.drain { left.append($0) }
    #expect(left == [1, 2, 3])
  }

  @Test func `either half may be destroyed first`() {
    func dropWriter() -> Int? {
      let ring = Ring<Int>(minimumCapacity: 2)
      var reader = ring.reader
      do {
        var writer = ring.writer
        writer.push(7)
      }
      return reader.pop()
    }
    func dropReader() -> Bool {
      let ring = Ring<Int>(minimumCapacity: 2)
      var writer = ring.writer
      do {
        var reader = ring.reader
        _ = reader.pop()
      }
      return writer.push(1)
    }
    #expect(dropWriter() == 7)
    #expect(dropReader())
  }
}
