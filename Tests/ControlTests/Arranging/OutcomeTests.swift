import Commands
import GhostnoteTesting
import MIDI
import MusicalTime
import Rhythm
import Sequencing
import Testing

@testable import Control

/// What commands about patterns and the song come to, without a machine: values in, values out.
@Suite struct OutcomeTests {
  private func context(
    _ patch: Patch, heardSection: Int? = nil, waiting: SwitchMoment? = nil, looped: Int? = nil
  ) -> CommandContext {
    let heard = Heard(patch: patch, loopedSection: looped)
    var playing = Playing(heard: heard, coming: heard, waiting: waiting)
    playing.place.section = heardSection ?? 0
    return CommandContext(
      document: EditedDocument(patch, file: nil), playing: playing, name: "test")
  }

  private func patch(playsSong: Bool = false) throws -> Patch {
    var patch = try Patch(
      patterns: """
        verse kick xxxx
        chorus snare xx
        """, song: "verse chorus")
    patch.playsSong = playsSong
    return patch
  }

  @Test func `selecting the pattern that plays does nothing, unless another one waits`() throws {
    let patch = try patch()
    let same = PatternCommand.select(.number(0), at: .bar)
    guard case .reply(.done) = try same.outcome(in: context(patch)) else {
      Issue.record("it is selected already")
      return
    }
    guard
      case .turn(let next, let entrance, _) = try same.outcome(
        in: context(patch, waiting: .loopEnd))
    else {
      Issue.record("the one that waits is not played")
      return
    }
    #expect(next.selected == 0)
    #expect(entrance == SwitchRequest(moment: .bar, section: nil))
  }

  @Test func `others hear of a selection where the patch sends Program Change`() throws {
    var patch = try patch()
    patch.input.programs = .pattern(
      try #require(PatternPrograms(channel: 9, at: .loopEnd, isSent: true)))
    let context = context(patch)
    guard
      case .turn(_, _, let told) = try PatternCommand.select(.number(1), at: .now)
        .outcome(in: context)
    else {
      Issue.record("no switch")
      return
    }
    #expect(told == ShortMessage(status: 0xC9, data1: 1))
    // One that was heard is not sent on.
    guard case .turn(_, _, nil) = try ArrangeCommand.program(1).outcome(in: context) else {
      Issue.record("sent on")
      return
    }
  }

  @Test func `a new pattern is empty, selected, and begins when asked`() throws {
    let patch = try patch()
    guard
      case .change(let change, _) = try PatternCommand.new("bridge", at: .bar)
        .outcome(in: context(patch))
    else {
      Issue.record("no change")
      return
    }
    #expect(change.patch.pattern.name == "bridge")
    #expect(change.patch.pattern.lanes.isEmpty)
    #expect(change.entrance?.moment == .bar)
    #expect(change.name == "test")
  }

  @Test func `a name that is close is suggested`() throws {
    let patch = try patch()
    let error = #expect(throws: CommandError.self) {
      try PatternCommand.delete(.name("chours")).outcome(in: context(patch))
    }
    #expect(error?.description.contains("did you mean “chorus”?") == true)
  }

  @Test func `a section is of the pattern that is heard unless one is named`() throws {
    let patch = try patch(playsSong: true)
    guard
      case .change(let change, _) = try SongCommand.add(SongPart(repeats: 3))
        .outcome(in: context(patch, heardSection: 1))
    else {
      Issue.record("no change")
      return
    }
    #expect(change.patch.song.sections.last?.pattern == "chorus")
    #expect(change.patch.song.sections.last?.repeats == 3)
  }

  @Test func `a loop of the section that plays begins at once, of another at the loop's end`()
    throws
  {
    let patch = try patch(playsSong: true)
    for (section, moment) in [(1, SwitchMoment.now), (0, .loopEnd)] {
      guard
        case .turn(_, let entrance, _) = try SongCommand.loop(section)
          .outcome(in: context(patch, heardSection: 1))
      else {
        Issue.record("no switch")
        return
      }
      #expect(entrance == SwitchRequest(moment: moment, section: section))
    }
    #expect(throws: CommandError.self) {
      try SongCommand.loop(nil).outcome(in: context(patch))
    }
  }

  @Test func `a song without sections is not played`() throws {
    var patch = try patch(playsSong: true)
    guard case .change(let change, _) = try SongCommand.clear.outcome(in: context(patch)) else {
      Issue.record("no change")
      return
    }
    patch = change.patch
    #expect(!patch.playsSong)
    #expect(throws: CommandError.self) {
      try SongCommand.play(at: .now).outcome(in: context(patch))
    }
  }

  @Test func `an edit of what is selected is refused after a select that failed`() throws {
    var context = try context(patch())
    context.document.selectFailed(by: .client(1))
    context.origin = .client(1)
    let edits: [EditingCommand] = [.delete, .reverse, .savedSelection(.save(0, name: ""))]
    for edit in edits {
      #expect(throws: CommandError.self) { try edit.outcome(in: context, seed: 1) }
    }
    // A clip is of the pattern, not of what is selected.
    _ = try EditingCommand.clip(0, nil).outcome(in: context, seed: 1)
    // Another's `select` did not fail.
    context.origin = .client(2)
    _ = try EditingCommand.reverse.outcome(in: context, seed: 1)
  }

  @Test func `the same seed fills the same`() throws {
    let context = try context(patch())
    let fill = EditingCommand.fill(try ClipCode("? ? ? ?"), seed: nil)
    func filled(_ seed: UInt64) throws -> Pattern? {
      guard case .change(let change, _) = try fill.outcome(in: context, seed: seed) else {
        return nil
      }
      return change.patch.pattern
    }
    #expect(try filled(7) == filled(7))
  }
}
