import CJACK
import Synchronization
import Testing

@testable import JACKClient

/// libjack may call us for a client with which it hung, while another client plays.
@Suite struct ClientCallbacksTests {
  private static func callAll(_ client: ClientCallbacks) {
    let argument = unsafe Unmanaged.passUnretained(client).toOpaque()
    unsafe serverDied(jack_status_t(0), "gone", argument)
    _ = unsafe xrunHappened(argument)
    _ = unsafe periodChanged(64, argument)
    _ = unsafe rateChanged(96_000, argument)
    unsafe freewheelChanged(1, argument)
    unsafe portRegistered(7, 1, argument)
    unsafe portsConnected(7, 8, 1, argument)
    unsafe clientRegistered("other", 0, argument)
  }

  @Test func `callbacks of an abandoned client leave the next one as it is`() throws {
    let nowhere = try unsafe #require(UnsafeMutableRawPointer(bitPattern: 16))
    let shared = unsafe SharedState(audioCount: 0, handler: { _, _ in }, context: nowhere)
    shared.change { $0.isTimebase = true }
    let hung = ClientCallbacks(of: shared)
    Self.callAll(hung)
    shared.abandonClient()
    shared.setRate(48_000)
    let next = ClientCallbacks(of: shared)

    Self.callAll(hung)
    let silence = shared.collectNotifications()
    #expect(silence.downReason == nil && silence.period == nil && silence.sampleRate == nil)
    #expect(!silence.isGraphChanged && !silence.hasClientLeft && silence.registered.isEmpty)
    #expect(shared.xruns.load(ordering: .relaxed) == 1)
    #expect(shared.sampleRate.load(ordering: .relaxed) == 48_000)
    #expect(unsafe !shared.state.pointee.isFreewheeling.load(ordering: .relaxed))

    Self.callAll(next)
    let news = shared.collectNotifications()
    #expect(news.downReason == "gone" && news.period == 64 && news.sampleRate == 96_000)
    #expect(news.isGraphChanged && news.hasClientLeft && news.registered == [7])
    #expect(shared.xruns.load(ordering: .relaxed) == 2)
    #expect(unsafe shared.state.pointee.isFreewheeling.load(ordering: .relaxed))
  }
}
