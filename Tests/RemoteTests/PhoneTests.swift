import Commands
import ControlSocket
import Foundation
import GhostnoteTesting
import MusicalTime
import NIOCore
import Testing

@testable import Remote

/// Phones, as the server has them.
@Suite(.serialized) struct PhoneTests {
  private func phone(_ bench: Bench, _ name: String, token: String = "new") throws -> (
    WebSocketClient, token: String
  ) {
    let phone = try WebSocketClient(port: bench.port, path: "/seat")
    phone.send("join \(token) \(name)")
    let own = try #require(phone.text { $0.contains(#""own""#) })
    let found = try #require(own.firstMatch(of: #/"token":"([0-9a-f]{32})"/#)?.output.1)
    return (phone, String(found))
  }

  private func now() -> Int64 { PhoneHub.now.nanoseconds }

  /// Lines of the session once there are `count`.
  private func lines(_ bench: Bench, _ count: Int) -> [String] {
    for _ in 0..<400 where bench.lines.value.count < count { usleep(20_000) }
    return bench.lines.value
  }

  /// Waits until strikes arrive: the connection to the session is there by then.
  private func ready(_ phone: WebSocketClient) { _ = phone.text { $0 == #"{"session":true}"# } }

  @Test func `a phone strikes the drum of its seat at the time of the gesture`() throws {
    let bench = try Bench()
    let (ada, _) = try phone(bench, "Ada")
    ready(ada)
    let (bob, _) = try phone(bench, "Bob")
    let time = now() - 20_000_000
    ada.send("hit 90 \(time) 40")
    _ = lines(bench, 1)
    bob.send("hit 127 \(time)")
    #expect(lines(bench, 2) == ["hit kick 90 at \(time) after 40", "hit snare 127 at \(time)"])
    #expect(bench.isWell())
  }

  @Test func `a phone that is cut off has its seat again`() throws {
    let bench = try Bench()
    let (ada, token) = try phone(bench, "Ada")
    let stage = try WebSocketClient(port: bench.port)
    stage.send("!phones")
    #expect(stage.text { $0.contains(#""name":"Ada""#) && $0.contains(#""state":"here""#) } != nil)
    ada.raw.end()
    #expect(stage.text { $0.contains(#""state":"lost""#) } != nil)
    let (again, same) = try phone(bench, "Ada", token: token)
    #expect(same == token)
    #expect(stage.text { $0.contains(#""state":"here""#) && !$0.contains("lost") } != nil)
    ready(again)
    again.send("hit 50 \(now())")
    #expect(lines(bench, 1).first?.hasPrefix("hit kick 50 at ") == true)
  }

  @Test func `the eighth waits, and is given the seat of who leaves`() throws {
    let bench = try Bench()
    let seven = try (1...7).map { try phone(bench, "Player \($0)").0 }
    let (eighth, _) = try phone(bench, "Eight")
    eighth.send("hit 90 \(now())")
    seven[3].send("leave")
    #expect(eighth.text { $0.contains(#""own""#) && $0.contains(#""drum":"crash""#) } != nil)
    ready(seven[0])
    eighth.send("hit 91 \(now())")
    let lines = lines(bench, 1)
    #expect(lines.count == 1 && lines[0].hasPrefix("hit crash 91 "), "\(lines)")
  }

  @Test
  func `who waits is given a lost phone's seat when its time is over, without anybody's doing`()
    throws
  {
    var limits = RemoteLimits()
    (limits.seats, limits.seatPatienceWithGuests) = (1, .milliseconds(400))
    let bench = try Bench(limits: limits)
    let (ada, _) = try phone(bench, "Ada")
    let (bob, _) = try phone(bench, "Bob")
    ada.raw.end()
    #expect(bob.text { $0.contains(#""own""#) && $0.contains(#""drum":"kick""#) } != nil)
    withExtendedLifetime(bench) {}
  }

  @Test func `a phone that commands is refused, and the session hears nothing of it`() throws {
    let bench = try Bench(.admin)
    let (ada, _) = try phone(bench, "Ada")
    ready(ada)
    let attacks = [
      "stop", "save x", "quit", "@1 play", "watch state", "hit kick 90", "hit 90", "hit 0 1",
      "hit 128 1",
      "hit 90 1 9999", "hit 90 -5", "hit 90 99999999999999999999", "hit 90 1 2 3", "drum nothing",
      "hit 90 1\nquit", "", " ", "\u{0}", "!listen", "join \u{202E}",
    ]
    for attack in attacks.prefix(18) {
      ada.send(attack)
      #expect(ada.text { $0.contains(#""refused""#) } != nil, "\(attack)")
    }
    #expect(bench.lines.value.isEmpty)
    ada.send("name \"; quit; \n quit")
    ada.send("hit 64 \(now())")
    #expect(lines(bench, 1).count == 1)
    #expect(bench.lines.value.allSatisfy { $0.wholeMatch(of: #/hit kick 64 at \d+/#) != nil })
    #expect(bench.isWell())
  }

  @Test func `a phone that only sends garbage is closed, and so is one that floods changes`() throws
  {
    let bench = try Bench()
    let garbage = try phone(bench, "Ada").0
    for _ in 0..<60 { garbage.send("garbage") }
    #expect(garbage.closingCode() == 1008)
    let changing = try phone(bench, "Bob").0
    for index in 0..<200 { changing.send("name \(index)") }
    // What it sent after that is not read, and may take the reason with it.
    #expect([0, 1008].contains(changing.closingCode()))
    let asking = try phone(bench, "Cy").0
    for index in 0..<500 { asking.send("!sync \(index)") }
    #expect([0, 1008].contains(asking.closingCode()))
    #expect(bench.isWell())
  }

  @Test func `ten thousand strikes are a few strikes, and the other phones play on`() throws {
    let bench = try Bench()
    let (flooding, _) = try phone(bench, "Ada")
    ready(flooding)
    let (other, _) = try phone(bench, "Bob")
    let start = Date()
    for _ in 0..<10_000 { flooding.send("hit 10 \(now())") }
    other.send("hit 99 \(now())")
    for _ in 0..<400 where !bench.lines.value.contains(where: { $0.hasPrefix("hit snare 99 ") }) {
      usleep(20_000)
    }
    let seconds = Date().timeIntervalSince(start)
    let lines = bench.lines.value
    #expect(lines.contains { $0.hasPrefix("hit snare 99 ") })
    #expect(Double(lines.count) <= 20 + 40 * (seconds + 1), "\(lines.count) in \(seconds) s")
    #expect(bench.isWell())
  }

  @Test func `stamps from the past and the future are struck now`() throws {
    let bench = try Bench()
    let (ada, _) = try phone(bench, "Ada")
    ready(ada)
    let before = now()
    for stamp in [0, before - 10_000_000_000, before + 3_600_000_000_000, Int64.max] {
      ada.send("hit 90 \(stamp) 40")
    }
    let times = lines(bench, 4).compactMap { $0.split(separator: " ").dropFirst(4).first }
      .compactMap { Int64($0) }
    #expect(times.count == 4)
    #expect(times.allSatisfy { (before...now()).contains($0) })
  }

  @Test func `frames that are not text, too long or unmasked close the phone`() throws {
    let bench = try Bench()
    let frames: [(Int, [UInt8])] = [
      (1003, WebSocketClient.frame([1, 2], opcode: 2)),
      (1007, WebSocketClient.frame([0xFF, 0xFE])),
      (1002, WebSocketClient.frame([0x61], isMasked: false)),
      (1002, WebSocketClient.frame([0x61], reserved: 0x40)),
    ]
    for (code, bytes) in frames {
      let phone = try phone(bench, "Ada").0
      phone.raw.send(bytes)
      #expect(phone.closingCode() == code)
    }
    let (long, _) = try phone(bench, "Ada")
    long.send("name " + String(repeating: "x", count: 5_000))
    #expect(long.text { $0.contains("too long") } != nil)
    #expect(bench.isWell())
  }

  @Test func `a page of another origin cannot join`() throws {
    let bench = try Bench()
    let raw = try RawClient(port: bench.port)
    let opening = WebSocketClient.opening(port: bench.port, path: "/seat")
      .replacing("Origin: http://127.0.0.1", with: "Origin: http://evil.example")
    #expect(raw.status(of: opening) == 403)
    #expect(bench.isWell())
  }

  @Test func `the later of two tabs has the seat`() throws {
    let bench = try Bench()
    let (first, token) = try phone(bench, "Ada")
    let (second, _) = try phone(bench, "Ada", token: token)
    #expect(first.text { $0.contains("replaced") } != nil)
    #expect(first.closingCode() == 1000)
    ready(second)
    second.send("hit 90 \(now())")
    #expect(lines(bench, 1).count == 1)
  }
}
