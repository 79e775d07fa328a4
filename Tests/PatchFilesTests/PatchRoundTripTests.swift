import Commands
import GhostnoteTesting
import MusicalTime
import PatchFiles
import Rhythm
import Testing

@Suite struct PatchRoundTripTests {
  @Test func `a patch written and read again is the same`() throws {
    var chance = SplitMix64(seed: 7)
    for _ in 0..<10_000 {
      let patch = Patch.random(using: &chance)
      let json = patch.json
      if try Patch(json: Array(json.utf8), file: "any.json") != patch { Issue.record("\(json)") }
    }
  }

  @Test func `a patch is written for people, one line a lane, what is as usual left out`() throws {
    var patch = Patch(name: "Rock", tempo: Tempo(clampingBPM: 116.5))
    patch.pattern = try Pattern(
      rows: """
        kick     X.o. x...
        snare:m  .... X...
        """, name: "Rock")
    try patch.pattern.set(step: 2, of: .openHat, to: Velocity(clamping: 77))
    patch.kit[.snare].sound.level = -2.5
    patch.kit[.openHat].chokeGroup = nil
    patch.kit[.crash].velocityCurve = .fixed(Velocity(clamping: 100))
    #expect(
      patch.json == """
        {
          "format": "ghostnote-patch/1",
          "name": "Rock",
          "tempo": 116.5,
          "pattern": {
            "steps": 8,
            "stepsPerBeat": 4,
            "loop": true,
            "lanes": [
              {"drum": "kick",    "steps": "X.o. x..."},
              {"drum": "snare",   "steps": ".... X...", "mute": true},
              {"drum": "openhat", "steps": [  0,   0,  77,   0,   0,   0,   0,   0]}
            ]
          },
          "kit": {
            "drums": {
              "snare": {"level": -2.5},
              "openhat": {"choke": null},
              "crash": {"velocityCurve": {"fixed": 100}}
            }
          }
        }

        """)
  }

  @Test func `a drummer is written with what is not as usual, one setting a line`() throws {
    var patch = Patch(name: "Jam")
    patch.drummer.isOn = true
    patch.drummer.style = "funk"
    patch.drummer.blend = StyleBlend(style: "jazz", amount: 0.25)
    patch.drummer.wildness = 0.75
    patch.drummer.drums = DrumSet([.snare, .kick])
    patch.drummer.feel = .half
    patch.drummer.seed = 7
    patch.drummer.answerBars = 2
    let written = """
        "drummer": {
          "on": true,
          "style": "funk",
          "blend": {"style": "jazz", "amount": 0.25},
          "wildness": 0.75,
          "seed": 7,
          "answer": 2,
          "drums": ["kick", "snare"],
          "feel": "half"
        }
      }

      """
    #expect(patch.json.hasSuffix(written))
    #expect(try Patch(json: Array(patch.json.utf8), file: "any.json") == patch)
    patch.drummer = DrummerSettings()
    #expect(!patch.json.contains("drummer"))
  }

  @Test(arguments: ["tempo from 90.12345678 to 180", "level from -33.3 to -0.1"])
  func `the ends of a fader's range are read as they were assigned`(command: String) throws {
    var patch = Patch()
    let action = try CommandTable.assignment(command.split(separator: " ").map(String.init))
    patch.input.controls = [ControlAssignment(.controller(1), action)]
    let read = try Patch(json: Array(patch.json.utf8), file: "any.json")
    #expect(read.input.controls == patch.input.controls)
  }

  @Test func `notes and controls are written whole`() {
    var patch = Patch()
    patch.input = InputMap(
      notes: [64: .cowbell, 9: .kick],
      controls: [
        ControlAssignment(.note(24), .toggle), ControlAssignment(.pitchBend, .toggle, channel: 15),
        ControlAssignment(
          .controller(1), .tempo(from: Tempo(clampingBPM: 80), to: Tempo(clampingBPM: 160.5))),
      ])
    #expect(
      patch.json.hasSuffix(
        """
          "input": {
            "notes": {"9": "kick", "64": "cowbell"},
            "controls": [
              {"note": 24, "do": "toggle"},
              {"bend": true, "channel": 16, "do": "toggle"},
              {"cc": 1, "do": "tempo", "from": 80, "to": 160.5}
            ]
          }
        }

        """))
  }
}
