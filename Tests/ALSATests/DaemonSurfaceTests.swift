import ALSAGate
import ALSASequencer
import CALSA
import Commands
import Foundation
import GhostnoteTesting
import Ports
import Testing

/// A grid of pads in the sequencer, which keeps what it was sent.
@safe private final class VirtualGrid {
  let peer: Peer
  /// The palette's number of each light, by note.
  private(set) var pads: [UInt8: UInt8] = [:]
  /// The pads whose light blinks.
  private(set) var blinking: Set<UInt8> = []
  private(set) var systemMessages: [[UInt8]] = []
  private(set) var messageCount = 0

  init(_ client: String, port: String) throws { peer = try Peer(client, port: port) }

  static func launchpad() throws -> VirtualGrid {
    try VirtualGrid("Launchpad X", port: "Launchpad X LPX MIDI In")
  }

  /// Takes what has come by now.
  func look() {
    var event: UnsafeMutablePointer<snd_seq_event_t>?
    while unsafe snd_seq_event_input(peer.pointer, &event) >= 0, let event = unsafe event {
      switch unsafe snd_seq_event_type(UInt32(event.pointee.type)) {
      case SND_SEQ_EVENT_NOTEON, SND_SEQ_EVENT_NOTEOFF:
        let note = unsafe event.pointee.data.note
        pads[note.note] = note.velocity
        if note.channel == 1 { blinking.insert(note.note) } else { blinking.remove(note.note) }
        messageCount += 1
      case SND_SEQ_EVENT_CONTROLLER: messageCount += 1
      case SND_SEQ_EVENT_SYSEX:
        let ext = unsafe event.pointee.data.ext
        let bytes = unsafe UnsafeRawBufferPointer(start: ext.ptr, count: Int(ext.len))
        systemMessages.append(unsafe Array(bytes))
      default: break
      }
    }
  }

  /// Waits until a pad shows a number of the palette.
  func shows(_ number: UInt8, on pad: UInt8) -> Bool {
    eventually {
      look()
      return pads[pad] == number
    }
  }

  /// Presses a pad and lets it go.
  func press(_ pad: UInt8, velocity: UInt8) throws {
    for velocity in [velocity, 0] { try peer.play(note: pad, velocity: velocity, channel: 0) }
  }
}

extension ALSATests {
  @Suite(.serialized) struct DaemonSurface {
    @Test
    func `a Launchpad that is plugged in shows the steps, writes them, and is dark afterwards`()
      throws
    {
      let daemon = try Daemon()
      daemon.session.type("step kick 1 100")
      var launchpad: VirtualGrid? = try .launchpad()
      #expect(daemon.session.says("is used as Launchpad X"))
      // Row 1, column 1 in full orange.
      #expect(launchpad?.shows(9, on: 81) == true)
      #expect(launchpad?.shows(0, on: 82) == true)
      #expect(
        launchpad?.systemMessages.first == [0xF0, 0x00, 0x20, 0x29, 0x02, 0x0C, 0x0E, 0x01, 0xF7])
      // Column 3 softly: dim orange; what it sends plays no note on `out`.
      let dump = try Aseqdump(to: "out", of: daemon)
      try launchpad?.press(83, velocity: 40)
      #expect(launchpad?.shows(11, on: 83) == true)
      try launchpad?.press(81, velocity: 90)
      #expect(launchpad?.shows(0, on: 81) == true)
      #expect(daemon.session.answer(to: "show", until: "kick")?.isEmpty == false)
      // A strike of a drum pad is heard at once.
      daemon.session.type("surface page drums")
      #expect(launchpad?.shows(10, on: 12) == true)
      try launchpad?.press(12, velocity: 77)
      #expect(eventually { dump.notes.contains("on 9 36 77") })
      // Unplugged and plugged in again, it shows all of it again.
      launchpad = nil
      #expect(daemon.session.says("Launchpad X LPX MIDI In is gone"))
      let again = try VirtualGrid.launchpad()
      #expect(again.shows(11, on: 83))
      #expect(daemon.session.end().status == 0)
      again.look()
      #expect(again.pads.values.allSatisfy { $0 == 0 })
      #expect(again.systemMessages.last == [0xF0, 0x00, 0x20, 0x29, 0x02, 0x0C, 0x0E, 0x00, 0xF7])
    }

    @Test func `a pattern that waits for its moment blinks until then`() throws {
      let daemon = try Daemon()
      let launchpad = try VirtualGrid.launchpad()
      #expect(daemon.session.says("is used as Launchpad X"))
      daemon.session.type("pattern copy b; pattern 1; surface page patterns; tempo 240; play")
      #expect(
        eventually {
          launchpad.look()
          return launchpad.pads[81] ?? 0 > 0 && launchpad.pads[82] ?? 0 > 0
        })
      #expect(launchpad.blinking.isEmpty)
      daemon.session.type("tempo 20; pattern b loop")
      #expect(
        eventually {
          launchpad.look()
          return launchpad.blinking == [82]
        })
      daemon.session.type("tempo 300")
      #expect(
        eventually {
          launchpad.look()
          return launchpad.blinking.isEmpty
        })
      #expect(daemon.session.end().status == 0)
    }

    @Test func `the port surface, connected to ours, is reported once and is not a grid`() throws {
      let daemon = try Daemon()
      let launchpad = try VirtualGrid.launchpad()
      daemon.session.type("step kick 1 100")
      #expect(launchpad.shows(9, on: 81))
      for port in ["surface", "out"] {
        try run("/usr/bin/aconnect", daemon.number(of: port), daemon.number(of: "surface"))
        #expect(daemon.session.says("connected Ghostnote:\(port) to Ghostnote:surface"))
      }
      // A grid that comes after it is used as before.
      daemon.session.type("step kick 2 100")
      #expect(launchpad.shows(9, on: 82))
      #expect(!daemon.session.program.errors.contains("no map fits Ghostnote"))
      let said = daemon.session.program.errors.components(
        separatedBy: "connected Ghostnote:surface to Ghostnote:surface")
      #expect(said.count == 2)
      #expect(daemon.session.end().status == 0)
    }

    @Test func `surface off releases a device, and use takes an unknown one`() throws {
      let daemon = try Daemon()
      let launchpad = try VirtualGrid.launchpad()
      daemon.session.type("step kick 1 100")
      #expect(launchpad.shows(9, on: 81))
      let list = daemon.session.answer(to: "surface list", until: "plain-8x8")
      #expect(list?.contains("Launchpad X: Launchpad X:Launchpad X LPX MIDI In") == true)
      daemon.session.type("surface off")
      #expect(launchpad.shows(0, on: 81))
      #expect(daemon.session.says("disconnected Launchpad X:Launchpad X LPX MIDI In from"))
      let grid = try Peer("Grid", port: "Grid MIDI 1")
      #expect(
        eventually {
          daemon.session.type("surface use plain-8x8 'Grid:*'")
          return daemon.session.program.errors.contains(
            "connected Ghostnote:surface to Grid:Grid MIDI 1")
        })
      let heard = grid.heard { $0.contains { $0.note == 92 && $0.velocity == 127 } }
      #expect(heard.contains { $0.note == 92 && $0.velocity == 127 })
      #expect(daemon.session.end().status == 0)
    }

    @Test func `an unknown grid is learned from three presses, and known to the next session`()
      throws
    {
      let data = temporaryPath("data")
      let first = try Daemon(environment: [("XDG_DATA_HOME", data)])
      let box = try VirtualGrid("Box", port: "Box MIDI 1")
      first.session.type("step kick 1 100")
      #expect(
        eventually {
          first.session.answer(to: "surface learn 'Box:*' 4x4", until: "\n")?.contains("press ")
            == true
        })
      #expect(first.session.says("connected Box:Box MIDI 1 to Ghostnote:surface"))
      // From the top left to the right, and below it.
      for pad in [48, 49, 44] as [UInt8] { try box.press(pad, velocity: 90) }
      #expect(first.session.says("surface learn: Box:Box MIDI 1 is a grid; kept in "))
      #expect(box.shows(127, on: 48))
      try box.press(50, velocity: 90)
      #expect(box.shows(127, on: 50))
      #expect(first.session.end().status == 0)
      #expect(box.shows(0, on: 48))
      // The next one lights it when it is plugged in.
      let second = try Daemon(environment: [("XDG_DATA_HOME", data)])
      #expect(second.session.says("is used as Box"))
      second.session.type("step kick 2 100")
      #expect(box.shows(127, on: 49))
      #expect(second.session.end().status == 0)
    }
  }
}
