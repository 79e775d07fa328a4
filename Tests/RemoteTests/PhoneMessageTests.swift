import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@testable import Remote

@Suite struct PhoneMessageTests {
  @Test(arguments: [
    ("!sync 12.5", PhoneMessage.sync(12.5)),
    ("join new Ada Lovelace", .join(token: nil, name: "Ada Lovelace")),
    (
      "join 00112233445566778899aabbccddeeff x",
      .join(token: "00112233445566778899aabbccddeeff", name: "x")
    ),
    ("join 00112233445566778899AABBCCDDEEFF x", .join(token: nil, name: "x")),
    ("join", .join(token: nil, name: "")),
    ("drum ride", .drum(.ride)), ("away", .away), ("back", .back), ("leave", .leave),
    ("name  Bo ", .name(" Bo ")),
    ("hit 1 0", .hit(Velocity(clamping: 1), at: HostTime(nanoseconds: 0))),
    ("hit 127 5", .hit(Velocity(clamping: 127), at: HostTime(nanoseconds: 5))),
    // As a page of an earlier version sends it, with a delay of its own.
    ("hit 127 5 0", .hit(Velocity(clamping: 127), at: HostTime(nanoseconds: 5))),
    ("hit 127 5 300", .hit(Velocity(clamping: 127), at: HostTime(nanoseconds: 5))),
    ("tight 0", .tight(0)), ("tight 60000", .tight(60_000)), ("fast", .fast),
  ])
  func `what a phone may send is read`(line: String, message: PhoneMessage) throws {
    #expect(try PhoneMessage(line) == message)
  }

  @Test(arguments: [
    "", " ", "hit", "hit 0 1", "hit 128 1", "hit 90", "hit 90 -1", "hit 90 1.5", "hit 90 1 301",
    "hit 90 1 -1", "hit 90 1 ", "hit 90 1 x", "hit 90 1 2 3", "tight", "tight -1", "tight 60001",
    "tight 1.5", "tight 1 2", "hit  90 1", "hit 90 1e9", "hit 90 9223372036854775808", "HIT 90 1",
    "drum", "drum Kick",
    "drum kick ", "!sync", "!sync nan",
    "!sync inf", "!sync 1 2", "stop", "quit", "@1 hit 90 1", "hit 90 1;quit", "play", "!phones",
  ])
  func `anything else is refused`(line: String) {
    #expect(throws: PhoneMessage.Refusal.self) { try PhoneMessage(line) }
  }

  @Test func `what a phone may send is said to one that sends anything else`() {
    #expect { try PhoneMessage("quit") } throws: { error in
      guard let said = (error as? PhoneMessage.Refusal)?.message else { return false }
      return ["join", "name", "drum", "tight", "fast", "hit", "away", "back", "leave", "“quit”"]
        .allSatisfy { said.contains($0) }
    }
  }

  @Test func `whatever is sent, what is read of it is within its range`() {
    var dice = SplitMix64(seed: 12)
    let words = [
      "hit", "join", "drum", "name", "!sync", "90", "0", "-1", "127", "300", "1e308",
      "9223372036854775807", "kick", "\u{0}", "\n",
      "\u{202E}", "é", "nan", "", " ", "00112233445566778899aabbccddeeff",
    ]
    var count = 0
    for _ in 0..<20_000 {
      let isHit = Bool.random(using: &dice)
      let line =
        ((isHit ? ["hit"] : [])
        + (0..<Int.random(in: 1...4, using: &dice))
        .map { _ in words[Int.random(in: 0..<words.count, using: &dice)] }).joined(separator: " ")
      guard case .hit(let velocity, let time) = try? PhoneMessage(line) else { continue }
      count += 1
      #expect((1...127).contains(velocity.value) && time.nanoseconds >= 0)
    }
    #expect(count > 50)
  }

  @Test func `a message is not longer than 256 bytes`() throws {
    #expect(throws: PhoneMessage.Refusal.self) {
      try PhoneMessage("name " + String(repeating: "é", count: 126))
    }
    _ = try PhoneMessage("name " + String(repeating: "é", count: 125))
  }
}
