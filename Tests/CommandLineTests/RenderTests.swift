import Commands
import Foundation
import GhostnoteTesting
import Testing

extension CommandLineTests {
  /// Renders with `arguments` into `name` and answers the file's bytes.
  private func render(
    _ patch: String, _ arguments: [String] = [], into name: String, _ place: Workplace
  ) throws -> [UInt8] {
    let program = try GhostnoteProgram.start(
      ["render", patch, "-o", "\(place.path)/\(name)"] + arguments)
    let outcome = program.finish()
    try #require(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.contains(name))
    return try place.read(name)
  }

  @Test(arguments: ["rock", "samba"])
  func `a patch renders to the same bytes each time`(patch: String) throws {
    let place = try Workplace()
    let first = try render(patch, ["--bars", "2"], into: "first.wav", place)
    let second = try render(patch, ["--bars", "2"], into: "second.wav", place)
    #expect(first == second)
    let wav = try WAVReader(first)
    #expect(wav.channelCount == 2 && wav.sampleRate == 48_000)
    #expect((wav.level.max() ?? 0) > 0.05)
  }

  @Test(arguments: [(tempo: 120.0, rate: 48_000), (97.3, 48_000), (133.7, 44_100)])
  func `each hit begins in its frame's 64-frame block of sound, never early`(
    tempo: Double, rate: Int
  ) throws {
    let place = try Workplace()
    let row = "x....... ..x..... .....x.. ........"
    let patch = try place.write(
      "sparse.json",
      """
      {"format": "ghostnote-patch/1", "tempo": \(tempo),
       "pattern": {"steps": 32, "lanes": [{"drum": "sidestick", "steps": "\(row)"}]}}
      """)
    let wav = try WAVReader(
      try render(patch, ["--bars", "6", "--rate", "\(rate)"], into: "out.wav", place))
    let framesPerStep = Double(rate) * 60 / tempo / 4
    let hits = (0..<3).flatMap { loop in [0, 10, 21].map { 32 * loop + $0 } }
    for (index, step) in hits.enumerated() {
      let due = Int((Double(step) * framesPerStep).rounded())
      let next = index + 1 < hits.count ? Double(hits[index + 1]) * framesPerStep : .infinity
      let onset = try #require(wav.onset(from: max(0, due - 480), to: Int(min(next, 1e9)) - 480))
      // The recording's own attack to 40 dB below its peak is under a quarter of a millisecond.
      #expect((due...due + 64 + rate / 4_000).contains(onset), "step \(step): \(onset - due)")
    }
  }

  @Test func `the stems together are the mix`() throws {
    let place = try Workplace()
    let bytes = try render("rock", ["--bars", "2", "--exact"], into: "mix.wav", place)
    let mix = try WAVReader(bytes)
    let program = try GhostnoteProgram.start(
      ["render", "rock", "--bars", "2", "--exact", "--stems", "-o", "\(place.path)/stem.wav"])
    try #require(program.finish().status == 0)
    let names = ["kick", "snare", "closedhat", "openhat"].map { "stem-\($0).wav" }
    let stems = try names.map { try WAVReader(try place.read($0)) }
    for channel in 0..<2 {
      var largest: Float = 0
      for frame in 0..<mix.frameCount {
        let sum = stems.reduce(Float(0)) { $0 + $1.channels[channel][frame] }
        largest = max(largest, abs(sum - mix.channels[channel][frame]))
      }
      // Each file is rounded to 24 bits by itself, and floats are summed in another order.
      #expect(largest < 5 / 8_388_608 * 4)
    }
    #expect(stems.allSatisfy { $0.frameCount == mix.frameCount })
  }

  @Test(arguments: ["s", "é"])
  func `stems of a name of one letter are written to the folder that one is in`(
    stem: String
  ) throws {
    let place = try Workplace()
    let outcome = try GhostnoteProgram.start(
      by: "/bin/sh",
      [
        "-c", #"cd "$1" && shift && exec "$0" "$@""#, GhostnoteProgram.path, place.path, "render",
        "rock", "--bars", "1", "--exact", "--stems", "-o", "\(stem).wav",
      ]
    ).finish()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(FileManager.default.fileExists(atPath: "\(place.path)/\(stem)-kick.wav"))
  }

  @Test func `stems of which one cannot be written leave nothing of the others`() throws {
    let place = try Workplace()
    try FileManager.default.createDirectory(
      atPath: "\(place.path)/s-snare.wav", withIntermediateDirectories: true)
    let outcome = try GhostnoteProgram.run(
      "render", "rock", "--bars", "1", "--exact", "--stems", "-o", "\(place.path)/s.wav")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains("s-snare.wav: cannot be written: it is a folder or a device"))
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
    #expect(names == ["s-snare.wav"])
  }

  @Test func `the folder of stems is made, and not those around it`() throws {
    let place = try Workplace()
    func rendered(_ path: String) throws -> Spawned.Outcome {
      try GhostnoteProgram.run(
        "render", "rock", "--bars", "1", "--stems", "-o", "\(place.path)/\(path)")
    }
    #expect(try rendered("stems/rock.wav").status == 0)
    #expect(try WAVReader(place.read("stems/rock-kick.wav")).frameCount > 0)
    #expect(try rendered("stems/rock.wav").status == 0)
    let other = try rendered("no/such/rock.wav")
    #expect(other.status == 1 && other.errors.contains("no/such/rock-kick.wav: cannot be written"))
  }

  @Test func `reverb and echoes have a stem of their own, and all stems are the mix`() throws {
    let place = try Workplace()
    let patch = try place.write(
      "sends.json",
      """
      {
        "format": "ghostnote-patch/1",
        "kit": {"drums": {"kick2": {"delay": 0.5}, "snare": {"reverb": 0.4, "filter": "highpass"}}},
        "pattern": {"steps": 4, "lanes": [
          {"drum": "kick2", "steps": "x..."}, {"drum": "snare", "steps": "..x."}
        ]}
      }
      """)
    let mix = try WAVReader(try render(patch, ["--bars", "1", "--exact"], into: "mix.wav", place))
    let program = try GhostnoteProgram.start(
      ["render", patch, "--bars", "1", "--exact", "--stems", "-o", "\(place.path)/stem.wav"])
    try #require(program.finish().status == 0)
    let names = ["kick2", "snare", "effects"].map { "stem-\($0).wav" }
    let stems = try names.map { try WAVReader(try place.read($0)) }
    #expect(stems.allSatisfy { $0.channels[0].contains { abs($0) > 0.01 } })
    for channel in 0..<2 {
      let largest = (0..<mix.frameCount).reduce(Float(0)) { largest, frame in
        let sum = stems.reduce(Float(0)) { $0 + $1.channels[channel][frame] }
        return max(largest, abs(sum - mix.channels[channel][frame]))
      }
      #expect(largest < 5 / 8_388_608 * 4)
    }
  }

  @Test func `an exact render has the frames of its bars, another rings out after them`() throws {
    let place = try Workplace()
    let exact = try WAVReader(
      try render("rock", ["--bars", "3", "--bpm", "90", "--exact"], into: "exact.wav", place))
    #expect(exact.frameCount == 3 * 4 * 32_000)
    let ringing = try WAVReader(
      try render("rock", ["--bars", "3", "--bpm", "90"], into: "ring.wav", place))
    #expect(ringing.frameCount > exact.frameCount)
    #expect(ringing.level.suffix(100).allSatisfy { $0 < 0.001 })
    #expect(Array(ringing.channels[0].prefix(exact.frameCount)) == exact.channels[0])
  }

  @Test func `a MIDI file holds the pattern's hits at their ticks`() throws {
    let place = try Workplace()
    let patch = try place.patch(
      "two.json", tempo: 125, ["kick": "X... x... o... ....", "snare": ".... X... .... X..."])
    let file = try MIDIFileReader(try render(patch, ["--bars", "2"], into: "two.mid", place))
    let sixteenth = file.ticksPerBeat / 4
    #expect(file.microsecondsPerBeat == 480_000)
    #expect(file.length == 8 * file.ticksPerBeat)
    let bar: [(step: Int, number: UInt8, velocity: UInt8)] = [
      (0, 36, 120), (4, 36, 96), (4, 38, 120), (8, 36, 56), (12, 38, 120),
    ]
    let due = (0..<2).flatMap { loop in
      bar.map { hit in
        MIDIFileReader.Note(
          tick: (16 * loop + hit.step) * sixteenth, isOn: true, channel: 9, number: hit.number,
          velocity: hit.velocity)
      }
    }
    #expect(Set(file.notes.filter(\.isOn)) == Set(due))
    #expect(file.notes.filter(\.isOn).count == due.count)
    for note in due {
      let end = file.notes.first { !$0.isOn && $0.number == note.number && $0.tick > note.tick }
      #expect(try #require(end).tick <= note.tick + sixteenth)
    }
  }

  @Test func `a whole song is rendered, as sound and as MIDI`() throws {
    let place = try Workplace()
    let patch = try place.write(
      "song.json",
      """
      {"format": "ghostnote-patch/1", "patterns": [
         {"name": "a", "lanes": [{"drum": "kick", "steps": "x... .... .... ...."}]},
         {"name": "b", "lanes": [{"drum": "snare", "steps": "x... .... .... ...."}]}],
       "song": {"sections": [{"pattern": "a"}, {"pattern": "b", "tempo": 240}]}}
      """)
    let wav = try WAVReader(try render(patch, ["--song", "--exact"], into: "song.wav", place))
    #expect(wav.level.count == 96_000 + 48_000)
    let midi = try render(patch, ["--song"], into: "song.mid", place)
    #expect(midi.count > 40)
    let outcome = try GhostnoteProgram.start(
      ["render", "rock", "--song", "-o", "\(place.path)/none.wav"]
    ).finish()
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains("the patch has no song"))
  }

  @Test(arguments: [["x.wav"], ["x.mid"], ["x.wav", "--song"], ["x.mid", "--song"]])
  func `a patch whose drummer cannot play along is refused, whatever is written`(words: [String])
    throws
  {
    let place = try Workplace()
    let patch = try place.write(
      "seven.json",
      """
      {"format": "ghostnote-patch/1", "drummer": {"on": true}, "patterns": [
         {"name": "a", "steps": 14, "meter": "7/8", "lanes": [{"drum": "kick", "steps": "x......x......"}]}],
       "song": {"sections": [{"pattern": "a"}]}}
      """)
    let outcome = try GhostnoteProgram.start(
      ["render", patch, "-o", "\(place.path)/\(words[0])"] + words.dropFirst()
    ).finish()
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("pattern “a” is in 7/8: `drummer off`"), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: "\(place.path)/\(words[0])"))
  }

  @Test func `lanes that only MIDI has are said once, of the patterns that are rendered`() throws {
    let place = try Workplace()
    func errors(play: Bool, _ arguments: String...) throws -> [String] {
      let patch = try place.write(
        "mixed.json",
        """
        {"format": "ghostnote-patch/1", "patterns": [
           {"name": "a", "steps": 4, "lanes": [{"drum": "kick", "steps": "x..."}]},
           {"name": "b", "steps": 4, "lanes": [{"voice": "75@10", "steps": "x..."}]},
           {"name": "c", "steps": 4, "lanes": [{"voice": "75@10", "steps": "x..."},
             {"voice": "64@3", "steps": "x..."}]},
           {"name": "d", "steps": 4, "lanes": [{"voice": "65@3", "steps": "x..."}]}],
         "song": {"play": \(play), "sections": [{"pattern": "a"}, {"pattern": "b"}, {"pattern": "c"}]}}
        """)
      let outcome = try GhostnoteProgram.start(
        ["render", patch, "-o", "\(place.path)/out.wav"] + arguments
      ).finish()
      #expect(outcome.status == 0, "\(outcome.errors)")
      return outcome.errorLines
    }
    let remark =
      "ghostnote: lanes 75@10 (Claves), 64@3: MIDI only, not heard in the audio; "
      + "the SoundFont has no sound on those keys of channel 10"
    #expect(try errors(play: true, "--bars", "4") == [remark])
    #expect(try errors(play: false, "--song") == [remark])
    #expect(try errors(play: false, "--bars", "1") == [])
  }

  @Test func `a MIDI file may end in .midi, whichever command writes it`() throws {
    let place = try Workplace()
    #expect(try render("rock", into: "a.midi", place).starts(with: "MThd".utf8))
    // What is taken goes on to look for the model.
    for command in [["humanise", "rock"], ["humanise", "\(place.path)/a.midi"], ["drum"]] {
      let outcome = try GhostnoteProgram.start(
        command + ["-o", "\(place.path)/b.MIDI", "--model", "/nonexistent"]
      ).finish()
      #expect(outcome.status == 1 && outcome.errors.contains("/nonexistent"), "\(outcome.errors)")
    }
  }

  @Test func `more notes than a MIDI file may have are refused with how many bars fit`() throws {
    let place = try Workplace()
    let outcome = try GhostnoteProgram.run(
      "render", "rock", "--bars", "100000", "-o", "\(place.path)/long.mid")
    #expect(outcome.status == 1)
    let reason = "long.mid: expected at most 1000000 notes, found more: --bars 71428 fits\n"
    #expect(outcome.errors.hasSuffix(reason), "\(outcome.errors)")
    #expect(try render("rock", ["--bars", "71428"], into: "fits.mid", place).count > 1_000_000)
  }
}
