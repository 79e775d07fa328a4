import Control
import GhostnoteTesting
import MIDIFiles
import MusicalTime
import Rhythm
import Testing

/// Commands that no line gives and any other surface could make.
@Suite struct CommandCheckingTests {
  static let kick = Voice(.kick)

  static let arranging: [Command] = [
    .arrange(.muteGroup(0, true)), .arrange(.program(128)), .arrange(.program(-1)),
    .arrange(.pattern(.select(.number(.max), at: .now))),
    .arrange(.pattern(.delete(.number(.min)))),
    .arrange(.pattern(.move(.name("a"), to: .max))), .arrange(.song(.delete(.max))),
    .arrange(.song(.move(0, to: -1))), .arrange(.song(.repeat(0, count: 0))),
    .arrange(.song(.add(SongPart(repeats: -1)))), .arrange(.song(.loop(.max))),
    .arrange(.song(.groove(0, SongGroove("swing8", timing: .nan)))),
  ]

  static let steering: [Command] = [
    .keep(bars: -1), .keep(bars: .max), .drummer(.rest(bars: -1)), .drummer(.rest(bars: .max)),
    .drummer(.lock(bars: 0)), .drummer(.answer(bars: -1)), .drummer(.fillEvery(-1)),
    .drummer(.density(.nan)), .drummer(.intensity(2)), .drummer(.loudness(-.infinity)),
    .drummer(.wildness(.infinity)), .drummer(.listen(.nan)),
    .drummer(.style("funk", blend: StyleBlend(style: "jazz", amount: .nan))),
    .humanise(Humanising(amount: .nan)), .humanise(Humanising(amount: 2)),
    .recording(.countIn(999)), .recording(.countIn(-1)), .recording(.quantise(.nan)),
    .recording(.metronomeLevel(.nan)), .clock(.offset(HostTime.Interval(nanoseconds: .max))),
  ]

  static let editing: [Command] = [
    .editing(.undo(-1)), .editing(.undo(.max)), .editing(.redo(0)),
    .editing(.draw(marker: .max, clip: 0, StepNotation.hit)),
    .editing(.draw(marker: 0, clip: 16, StepNotation.hit)),
    .editing(.select(SelectCommand(.numbers([0, .max])))),
    .editing(.select(SelectCommand(.left(of: .min)))),
    .editing(.select(SelectCommand(.right(of: .max)))),
    .editing(.shift(Beats(units: .max), snap: nil)), .editing(.shift(Beats(1), snap: .zero)),
    .editing(.scale(.one, .handle(.max))), .editing(.subdivide(0, amplitude: nil)),
    .editing(.subdivide(2, amplitude: .nan)), .editing(.merge(-1)), .editing(.rotate(.min)),
    .editing(.marker(Beats(units: .min), amplitude: 1)), .editing(.marker(.zero, amplitude: .nan)),
    .editing(.amplitude(.nan)), .editing(.clip(-1, nil)), .editing(.group(.save(16, name: "a"))),
    .editing(.group(.place(0, marker: .max))), .editing(.group(.placeNamed("a", marker: -1))),
  ]

  static let sounding: [Command] = [
    .level(.nan), .level(.infinity), .sound(.kick, .pan(.nan)), .sound(.kick, .level(99)),
    .sound(.kick, .tuning(.nan)), .sound(.kick, .decay(-1)), .sound(.kick, .output(200)),
    .kit(soundFont: nil, program: 200), .locate(Beats(units: .min)), .locate(Beats(units: .max)),
    .step(kick, step: .max, nil), .step(kick, step: -1, nil), .step(kick, step: 0, badStep),
    .grid(.lane(kick, .length(0))), .grid(.lane(kick, .turn(.min))),
    .grid(.lane(kick, .muteGroup(9))), .grid(.pattern(.markers([], length: nil))),
    .grid(.pattern(.markers([Marker(.zero, amplitude: .nan)], length: nil))),
    .grid(.pattern(.markers([Marker(.zero)], length: Beats(units: .min)))),
    .midiFile(.write("a.mid", loops: -1, separatesVoices: false)),
    .midiFile(.read("a.mid", .channel(200))),
    .text(.lanes([WrittenLane(Lane(kick, steps: [badStep]), hasSettings: false)])),
  ]

  private static var badStep: Step {
    var step = Step(StepNotation.hit)
    step.condition = .turn(1, of: 0)
    return step
  }

  @Test(arguments: arranging + steering + editing + sounding)
  func `an ill-formed command is refused and changes nothing`(command: Command) async throws {
    let desk = Desk(Patch(name: "whole", pattern: try Pattern(rows: "kick X... X...")))
    try await desk.perform("drummer on")
    desk.play(blocks: 4)
    let before = await desk.machine.status().text
    await #expect(throws: CommandError.self) { try await desk.machine.perform(command) }
    #expect(await desk.machine.status().text == before)
  }

  @Test func `what lines ask for at the ends of their ranges is let through`() async throws {
    let desk = Desk(Patch(name: "whole", pattern: try Pattern(rows: "kick X... X...")))
    for line in [
      "locate 1", "level -60", "level 12", "level kick 12", "pan kick -1", "tuning kick 1200",
      "kit 127", "step kick 8", "drummer on", "drummer density 1", "drummer rest 1024",
      "drummer lock 16", "drummer fill every off", "drummer answer off", "countin 4",
      "record quantise off", "record quantise 100", "undo", "redo", "rotate 255",
      "mutegroup 8", "clock offset -1", "lane kick turn -255",
    ] {
      do { try await desk.perform(line) } catch {
        // Refused by what is there, perhaps; by its range never.
        #expect(!"\(error)".contains("is outside"), "\(line): \(error)")
      }
    }
  }
}
