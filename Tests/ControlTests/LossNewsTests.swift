import Commands
import Control
import MusicalTime
import Testing

@Suite struct LossNewsTests {
  private var news = LossNews()

  private mutating func line(_ loss: Loss, _ total: Int64, at seconds: Double) -> String? {
    news.line(about: loss, total: total, at: HostTime(nanoseconds: Int64(seconds * 1e9)))
  }

  @Test mutating func `a loss is reported when it begins, and once more while it goes on`() {
    #expect(line(.xruns, 0, at: 0) == nil)
    #expect(
      line(.xruns, 2, at: 1)
        == "audio: 2 xruns, 2 in all: `ghostnote doctor` looks for what delays the sound")
    #expect(line(.xruns, 9, at: 1.02) == nil)
    #expect(line(.xruns, 12, at: 6)?.hasPrefix("audio: 10 xruns, 12 in all") == true)
    #expect(line(.xruns, 12, at: 60) == nil)
  }

  @Test mutating func `a loss that goes on is reported ever more rarely, and a new one at once`() {
    let reported = (0..<36_000).filter { line(.xruns, Int64($0) + 1, at: Double($0) / 10) != nil }
    #expect(reported.count <= 13, "\(reported)")
    #expect(reported.prefix(4) == [0, 50, 150, 350])
    // What is left, nothing for a quarter of an hour, then again.
    #expect(line(.xruns, 36_000, at: 3_700) != nil)
    #expect(line(.xruns, 36_000, at: 4_500) == nil)
    #expect(line(.xruns, 36_001, at: 4_501) != nil)
    #expect(line(.xruns, 36_002, at: 4_506) != nil)
  }

  @Test mutating func `one kind of loss does not hide another`() {
    for loss in Loss.allCases { #expect(line(loss, 1, at: 1) != nil, "\(loss)") }
  }
}
