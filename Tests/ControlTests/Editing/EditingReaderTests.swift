import CommandText
import Commands
import Control
import MusicalTime
import Rhythm
import Testing

/// What is typed to edit, and the command it is.
@Suite struct EditingReaderTests {
  @Test(arguments: [
    ("undo", EditingCommand.undo(1)), ("undo 12", .undo(12)), ("redo 3", .redo(3)),
    ("undo list", .history), ("clip list", .clips), ("reverse", .reverse), ("delete", .delete),
    ("shift -1/8", .shift(Beats(-1, over: 8), snap: nil)),
    ("shift 0.5 snap 1/4", .shift(Beats(1, over: 2), snap: Beats(1, over: 4))),
    ("scale 1/2", .scale(SpeedRatio(1, over: 2) ?? .one, .first)),
    ("scale 1 from last", .scale(.one, .last)),
    ("scale 1 from marker 3", .scale(.one, .handle(2))),
    ("subdivide 3", .subdivide(3, amplitude: nil)),
    ("subdivide 3 0.5", .subdivide(3, amplitude: 0.5)), ("merge 4", .merge(4)),
    ("rotate -2", .rotate(-2)), ("marker 4/3", .marker(Beats(4, over: 3), amplitude: 1)),
    ("hits condition !fill", .hits(.condition(.notFill))),
    ("hits condition 1:4", .hits(.condition(StepCondition(turn: 1, of: 4)))),
    ("hits condition none", .hits(.condition(nil))),
    ("marker 1 0", .marker(Beats(1), amplitude: 0)), ("amplitude 0.25", .amplitude(0.25)),
    ("draw 5 16 100", .draw(marker: 4, clip: 15, Velocity(clamping: 100))),
    ("draw at 1.3 2 100", .drawAt(Beats(13, over: 10), clip: 1, Velocity(clamping: 100))),
    ("draw at 0 ?", .drawAt(.zero, clip: nil, StepNotation.hit)),
    ("shift -1 wrap", .shift(Beats(-1), snap: nil, wraps: true)),
    ("draw 5 ?", .draw(marker: 4, clip: nil, StepNotation.hit)),
    ("clip 3 snare", .clip(2, Clip(Voice(.snare)))), ("clip 3 none", .clip(2, nil)),
    ("group save 2", .savedSelection(.save(1, name: ""))),
    ("group save 16 \"my fill\"", .savedSelection(.save(15, name: "my fill"))),
    ("group place 1 5", .savedSelection(.place(0, marker: 4))),
    ("group place lick 5", .savedSelection(.placeNamed("lick", marker: 4))),
    ("group clear 1", .savedSelection(.clear(0))), ("group list", .savedSelection(.list)),
  ])
  func `a line edits`(line: String, command: EditingCommand) throws {
    #expect(try CommandReader.command(line)?.action == .editing(command))
  }

  @Test func `a group is not called by a number, which would mean another`() {
    let error = #expect(throws: CommandError.self) { try CommandReader.command("group save 1 5") }
    #expect(error?.description.hasPrefix("group save: expected a name, found “5”") == true)
  }

  @Test(arguments: [
    ("select none", SelectCommand?.none), ("select all", SelectCommand(.all)),
    ("select 1-4 7", SelectCommand(.numbers([0, 1, 2, 3, 6]), kind: .markers)),
    ("select toggle 3-4", SelectCommand(.numbers([2, 3]), toggling: true)),
    ("select toggle hits", SelectCommand(.all, kind: .hits, toggling: true)),
    ("select add 9", SelectCommand(.numbers([8]), adding: true)),
    ("select invert", SelectCommand(.inverse)), ("select left 5", SelectCommand(.left(of: 4))),
    ("select right", SelectCommand(.right(of: nil))),
    ("select row x..x", SelectCommand(.row([true, false, false, true]))),
    ("select hits row .x", SelectCommand(.row([false, true]), kind: .hits)),
    ("select hits", SelectCommand(.all, kind: .hits)),
    ("select hits 1-2", SelectCommand(.numbers([0, 1]), kind: .hits)),
    ("select hits kick 1-2", SelectCommand(.numbers([0, 1]), kind: .hits, of: [Voice(.kick)])),
    (
      "select hits kick 64@3 all",
      SelectCommand(
        .all, kind: .hits, of: [Voice(.kick), Voice(note: 64, channel: 2) ?? Voice(.kick)])
    ),
    ("select markers ride", SelectCommand(.all, kind: .markers, of: [Voice(.ride)])),
    ("select add hits right 3", SelectCommand(.right(of: 2), kind: .hits, adding: true)),
  ])
  func `a line selects`(line: String, command: SelectCommand?) throws {
    #expect(try CommandReader.command(line)?.action == .editing(.select(command)))
  }

  @Test func `codes are read to the end, and a seed after them`() throws {
    let code = try ClipCode("1*2 -*1 3 + ? 1")
    #expect(
      try CommandReader.command("fill 1*2 -*1 3 + ? 1")?.action
        == .editing(.fill(code, seed: nil)))
    #expect(
      try CommandReader.command("fill 1*2 -*1 3 + ? 1 seed 77")?.action
        == .editing(.fill(code, seed: 77)))
    #expect(
      try CommandReader.command("select code 1*2 -*1 3 + ? 1")?.action
        == .editing(.select(SelectCommand(.code(code)))))
  }

  @Test func `a clip has an envelope, in either order`() throws {
    let voice = try #require(Voice(note: 64, channel: 2))
    let envelope = try #require(Envelope(attack: 0.5, decay: 2))
    for line in ["clip 4 64@3 attack 0.5 decay 2", "clip 4 64@3 decay 2 attack 0.5"] {
      #expect(
        try CommandReader.command(line)?.action
          == .editing(.clip(3, Clip(voice, envelope: envelope))))
    }
  }

  @Test(arguments: [
    ("undo 0", "undo: expected a number of changes of 1–1000, found 0"),
    ("undo 1001", "undo: expected a number of changes of 1–1000, found 1001"),
    ("fill 1 17", "fill: column 3: expected a clip of 1–16, found 17"),
    ("fill seed 3", "fill: the code is empty"),
    ("fill 1 seed -1", "fill: expected a seed of 0–9007199254740991, found -1"),
    ("select", "select: what to select is missing"),
    ("select 0", "select: expected a marker of 1–256, or a range such as 1-4, found 0"),
    ("select 5-2", "select: expected a marker of 1–256, or a range such as 1-4, found “5-2”"),
    ("select 1-2-3", "select: expected a marker of 1–256"),
    ("select 1-257", "select: expected a marker of 1–256"),
    ("select 99999999999999999999", "select: expected a marker of 1–256"),
    ("select left x", "select: expected a marker of 1–256, found “x”"),
    ("select code 0", "select: column 1: expected a clip of 1–16, found 0"),
    ("scale 0", "scale: expected a ratio of 1/64–64"),
    ("scale nan", "scale: expected a ratio"), ("scale inf", "scale: expected a ratio"),
    ("scale 1 from 3", "scale: expected first, last or marker, found “3”"),
    ("shift x", "shift: expected a distance in beats, such as 1/8 or 0.5, found “x”"),
    ("shift 1/0", "shift: expected a distance"), ("shift nan", "shift: expected a distance"),
    ("shift 1 snap 0", "shift: a division is more than 0 beats"),
    ("subdivide 1", "subdivide: expected a number of parts of 2–16, found 1"),
    ("subdivide 1000", "subdivide: expected a number of parts of 2–16, found 1000"),
    ("marker 1 2", "marker: expected an amplitude of 0–1 or 0%–100%, found 2"),
    ("amplitude nan", "amplitude: expected an amplitude of 0–1 or 0%–100%, found nan"),
    (
      "hits condition fill?50",
      "hits condition: expected 1:4, fill, !fill, first or none, found “fill?50”"
    ),
    ("hits condition 1:4@1/8", "hits condition: expected 1:4, fill, !fill, first or none"),
    ("hits condition fill.", "hits condition: expected 1:4, fill, !fill, first or none"),
    ("draw 257 1", "draw: expected a marker of 1–256, found 257"),
    ("draw 1 17", "draw: expected a clip of 1–16, found 17"),
    ("clip 17 kick", "clip: expected a clip of 1–16, found 17"),
    ("clip 1 gong", "clip: unknown drum “gong”"),
    ("clip 1 64@17", "clip: unknown drum “64@17”"),
    ("clip 1 kick swell 2", "clip: expected attack or decay, found “swell”"),
    ("clip 1 kick attack 9", "clip: expected 0–5 s, found 9"),
    ("group", "group: expected save, place, clear or list"),
    ("group eat 1", "group: expected save, place, clear or list, found “eat”"),
    ("group save 17", "group save: expected a group of 1–16, found 17"),
    ("group place 1", "group place: a marker is missing; usage: group place GROUP|NAME MARKER"),
  ])
  func `a slip is named, with how it should be`(line: String, beginning: String) {
    let error = #expect(throws: CommandError.self) { try CommandReader.command(line) }
    #expect(error?.isUsage == true)
    #expect(error?.description.hasPrefix(beginning) == true, "\(error?.description ?? "")")
  }
}
