import GhostnoteTesting
import MusicalTime
import RealTime
import Rhythm
import Testing

@testable import Playback

/// Orders to the engine, and what it lets the control side know.
@Suite struct ControlLinkTests {
  /// An engine's side of the link with the control's ends of it.
  private final class Desk {
    var link: ControlLink
    var orders: RingWriter<EngineMessage>
    var feed: RingReader<FeedEvent>
    private var published: LatestReader<EngineStatus>

    init(feed capacity: Int = 2_048) {
      let orders = Ring<EngineMessage>(minimumCapacity: 16)
      let feed = Ring<FeedEvent>(minimumCapacity: capacity)
      let latest = LatestValue(EngineStatus())
      self.orders = orders.writer
      self.feed = feed.reader
      published = latest.reader
      link = ControlLink(orders: orders.reader, feed: feed.writer, published: latest.writer)
    }

    func status() -> EngineStatus { published.latest() }

    /// The kinds of what the control side reads: `h` a hit, `p` a program.
    func read() -> String {
      var kinds = ""
      while let event = feed.pop() {
        if case .hit = event { kinds += "h" } else { kinds += "p" }
      }
      return kinds
    }
  }

  private static let hit = FeedEvent.hit(
    drum: 0, velocity: 100, beat: .zero, time: HostTime(nanoseconds: 0), by: .pattern)

  @Test func `an order stays until it is carried out, and is counted then`() {
    let desk = Desk()
    desk.orders.push(.play)
    desk.orders.push(.stop)
    func next() -> String {
      switch desk.link.nextOrder() {
      case .play: "play"
      case .stop: "stop"
      case nil: "-"
      default: "?"
      }
    }
    var seen = [next(), next()]
    desk.link.publish(EngineStatus())
    var done = [desk.status().messagesDone]
    for _ in 0..<2 {
      desk.link.hasCarriedOut()
      seen.append(next())
    }
    desk.link.publish(EngineStatus())
    done.append(desk.status().messagesDone)
    #expect(seen == ["play", "play", "stop", "-"] && done == [0, 2])
  }

  @Test func `how the engine stands is published as it is, but for the count of orders`() {
    let desk = Desk()
    var status = EngineStatus()
    status.messagesDone = 99
    status.isRolling = true
    desk.link.publish(status)
    let found = desk.status()
    #expect(found.isRolling && found.messagesDone == 0)
    let own = desk.link.status.isRolling
    #expect(own)
  }

  @Test func `hits to look at leave room for what asks for something`() {
    let desk = Desk()
    for _ in 0..<2_000 { desk.link.report(Self.hit) }
    let dropped = desk.link.droppedEvents
    #expect(dropped == 2_000 - 1_024)
    for _ in 0..<1_024 { desk.link.report(.program(3)) }
    let kept = desk.link.droppedEvents
    #expect(kept == dropped, "there is room for all of these")
    desk.link.report(.program(3))
    let full = desk.link.droppedEvents
    #expect(full == dropped + 1)
    #expect(
      desk.read() == String(repeating: "h", count: 1_024) + String(repeating: "p", count: 1_024))
    desk.link.report(Self.hit)
    #expect(desk.read() == "h")
  }
}
