import Commands
import Control
import MusicalTime
import Testing

@Suite struct LossNewsTests {
  private var news = LossNews()

  private mutating func line(_ loss: Loss, _ total: Int64, at seconds: Double) -> String? {
    news.line(about: loss, total: total, at: HostTime(nanoseconds: Int64(seconds * 1e9)))
  }

  @Test mutating func `a loss is told when it begins, then at most every five seconds`() {
    #expect(line(.xruns, 0, at: 0) == nil)
    #expect(
      line(.xruns, 2, at: 1)
        == "audio: 2 xruns, 2 in all: `ghostnote doctor` looks for what delays the sound")
    #expect(line(.xruns, 9, at: 1.02) == nil)
    #expect(line(.xruns, 12, at: 6)?.hasPrefix("audio: 10 xruns, 12 in all") == true)
    #expect(line(.xruns, 12, at: 60) == nil)
  }

  @Test mutating func `one kind of loss does not hide another`() {
    for loss in Loss.allCases { #expect(line(loss, 1, at: 1) != nil, "\(loss)") }
  }
}
