import RealTime
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct LatestValueTests {
  /// Wide enough that a torn read would mix two values.
  private struct Chord: BitwiseCopyable {
    var notes: InlineArray<16, Int>
    init(_ number: Int) { notes = InlineArray(repeating: number) }
    var isWhole: Bool { notes.indices.allSatisfy { notes[$0] == notes[0] } }
  }

  @Test func `a value is never torn and never older than one already seen`() {
    let cell = LatestValue(Chord(0))
    var reader = cell.reader
    let writer = Moved(cell.writer)
    let writing = OtherThread {
      for number in 1...300_000 { writer.half.publish(Chord(number)) }
    }
    var torn = 0
    var backward = 0
    var last = 0
    while last < 300_000 {
      let chord = reader.latest()
      if chord.notes[0] == last { sched_yield() }
      if !chord.isWhole { torn += 1 }
      if chord.notes[0] < last { backward += 1 }
      last = chord.notes[0]
    }
    writing.join()
    #expect(torn == 0)
    #expect(backward == 0)
  }

  @Test func `the latest value stays until another is published`() {
    let cell = LatestValue(1)
    var reader = cell.reader
    var writer = cell.writer
    #expect(reader.latest() == 1)
    #expect(reader.latest() == 1)
    for value in 2...9 {
      writer.publish(value)
      if value % 3 == 0 {
        #expect(reader.latest() == value)
        #expect(reader.latest() == value)
      }
    }
  }
}
