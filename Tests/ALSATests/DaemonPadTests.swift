import ALSASequencer
import Commands
import Control
import Foundation
import GhostnoteTesting
import Ports
import Testing

extension ALSATests {
  @Suite(.serialized) struct DaemonPads {
    /// Hits the pad `count` times, half a second apart, and returns the kernel's timestamps.
    private func play(_ pad: Pad, strokes: [[UInt8]], stampedBy witness: Peer) -> [Int64] {
      var heard: [Peer.Heard] = []
      for (index, bytes) in strokes.enumerated() {
        pad.write(bytes)
        #expect(witness.listen(into: &heard) { $0.count(where: \.isOn) == index + 1 })
        usleep(500_000)
      }
      return heard.filter(\.isOn).map(\.stamp.nanoseconds)
    }

    /// Another client that listens to the same raw port.
    private func witness(port: UInt8) throws -> Peer {
      let witness = try Peer("Witness")
      let name = "VirMIDI 1-\(port)"
      let raw = try #require(try SequencerPorts.list().first { $0.portName == name })
      try witness.listen(to: raw.peer.address, stampedBy: try witness.startQueue())
      return witness
    }

    /// Whether the list of what is assigned comes to have such a line.
    private func list(of daemon: Daemon, has line: Regex<Substring>) -> Bool {
      eventually {
        daemon.session.answer(to: "assign list", until: "note 26")?.firstMatch(of: line) != nil
      }
    }

    @Test func `a fader that is moved after learn moves what was named, and a pad plays it`() throws
    {
      let daemon = try Daemon(["--connect", "*:Box MIDI 1"])
      let box = try Peer("Box", port: "Box MIDI 1")
      #expect(daemon.session.says("connected Box:Box MIDI 1 to Ghostnote:in"))
      let ask = daemon.session.answer(to: "learn level kick", until: "`learn off` ends it")
      #expect(ask?.contains("for “level kick”") == true, "\(ask ?? "")")
      for value in 20...40 { try box.move(controller: 14, to: Int32(value)) }
      #expect(list(of: daemon, has: /cc 14 .*level kick/))
      try box.move(controller: 14, to: 127)
      #expect(
        eventually {
          daemon.session.answer(to: "level kick", until: "dB")?.contains("12 dB") == true
        })
      // A pad that is learned plays what it was given, and no drum.
      _ = daemon.session.answer(to: "learn play", until: "`learn off` ends it")
      try box.play(note: 50)
      #expect(list(of: daemon, has: /note 50 .*play/))
      try box.play(note: 50)
      #expect(daemon.comesTo { $0.isRolling })
      #expect(daemon.session.end().status == 0)
    }

    @Test func `bytes from a raw port play notes, which are sent on out with their note-offs`()
      throws
    {
      let path = temporaryPath("pads.wav")
      let daemon = try Daemon(["--connect", "*:VirMIDI 1-0"], audio: "wav:\(path)")
      #expect(daemon.session.says("connected Virtual Raw MIDI 1-0:VirMIDI 1-0 to Ghostnote:in"))
      let dump = try Aseqdump(to: "out", of: daemon)
      let witness = try witness(port: 0)
      let pad = try Pad(0)
      // An ignored channel, an ignored note, a mapped one, running status, a velocity of 0.
      pad.write([0x90, 36, 100, 0x80, 36, 0, 0x99, 76, 90, 0x89, 76, 0])
      var ignored: [Peer.Heard] = []
      #expect(witness.listen(into: &ignored) { $0.count(where: \.isOff) == 2 })
      let stamps = play(
        pad,
        strokes: [
          [0x99, 22, 120, 22, 0], [0x99, 37, 110, 37, 0], [0x99, 36, 127, 0x89, 36, 64],
        ], stampedBy: witness)
      let expected = [
        "on 9 42 120", "off 9 42", "on 9 37 110", "off 9 37", "on 9 36 127", "off 9 36",
      ]
      #expect(eventually { dump.notes.count >= expected.count })
      #expect(daemon.session.end().status == 0)
      #expect(dump.notes == expected)
      let wav = try WAVReader(Array(Data(contentsOf: URL(fileURLWithPath: path))))
      let bursts = wav.bursts
      try #require(bursts.count == 3, "\(bursts)")
      let lateness = zip(bursts, stamps).map { burst, stamp in
        Double(burst - bursts[0]) / 48 - Double(stamp - stamps[0]) / 1e6
      }
      print("sound against stamps, from stroke to stroke: \(lateness) ms")
      // Hits are half a second apart: each sounds at its time.
      #expect(lateness.allSatisfy { abs($0) < 100 })
    }

    @Test func `invalid bytes and SysEx floods are dropped and counted, and the next hit sounds`()
      throws
    {
      let daemon = try Daemon(["rock", "--play", "--connect", "*:VirMIDI 1-1"])
      #expect(daemon.session.says("to Ghostnote:in"))
      let pad = try Pad(1)
      // Data without status, interrupted running status, undefined status, half a message.
      pad.write([0x12, 0x34, 0x99, 36, 0xF4, 38, 90, 0xF9, 0x99, 0xFE, 0x90])
      for _ in 0..<50 { pad.write([0xF0] + Array(repeating: 0x55, count: 1_000) + [0xF7]) }
      pad.write([0xF0, 1, 2, 3])
      #expect(daemon.session.says("System Exclusive messages dropped"))
      var chance = SplitMix64(seed: 3)
      for _ in 0..<100 {
        pad.write((0..<200).map { _ in UInt8.random(in: 0...255, using: &chance) })
      }
      // Resets whatever they did to transport, tempo and held notes.
      pad.write([0xF7, 0xFC, 0xB9, 123, 0])
      daemon.session.type("stop")
      #expect(daemon.comesTo { !$0.isRolling })
      let dropped = try #require(daemon.session.status()?.devices["ALSA MIDI"])
      let count = try #require(dropped.split(separator: " ").dropLast().last.flatMap { Int($0) })
      #expect(count >= 50, "\(dropped)")
      let dump = try Aseqdump(to: "out", of: daemon)
      pad.write([0x99, 38, 99, 0x89, 38, 0])
      // Note-offs of the flood's own notes may still be queued.
      #expect(eventually { dump.notes.contains("on 9 38 99") && dump.notes.last == "off 9 38" })
      let stroke = dump.notes.drop { $0 != "on 9 38 99" }
      daemon.session.type("play")
      #expect(daemon.comesTo { $0.isRolling && $0.beat > 1 })
      #expect(daemon.session.end().status == 0)
      #expect(stroke.prefix(2) == ["on 9 38 99", "off 9 38"])
    }

    @Test
    func `random bytes from a pad connected with aconnect play notes that all end`()
      throws
    {
      let daemon = try Daemon()
      try run("/usr/bin/aconnect", "Virtual Raw MIDI 1-2:0", daemon.number(of: "in"))
      #expect(daemon.session.says("to Ghostnote:in"))
      let judge = try Peer(judging: daemon, "out")
      let pad = try Pad(2)
      var chance = SplitMix64(seed: 11)
      var heard: [Peer.Heard] = []
      for _ in 0..<150 {
        let status: [UInt8] = [0x99, 0x89, 0x99, 0x90, 0xA9, 0xB9, 0xF8, 0xF1]
        var bytes = [status.randomElement(using: &chance) ?? 0x99]
        bytes += (0..<Int.random(in: 0..<6, using: &chance)).map { _ in
          UInt8.random(in: 20..<64, using: &chance)
        }
        pad.write(bytes)
        usleep(2_000)
        heard += judge.heard()
      }
      pad.write([0xB9, 123, 0])
      #expect(judge.listen(into: &heard) { !$0.isEmpty && $0.hanging.isEmpty })
      #expect(daemon.session.end().status == 0)
      heard += judge.heard()
      #expect(heard.count(where: \.isOn) > 20)
      #expect(heard.hanging == [:])
    }
  }
}
