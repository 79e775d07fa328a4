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
    let bench = try Bench(limits: .patient)
    let (ada, _) = try phone(bench, "Ada")
    ready(ada)
    let (bob, _) = try phone(bench, "Bob")
    let time = now() - 20_000_000
    ada.send("tight 30")
    ada.send("hit 90 \(time)")
    _ = lines(bench, 1)
    bob.send("hit 127 \(time)")
    #expect(lines(bench, 2) == ["hit kick 90 at \(time) after 40", "hit snare 127 at \(time)"])
    #expect(bench.isWell())
  }

  @Test func `phones that play tight have one delay, that of the slowest, and show it`() throws {
    let bench = try Bench(limits: .patient)
    let (ada, _) = try phone(bench, "Ada")
    ready(ada)
    let (bob, bobsToken) = try phone(bench, "Bob")
    ada.send("tight 32")
    #expect(ada.text { $0.contains(#""own""#) && $0.contains(#""delay":40"#) } != nil)
    bob.send("tight 70")
    #expect(ada.text { $0.contains(#""own""#) && $0.contains(#""delay":80"#) } != nil)
    #expect(bob.text { $0.contains(#""own""#) && $0.contains(#""delay":80"#) } != nil)
    ada.send("hit 90 \(now())")
    _ = lines(bench, 1)
    bob.send("hit 91 \(now())")
    let late = lines(bench, 2)
    #expect(late.count == 2 && late.allSatisfy { $0.hasSuffix(" after 80") }, "\(late)")
    // Far worse than the others: late alone, and it shows that.
    bob.send("tight 230")
    #expect(
      bob.text {
        $0.contains(#""own""#) && $0.contains(#""delay":240"#) && $0.contains(#""late":true"#)
      } != nil)
    ada.send("hit 92 \(now())")
    _ = lines(bench, 3)
    bob.send("hit 93 \(now())")
    #expect(lines(bench, 4).suffix(2).map { $0.split(separator: " ").last } == ["80", "240"])
    // A phone that has not said how it plays since it came back plays fast.
    bob.raw.end()
    let (again, _) = try phone(bench, "Bob", token: bobsToken)
    again.send("hit 94 \(now())")
    #expect(lines(bench, 5).last?.contains("after") == false)
    ada.send("fast")
    ada.send("hit 95 \(now())")
    #expect(lines(bench, 6).last?.contains("after") == false)
    #expect(bench.isWell())
  }

  @Test func `everybody is sent the seat of the phone that all who play tight wait for`() throws {
    let bench = try Bench()
    let stage = try WebSocketClient(port: bench.port)
    stage.send("!phones")
    #expect(stage.text { $0.contains(#""phones""#) && $0.contains(#""slowest":null"#) } != nil)
    let (ada, _) = try phone(bench, "Ada")
    let (bob, token) = try phone(bench, "Bob")
    ada.send("tight 32")
    bob.send("tight 110")
    let told = try #require(stage.text { $0.contains(#""slowest":2"#) })
    #expect(told.contains(#""delay":120"#) && !told.contains(token))
    #expect(ada.text { $0.contains(#""phones""#) && $0.contains(#""slowest":2"#) } != nil)
    ada.send("tight 100")
    #expect(stage.text { $0.contains(#""slowest":null"#) } != nil)
    ada.send("tight 32")
    #expect(stage.text { $0.contains(#""slowest":2"#) } != nil)
    bob.send("fast")
    #expect(stage.text { $0.contains(#""slowest":null"#) } != nil)
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

  @Test func `a phone that waits in the dark is passed over, and has its place when it is back`()
    throws
  {
    var limits = RemoteLimits()
    limits.seats = 1
    let bench = try Bench(limits: limits)
    let (ada, _) = try phone(bench, "Ada")
    let (bob, _) = try phone(bench, "Bob")
    let (cy, _) = try phone(bench, "Cy")
    let stage = try WebSocketClient(port: bench.port)
    stage.send("!phones")
    #expect(stage.text { $0.contains(#""waiting":["Bob","Cy"]"#) } != nil)
    bob.send("away")
    #expect(cy.text { $0.contains(#""own""#) && $0.contains(#""place":1"#) } != nil)
    #expect(stage.text { $0.contains(#""waiting":["Cy"]"#) } != nil)
    bob.send("back")
    #expect(cy.text { $0.contains(#""own""#) && $0.contains(#""place":2"#) } != nil)
    ada.send("leave")
    #expect(bob.text { $0.contains(#""own""#) && $0.contains(#""drum":"kick""#) } != nil)
    withExtendedLifetime(bench) {}
  }

  @Test func `a phone that commands is refused, and the session hears nothing of it`() throws {
    let bench = try Bench(.admin)
    let (ada, _) = try phone(bench, "Ada")
    ready(ada)
    let attacks = [
      "tight -1", "stop", "save x", "quit", "@1 play", "watch state", "hit kick 90", "hit 90",
      "hit 0 1", "hit 128 1",
      "hit 90 1 9999", "hit 90 -5", "hit 90 99999999999999999999", "hit 90 1 2 3", "drum nothing",
      "hit 90 1\nquit", "", " ", "\u{0}", "!listen", "join \u{202E}",
    ]
    for attack in attacks.prefix(19) {
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
    #expect([0, 1008].contains(changing.closingCode() ?? -1))
    let asking = try phone(bench, "Cy").0
    for index in 0..<500 { asking.send("!sync \(index)") }
    #expect([0, 1008].contains(asking.closingCode() ?? -1))
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

  @Test func `stamps from the past and the future are struck now, and older ones heard at once`()
    throws
  {
    let bench = try Bench()
    let (ada, _) = try phone(bench, "Ada")
    ready(ada)
    ada.send("tight 30")
    let before = now()
    for stamp in [0, before - 10_000_000_000, before + 3_600_000_000_000, Int64.max] {
      ada.send("hit 90 \(stamp)")
    }
    let times = lines(bench, 4).compactMap { $0.split(separator: " ").dropFirst(4).first }
      .compactMap { Int64($0) }
    #expect(times.count == 4)
    #expect(times.allSatisfy { (before...now()).contains($0) })
    // With the delay on top they would be later still.
    #expect(
      bench.lines.value.map { $0.hasSuffix(" after 40") } == [false, false, true, true],
      "\(bench.lines.value)")
    ada.send("hit 90 \(now() - 260_000_000)")
    #expect(lines(bench, 5).last?.contains("after") == false, "\(bench.lines.value)")
    #expect(bench.isWell())
  }

  @Test func `how a phone plays is taken before it joins, and is forgotten as it leaves`() throws {
    let bench = try Bench(limits: .patient)
    let (other, _) = try phone(bench, "Bob")
    ready(other)
    let ada = try WebSocketClient(port: bench.port, path: "/seat")
    ada.send("tight 100")
    ada.send("join new Ada")
    #expect(ada.text { $0.contains(#""own""#) && $0.contains(#""delay":120"#) } != nil)
    ada.send("hit 90 \(now())")
    #expect(lines(bench, 1).first?.hasSuffix(" after 120") == true, "\(bench.lines.value)")
    // A page of an earlier version sends a delay of its own, which does not count.
    ada.send("hit 91 \(now()) 60")
    #expect(lines(bench, 2).last?.hasSuffix(" after 120") == true, "\(bench.lines.value)")
    ada.send("leave")
    ada.send("join new Ada")
    #expect(ada.text { $0.contains(#""own""#) && $0.contains(#""delay":null"#) } != nil)
    ada.send("hit 92 \(now())")
    #expect(lines(bench, 3).last?.contains("after") == false, "\(bench.lines.value)")
    #expect(bench.isWell())
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
