import MusicalTime
import Testing

@testable import ALSASequencer

@Suite struct PumpPaceTests {
  private func pace(
    isActive: Bool = false, isAttentive: Bool = false, restSeconds: Int64
  ) -> Int32 {
    PumpPace(
      isActive: isActive, isAttentive: isAttentive,
      rest: HostTime.Interval(nanoseconds: restSeconds * 1_000_000_000)
    ).milliseconds
  }

  @Test func `after a long pause the first note of a JACK device is sent without delay`() {
    #expect(pace(restSeconds: 3_600) == 20)
    #expect(pace(isAttentive: true, restSeconds: 3_600) == 1)
    #expect(pace(isActive: true, restSeconds: 3_600) == 1)
    #expect(pace(restSeconds: 4) == 1)
  }
}
