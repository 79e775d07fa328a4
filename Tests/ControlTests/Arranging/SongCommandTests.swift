import Commands
import Control
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Rhythm
import Testing

/// Songs: what plays when, and what an edit leaves as it was heard.
@Suite struct SongCommandTests {
  private func patch(song: String) throws -> Patch {
    try Patch(
      patterns: """
        a kick xxxx
        b snare xx
        c clap xxxx
        """, song: song)
  }

  private func desk(song: String = "") throws -> Desk { Desk(try patch(song: song)) }

  @Test func `a song plays from its top at the loop's end, and stops when it is over`() async throws
  {
    let desk = try desk(song: "b c b")
    try await desk.perform("play")
    var heard = desk.hear(1)
    try await desk.perform("song play")
    heard += desk.hear(12)
    #expect(heard == "kkkksscccc" + "ss")
    #expect(await desk.machine.status().isRolling == false)
    try await desk.perform("song again on")
    try await desk.perform("play")
    #expect(desk.hear(10) == "ssccccssss")
  }

  /// Sections of four, two and four beats; in the third the song is moved, and changed before that is done.
  @Test(arguments: [
    (["locate 1", "song loop 3"], "ccccc"), (["play", "song repeat 1 2"], "kkkkkkkkss"),
    (["play", "pattern b now"], "sssss"), (["locate 1", "undo"], "kkkkss"),
    (["stop", "play", "song off now"], "kkkkk"),
  ])
  func `a song that was moved in the same block begins where it was moved to`(
    lines: [String], heard: String
  ) async throws {
    let desk = try desk(song: "a b c")
    for line in ["song play", "song tempo 2 120", "play"] { try await desk.perform(line) }
    #expect(desk.hear(8) == "kkkksscc")
    for line in lines { try await desk.perform(line) }
    #expect(desk.hear(heard.count) == heard)
  }

  @Test func `a song that plays right after play begins with it, wherever the pattern rested`()
    async throws
  {
    let desk = try desk(song: "b c")
    try await desk.perform("play")
    #expect(desk.hear(13) == String(repeating: "k", count: 13))
    try await desk.perform("stop")
    desk.play()
    for line in ["play", "song play now"] { try await desk.perform(line) }
    #expect(desk.hear(6) == "sscccc")
  }

  @Test func `the loop that is playing is added without stopping`() async throws {
    let desk = try desk()
    try await desk.perform("play")
    var heard = desk.hear(2)
    try await desk.perform("song add x2")
    heard += desk.hear(1)
    try await desk.perform("pattern b now")
    try await desk.perform("song add at 240")
    try await desk.perform("song add c x3")
    heard += desk.hear(3)
    #expect(heard == "kkksss")
    let sections = await desk.machine.document.patch.song.sections
    #expect(sections.map(\.pattern) == ["a", "b", "c"])
    #expect(sections.map(\.repeats) == [2, 1, 3])
    #expect(sections[1].tempo == Tempo(clampingBPM: 240))
    // While the song plays, the loop that is playing is its section's.
    try await desk.perform("song tempo 2 off")
    try await desk.perform("song play now")
    try await desk.perform("locate 9")
    _ = desk.hear(1)
    try await desk.perform("song add")
    #expect(await desk.machine.document.patch.song.sections.last?.pattern == "b")
  }

  @Test func `sections come and go around the one that is heard`() async throws {
    let desk = try desk(song: "a b c")
    try await desk.perform("song play")
    try await desk.perform("play")
    var heard = desk.hear(7)
    for line in ["song insert 1 b x3", "song repeat 2 5", "song move 4 1", "song delete 2"] {
      try await desk.perform(line)
      desk.breathe()
      let place = await desk.machine.status().arrangement.song
      #expect(place?.pattern == "c" && place?.time == 1, "\(line): \(place as Any)")
      if line.hasPrefix("song delete") { heard += desk.hear(1) }
    }
    #expect(heard == "kkkksscc")
    #expect(
      await desk.machine.document.patch.song.sections.map(\.pattern) == ["c", "a", "b"])
    // The song goes on after the section that now comes first.
    #expect(desk.hear(4) == "cckk")
    try await desk.perform("undo 4")
    desk.play()
    #expect(await desk.machine.status().arrangement.song?.pattern == "a")
  }

  @Test func `a section loops where it is, and the song goes on from there`() async throws {
    let desk = try desk(song: "a b c")
    try await desk.perform("song play")
    try await desk.perform("play")
    var heard = desk.hear(5)
    try await desk.perform("song loop 2")
    heard += desk.hear(5)
    #expect(await desk.machine.status().arrangement.song?.isLooped == true)
    #expect(await desk.machine.status().arrangement.song?.section == 2)
    try await desk.perform("step crash 1 x")
    try await desk.perform("song loop off")
    heard += desk.hear(4)
    #expect(heard == "kkkkssssss" + "cccc")
    #expect(await desk.machine.status().arrangement.song?.section == 3)
  }

  @Test func `another section is looped when the loop ends`() async throws {
    let desk = try desk(song: "a b c")
    try await desk.perform("play")
    var heard = desk.hear(2)
    try await desk.perform("song loop 3")
    let queue = await desk.machine.status().arrangement.queue
    #expect(queue?.what == "section 3" && queue?.pattern == nil)
    heard += desk.hear(8)
    #expect(heard == "kkkkcccccc")
    try await desk.perform("song delete 3")
    desk.breathe()
    #expect(await desk.machine.status().arrangement.song?.isLooped == false)
    try await desk.perform("song off now")
    #expect(desk.hear(2) == "kk")
    #expect(await desk.machine.status().arrangement.song == nil)
  }

  @Test(arguments: ["a b c", "c b a"])
  func `undo and redo of a load end the loop of a section, also where both patches play alike`(
    song: String
  ) async throws {
    let desk = try desk(song: "a b c")
    desk.shelf.put(try patch(song: song), at: "other.json")
    try await desk.perform("load other.json")
    for line in ["undo", "redo"] {
      for line in ["song loop 2", "play"] { try await desk.perform(line) }
      #expect(desk.hear(2) == "ss", "\(line)")
      #expect(await desk.machine.status().arrangement.song?.isLooped == true, "\(line)")
      try await desk.perform(line)
      let heard = desk.hear(4)
      let place = await desk.machine.status().arrangement.song
      if line == "undo" {
        #expect(heard == "kkkk" && place == nil)
      } else {
        // It is as it was when its load was undone, and played its song.
        #expect(place?.isLooped == false)
      }
      try await desk.perform("stop")
      desk.breathe()
    }
  }

  @Test func `a song begins at the patch's tempo again, whatever it ended at`() async throws {
    let desk = try desk(song: "a b")
    for line in ["song tempo 2 240", "song again on", "song play", "play"] {
      try await desk.perform(line)
    }
    _ = desk.hear(4)
    desk.play()
    #expect(await desk.machine.status().tempoBPM == 240)
    _ = desk.hear(1)
    desk.play()
    #expect(await desk.machine.status().tempoBPM == 120)
  }

  @Test func `a section's tempo holds for all of it, whatever it changed to before`() async throws {
    let changes = [
      TempoChange(beat: Beats(1), tempo: Tempo(clampingBPM: 150)),
      TempoChange(beat: Beats(2), tempo: Tempo(clampingBPM: 200)),
    ]
    let section = Section(pattern: "a", tempo: Tempo(clampingBPM: 240), tempi: changes)
    let song = Song(sections: [section, section, section])
    var patch = try Patch(patterns: "a kick xxxx")
    try patch.setSong(song)
    let desk = Desk(patch)
    for line in ["song tempo 1 60", "song tempo 2 off", "song repeat 3 2"] {
      try await desk.perform(line)
    }
    let sections = await desk.machine.document.patch.song.sections
    #expect(sections.map(\.tempo) == [Tempo(clampingBPM: 60), nil, Tempo(clampingBPM: 240)])
    #expect(sections.map(\.tempi) == [[], [], changes])
    for line in ["song play", "play"] { try await desk.perform(line) }
    var heard: Set<Double> = []
    // 3.7 s of the 4 s that the first section takes.
    for _ in 0..<28 {
      desk.play(blocks: 50)
      heard.insert(await desk.machine.status().tempoBPM)
    }
    #expect(heard == [60])
    try await desk.perform("undo 3")
    #expect(await desk.machine.document.patch.song == song)
  }

  @Test func `the song is shown with its position, also in the status`() async throws {
    let desk = try desk(song: "a c")
    for line in ["song repeat 2 2", "song tempo 2 96.5", "song groove 1 swing16 66 50%"] {
      try await desk.perform(line)
    }
    #expect(
      try await desk.perform("song").text
        == ("""
        2 sections, 12 beats; `song play` plays it
          1  a  x1  swing16 66
          2  c  x2  at 96.5 bpm
        """))
    #expect(await desk.machine.document.patch.song.sections[0].groove?.timing == 0.5)
    try await desk.perform("song play")
    try await desk.perform("play")
    _ = desk.hear(5)
    let shown = try #require(try await desk.perform("song").text)
    #expect(shown.contains("> 2  c"))
    let status = await desk.machine.status()
    #expect(status.text.contains("song: section 2 of 2, c, time 1 of 2\n"))
    try await desk.perform("song clear")
    desk.breathe()
    #expect(await desk.machine.document.patch.playsSong == false)
    #expect(await desk.machine.status().arrangement.song == nil)
  }

  @Test func `lanes that are only sent as MIDI are said, of all patterns that are played`()
    async throws
  {
    func pattern(_ name: String, _ voice: Voice?) throws -> Pattern {
      let steps = Array(repeating: Step(StepNotation.hit), count: 4)
      return try Pattern(
        name: name, stepCount: 4, stepsPerBeat: 1,
        lanes: [Lane(try #require(voice), steps: steps)])
    }
    let note = try pattern("b", Voice(note: 64, channel: 2))
    let patterns = [
      try pattern("a", Voice(.kick)), note, try pattern("c", Voice(note: 65, channel: 2)),
    ]
    var patch = Patch()
    try patch.setPatterns(
      patterns, selected: 0,
      song: Song(sections: ["a", "b", "a", "b"].map { Section(pattern: $0) }, loops: true))
    let desk = Desk(patch)
    #expect(await desk.machine.status().midiOnly == nil)
    try await desk.perform("song play")
    try await desk.perform("play")
    _ = desk.hear(1)
    let remark = "lane 64@3: MIDI only, not heard in the audio"
    #expect(await desk.machine.status().midiOnly == remark)
    try await desk.perform("song loop 1")
    _ = desk.hear(32)
    #expect(await desk.machine.status().midiOnly == nil)
    #expect(await Desk(Patch(pattern: note)).machine.status().midiOnly == remark)
  }

  @Test func `undo brings sections back and lets the song play on`() async throws {
    let desk = try desk(song: "a b")
    try await desk.perform("song delete 2")
    try await desk.perform("song play")
    try await desk.perform("undo")
    #expect(await desk.machine.document.patch.song.sections.count == 2)
    #expect(await desk.machine.document.patch.playsSong)
  }

  @Test(arguments: [
    ("song play", "song play: the song is empty: `song add` puts a pattern into it"),
    ("song loop 1", "section 1: the song has no sections"),
    ("song loop off", "song loop off: no section is looped"),
    ("song add ghost", "pattern “ghost” does not exist"),
    ("song delete 1", "song, section 1: the song has no sections"),
    ("song insert 2", "song, section 2: the song has no sections"),
    ("song move 1 1", "song, section 1: the song has no sections"),
    ("song repeat 3 2", "song, section 3: the song has no sections"),
  ])
  func `what a song has not can't be asked for`(line: String, sentence: String) async throws {
    let desk = try desk()
    let before = await desk.machine.document
    await #expect(throws: CommandError(sentence)) { try await desk.perform(line) }
    #expect(await desk.machine.document == before)
  }

  @Test func `of ten thousand sections one more is refused`() async throws {
    var patch = try Patch(patterns: "a kick x")
    try patch.setSong(
      Song(sections: Array(repeating: Section(pattern: "a"), count: Song.mostSections)))
    let desk = Desk(patch)
    await #expect(throws: CommandError("song, 10001 sections: a song has at most 10000")) {
      try await desk.perform("song add")
    }
  }
}
