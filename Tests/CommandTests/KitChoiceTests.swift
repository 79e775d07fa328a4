import CommandText
import Commands
import Testing

/// `kit` with a number, which is a program or a SoundFont's name.
@Suite struct KitChoiceTests {
  @Test(arguments: [
    ("kit 0", Command.Action.kit(soundFont: nil, program: 0)),
    ("kit 47", .kit(soundFont: nil, program: 47)), ("kit 127", .kit(soundFont: nil, program: 127)),
    ("kit 808", .kit(soundFont: "808", program: 0)),
    ("kit 128", .kit(soundFont: "128", program: 0)),
    ("kit 3.5", .kit(soundFont: "3.5", program: 0)),
    ("kit -1", .kit(soundFont: "-1", program: 0)), ("kit nan", .kit(soundFont: "nan", program: 0)),
    ("kit 47.sf2", .kit(soundFont: "47.sf2", program: 0)),
    ("kit 808 8", .kit(soundFont: "808", program: 8)),
    ("kit 47 8", .kit(soundFont: "47", program: 8)),
    ("kit 808:0:5", .kit(soundFont: "808", program: 5, bank: 0)),
  ])
  func `a whole number of 0 to 127 by itself is a program, any other a SoundFont`(
    line: String, action: Command.Action
  ) throws {
    #expect(try CommandReader.command(line)?.action == action)
  }

  @Test(arguments: ["kit 808 128", "kit 808 -1", "kit 47 3.5"])
  func `a program of a SoundFont has its range`(line: String) {
    let error = #expect(throws: CommandError.self) { try CommandReader.command(line) }
    #expect(error?.description.contains("expected a program of 0–127, found ") == true)
  }
}
