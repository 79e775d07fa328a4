import CommandText
import Commands
import Control
import GhostnoteTesting
import MusicalTime
import Rhythm
import Sequencing
import Testing

@Suite struct GrooveCommandTests {
  private func command(_ line: String) -> Command? { try? CommandReader.command(line) }

  private func error(_ line: String) -> String? {
    do throws(CommandError) {
      _ = try CommandReader.command(line)
      return nil
    } catch { return error.description }
  }

  @Test func `a groove is read with its share and its amounts`() throws {
    let swing = try Groove(named: "swing8 66")
    #expect(command("groove swing8 66")?.action == .groove(.use(GrooveUse(swing), .patch)))
    #expect(
      command("groove pattern swing8 66% 80% 50%")?.action
        == .groove(.use(GrooveUse(swing, timing: 0.8, velocity: 0.5), .pattern)))
    #expect(
      command("groove tigrigna 50%")?.action
        == .groove(.use(GrooveUse(try Groove(named: "tigrigna"), timing: 0.5), .patch)))
    #expect(
      command("groove swing8")?.action
        == .groove(.use(GrooveUse(try Groove(named: "swing8")), .patch)))
    #expect(command("groove off")?.action == .groove(.use(nil, .patch)))
    #expect(command("groove pattern off")?.action == .groove(.use(nil, .pattern)))
    #expect(command("groove list")?.action == .groove(.list))
    #expect(
      command("groove extract pattern mine")?.action
        == .groove(.extract(.pattern, name: "mine", .patch)))
    #expect(
      command("groove pattern extract a.mid")?.action
        == .groove(.extract(.file("a.mid"), name: nil, .pattern)))
  }

  @Test func `unknown grooves, shares and amounts are refused`() {
    #expect(error("groove polka")?.contains("unknown groove “polka”") == true)
    #expect(error("groove swing8 49")?.contains("expected a swing of 50–75 per cent") == true)
    #expect(error("groove shuffle 101")?.contains("expected an amount of timing") == true)
    #expect(error("groove shuffle 50% x")?.contains("amount of velocity") == true)
    #expect(error("groove shuffle nan")?.contains("found nan") == true)
    #expect(error("groove shuffle 0.5 50% 50%")?.contains("unexpected") == true)
    #expect(error("groove extract")?.contains("is missing") == true)
  }

  @Test func `a groove is the patch's or the pattern's, taken away and undone`() async throws {
    let desk = Desk(Patch(pattern: try Pattern(rows: "kick  x.x.")))
    try await desk.perform("groove swing8 66")
    try await desk.perform("groove pattern tigrigna 25%")
    var patch = await desk.machine.document.patch
    #expect(patch.groove?.groove.name == "swing8 66")
    #expect(patch.pattern.groove?.timing == 0.25)
    try await desk.perform("groove pattern off")
    patch = await desk.machine.document.patch
    #expect(patch.pattern.groove == nil && patch.groove != nil)
    try await desk.perform("undo 3")
    patch = await desk.machine.document.patch
    #expect(patch.pattern.groove == nil && patch.groove == nil)
  }

  @Test func `a groove taken from the pattern leaves the pattern as it sounds`() async throws {
    var pattern = try Pattern(rows: "closed-hat  xxxx", name: "hats")
    var late = Step(StepNotation.hit)
    late.offset = Beats(1, over: 12)
    try pattern.set(step: 2, of: Voice(.closedHat), to: late)
    let desk = Desk(Patch(pattern: pattern))
    let reply = try await desk.perform("groove extract pattern")
    #expect(reply.text == ("groove “hats”: 4 places in 1 beat"))
    let patch = await desk.machine.document.patch
    #expect(patch.groove?.groove.warp.warped(Beats(1, over: 2)) == Beats(7, over: 12))
    #expect(
      Program(patch).cues(from: .zero, to: Beats(4)).map(\.beat)
        == Program(Patch(pattern: pattern)).cues(from: .zero, to: Beats(4)).map(\.beat))
  }

  @Test func `silence has no groove, and nothing is changed`() async throws {
    let desk = Desk(Patch())
    await #expect(throws: CommandError.self) { try await desk.perform("groove extract pattern") }
    await #expect(throws: CommandError.self) {
      try await desk.perform("groove extract /no/such.mid")
    }
    #expect(await desk.machine.document.patch == Patch())
    guard let list = try await desk.perform("groove list").text else {
      Issue.record("no list")
      return
    }
    for preset in GroovePreset.all { #expect(list.contains("  \(preset.groove.name) ")) }
  }

  @Test func `an amount is 0 to 1, or per cent with its sign, for everything that takes one`()
    throws
  {
    for (half, percent) in [
      ("groove tigrigna 0.5", "groove tigrigna 50%"), ("humanise jazz 0.5", "humanise jazz 50%"),
      ("record quantise 0.5", "record quantise 50%"), ("density kick 0.5", "density kick 50%"),
      ("drummer density 0.5", "drummer density 50%"), ("amplitude 0.5", "amplitude 50%"),
      ("song groove 1 tigrigna 0.5 1", "song groove 1 tigrigna 50% 100%"),
    ] {
      #expect(try CommandReader.command(half) == CommandReader.command(percent), "\(half)")
      let bare = percent.replacing("50%", with: "50").replacing("100%", with: "100")
      #expect(throws: CommandError.self, "\(bare)") { try CommandReader.command(bare) }
    }
    #expect(
      error("groove tigrigna 50")?.contains(
        "expected an amount of timing of 0–1 or 0%–100%, found 50") == true)
    guard case .groove(.use(let use, _)) = try CommandReader.command("groove tigrigna 0.5")?.action
    else {
      Issue.record("no groove")
      return
    }
    #expect(use?.timing == 0.5)
  }
}
