import CommandText
import Commands
import Rhythm
import Testing

/// The ranges of numbers in the table, also of those within other text.
@Suite struct NumberRangesTests {
  private static func range(_ path: String, _ argument: String) -> ClosedRange<Double>? {
    CommandTable.all.lazy.filter { $0.path == path }.flatMap(\.parameters)
      .compactMap { $0.ranges[argument] }.first
  }

  @Test(arguments: [
    ("step", "STEP", 1.0, 256.0), ("hits ratchet", "SLOPE", -127, 127),
    ("rotate", "COUNT", -255, 255),
    ("euclid", "PULSES", 0, 256), ("euclid", "STEPS", 1, 256), ("euclid", "ROTATION", -255, 255),
    ("temper", "LOOPS", 2, 64), ("hits velocity", "VELOCITY", 1, 127),
  ])
  func `a number has its range by its name`(
    path: String, argument: String, lowest: Double, highest: Double
  ) {
    #expect(Self.range(path, argument) == lowest...highest)
  }

  @Test func `each range is that of something in the usage`() {
    let strays = CommandTable.all.flatMap(\.parameters).flatMap { parameter in
      parameter.ranges.keys.filter { !parameter.usage.contains($0) }
    }
    #expect(strays.isEmpty)
  }

  @Test(arguments: [
    ("euclid kick 256 256", true), ("euclid kick 0 1", true), ("euclid kick 257 256", false),
    ("euclid kick -1 8", false), ("euclid kick 1 0", false), ("euclid kick 1 257", false),
    ("euclid kick 3 8 -255", true), ("euclid kick 3 8 255", true), ("euclid kick 3 8 256", false),
    ("temper 5:7 0 to 1 over 2", true), ("temper 5:7 0 to 1 over 64 sine", true),
    ("temper 5:7 0 to 1 over 1", false), ("temper 5:7 0 to 1 over 65 sine", false),
  ])
  func `a range is where the command ends`(line: String, isTaken: Bool) {
    let words = line.split(separator: " ").map(String.init)
    #expect(((try? CommandTable.command(words: words)) != nil) == isTaken)
  }

  @Test func `help names the ranges in the order of the usage`() throws {
    let euclid = try CommandHelp.text("euclid")
    let places = ["PULSES: 0–256", "STEPS: 1–256", "ROTATION: -255 – 255"].map {
      euclid.firstRange(of: $0)?.lowerBound
    }
    let found = places.compactMap(\.self)
    #expect(found.count == 3 && found == found.sorted())
    #expect(try CommandHelp.text("temper").contains("LOOPS: 2–64"))
  }
}
