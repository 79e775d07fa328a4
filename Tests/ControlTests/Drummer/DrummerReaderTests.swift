import CommandText
import Commands
import Control
import Rhythm
import Testing

/// What is typed of the drummer, and what it asks for.
@Suite struct DrummerReaderTests {
  @Test(arguments: [
    ("drummer on", DrummerCommand.plays(true)), ("drummer off", .plays(false)),
    ("drummer style funk", .style("funk", blend: nil)),
    ("drummer style any", .style("", blend: nil)),
    ("drummer style funk jazz 0.3", .style("funk", blend: StyleBlend(style: "jazz", amount: 0.3))),
    ("drummer intensity 0.7", .intensity(0.7)), ("drummer density 0", .density(0)),
    ("drummer loudness 1", .loudness(1)), ("drummer wildness .5", .wildness(0.5)),
    ("drummer fill", .fill), ("drummer fill every 8", .fillEvery(8)),
    ("drummer fill every off", .fillEvery(0)),
    ("drummer drums kick snare 42", .drums(DrumSet([.kick, .snare, .closedHat]))),
    ("drummer drums all", .drums(nil)), ("drummer rest 4", .rest(bars: 4)),
    ("drummer feel half", .feel(.half)), ("drummer feel normal", .feel(.normal)),
    ("drummer feel double", .feel(.double)), ("drummer lock", .lock(bars: 1)),
    ("drummer lock 4", .lock(bars: 4)), ("drummer release", .release),
  ])
  func `a line steers the drummer`(line: String, command: DrummerCommand) throws {
    #expect(try CommandReader.command(line)?.action == .drummer(command))
  }

  @Test(arguments: [
    ("drummer seed 9007199254740991", DrummerCommand.seed(9_007_199_254_740_991)),
    ("drummer answer 2", .answer(bars: 2)), ("drummer answer off", .answer(bars: 0)),
    ("drummer listen 0.4", .listen(0.4)), ("drummer prime pattern", .prime(file: nil)),
    ("drummer prime \"my song.mid\"", .prime(file: "my song.mid")),
    ("drummer status", .status), ("DRUMMER status --json", .status),
  ])
  func `a line sets whether the drummer listens`(line: String, command: DrummerCommand) throws {
    #expect(try CommandReader.command(line)?.action == .drummer(command))
  }

  @Test func `bars are kept`() throws {
    #expect(
      try CommandReader.command("keep 4")?.action
        == .keep(bars: 4))
    #expect(try CommandReader.command("keep bar 7")?.action == .keepBar(7, as: nil))
    #expect(
      try CommandReader.command("keep bar 7 Verse")?.action == .keepBar(7, as: .name("Verse")))
  }

  @Test(arguments: [
    ("drummer stile funk", "drummer: unexpected “stile”; did you mean “drummer style”?"),
    ("drummer sing", "drummer: expected on or off, found “sing”; usage: drummer [on|off]"),
    ("drummer style", "drummer style: a style, or any is missing; usage: drummer style STYLE|any"),
    ("drummer style funk jazz", "drummer style: a value is missing"),
    (
      "drummer density 1.1",
      "drummer density: expected a value of 0–1 or 0%–100%, found 1.1"
    ),
    (
      "drummer density nan",
      "drummer density: expected a value of 0–1 or 0%–100%, found nan"
    ),
    ("drummer fill often", "drummer fill: expected every, found “often”"),
    ("drummer fill every 65", "drummer fill: expected a number of bars of 0–64, found 65"),
    ("drummer drums", "drummer drums: a drum is missing"),
    ("drummer drums kick gong", "drummer drums: unknown drum “gong”"),
    ("drummer rest 0", "drummer rest: expected a number of bars of 1–1024, found 0"),
    ("drummer feel slow", "drummer feel: expected half, normal or double, found “slow”"),
    ("drummer lock 17", "drummer lock: expected a number of bars of 1–16, found 17"),
    ("drummer release me", "drummer release: unexpected “me”"),
    ("drummer seed -1", "drummer seed: expected a seed of 0–9007199254740991, found -1"),
    ("drummer on now", "drummer: unexpected “now”"),
    ("keep", "keep: a number of bars is missing; usage: keep BARS"),
    ("keep 17", "keep: expected a number of bars of 1–16, found 17"),
  ])
  func `a slip is named, with how it should be`(line: String, beginning: String) {
    let error = #expect(throws: CommandError.self) { try CommandReader.command(line) }
    #expect(error?.isUsage == true)
    #expect(error?.description.hasPrefix(beginning) == true, "\(error?.description ?? "")")
  }
}
