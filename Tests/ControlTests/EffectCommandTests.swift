import Commands
import Control
import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

/// Filters and sends of drums by commands.
@Suite struct EffectCommandTests {
  private func desk() throws -> Desk {
    Desk(Patch(name: "Sends", pattern: try Pattern(rows: "snare X... X...")))
  }

  @Test func `sends, filters and effects are set, shown and undone`() async throws {
    let desk = try desk()
    for line in [
      "reverb snare 0.3", "delay snare 40%", "reverb decay 2.5", "delay time 1:3",
      "delay feedback 60%", "delay tone 2000", "filter snare highpass", "cutoff snare 400",
      "resonance snare 6",
    ] {
      try await desk.perform(line)
    }
    let kit = await desk.machine.document.patch.kit
    let sound = kit[.snare].sound
    #expect(sound.reverb == 0.3 && sound.delay == 0.4 && sound.filter == .highpass)
    #expect(sound.cutoff == 400 && sound.resonance == 6)
    #expect(kit.effects.reverbDecay == 2.5 && kit.effects.delayTime == DelayTime("1/8t"))
    #expect(kit.effects.delayFeedback == 0.6 && kit.effects.delayTone == 2000)
    #expect(try await desk.perform("cutoff snare").text == "cutoff snare 400 Hz")
    #expect(try await desk.perform("reverb snare").text == "reverb snare 0.3")
    let status = await desk.machine.status()
    #expect(
      status.effects == "reverb of 2.5 s for snare, delay of 1/8t for snare, high-pass for snare")
    #expect(status.text.contains("effects: reverb of 2.5 s"))
    try await desk.perform("undo 9")
    #expect(await desk.machine.document.patch.kit == KitDescription())
    #expect(await desk.machine.status().effects == nil)
  }

  @Test func `only the first effect of a patch loads its kit again`() async throws {
    let desk = try desk()
    let before = desk.kits.loaded.count
    for line in ["cutoff snare 300", "delay time 1/4", "reverb decay 3"] {
      try await desk.perform(line)
    }
    #expect(desk.kits.loaded.count == before)
    try await desk.perform("reverb snare 0.1")
    #expect(desk.kits.loaded.count == before + 1)
    for line in ["reverb snare 0.2", "filter kick lowpass", "delay snare 1"] {
      try await desk.perform(line)
    }
    #expect(desk.kits.loaded.count == before + 1)
    #expect(desk.kits.applied.last?[.snare].sound.delay == 1)
  }

  @Test(arguments: [
    ("reverb snare 1.1", "reverb: expected"),
    (
      "delay feedback 0.96",
      "delay feedback: expected a value of 0–0.95 or 0%–95%, found 0.96"
    ),
    (
      "delay feedback 96%",
      "delay feedback: expected a value of 0–0.95 or 0%–95%, found “96%”"
    ),
    ("delay time 1/3", "delay time: expected a note value as in 1/8"),
    ("filter snare bandpass", "filter: expected a filter, found “bandpass”"),
    ("cutoff snare 10", "cutoff: expected 20–20000 Hz, found 10"),
    ("delay tmie 1/4", "delay: "), ("resonance snare 25", "resonance: expected 0–24 dB"),
  ])
  func `a value out of range is refused`(line: String, beginning: String) async throws {
    let desk = try desk()
    let error = await #expect(throws: CommandError.self) { try await desk.perform(line) }
    #expect(error?.description.hasPrefix(beginning) == true, "\(error?.description ?? "")")
  }
}
