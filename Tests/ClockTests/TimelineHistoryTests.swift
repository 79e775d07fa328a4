import Clock
import MusicalTime
import Testing

@Suite struct TimelineHistoryTests {
  private static func line(from frame: Int64) -> Timeline {
    Timeline(
      tempo: .standard, sampleRate: .standard, beatOrigin: Beats(frame),
      frameOrigin: Frame(index: frame))
  }

  @Test func `each frame finds the line in force then, sixteen lines back`() {
    var history = TimelineHistory(Self.line(from: 0))
    for number in 1...40 {
      history.append(Self.line(from: Int64(number) * 10))
      for frame in 0..<Int64(number) * 10 + 20 {
        let newest = min(Int64(number), frame / 10)
        let oldest = max(0, Int64(number) - 15)
        let expected = Self.line(from: max(newest, oldest) * 10)
        #expect(history.line(at: Frame(index: frame)) == expected)
      }
    }
  }

  @Test func `it is full while the next line would push out one still heard`() {
    var history = TimelineHistory(Self.line(from: 0))
    for number in 1...14 { history.append(Self.line(from: Int64(number) * 10)) }
    #expect(!history.isFull(at: Frame(index: 0)))
    history.append(Self.line(from: 150))
    #expect(history.isFull(at: Frame(index: 9)))
    #expect(!history.isFull(at: Frame(index: 10)))
  }

  @Test func `a reset forgets all but one line`() {
    var history = TimelineHistory(Self.line(from: 0))
    for number in 1...5 { history.append(Self.line(from: Int64(number))) }
    history.reset(to: Self.line(from: 100))
    #expect(history.line(at: Frame(index: 3)) == Self.line(from: 100))
    #expect(history.current == Self.line(from: 100))
  }
}
