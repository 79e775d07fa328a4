import Commands
import Drummer
import LiveDrummer
import Rhythm
import Sequencing

/// Makes programs of patches, with the drummer's timing where a patch asks for it.
struct ProgramCompiler: Sendable {
  private let drummer: LiveDrummer
  /// How many programs were compiled so far.
  private(set) var count = 0

  init(_ drummer: LiveDrummer) { self.drummer = drummer }

  /// What `patch` plays, or only that section of its song; its steps as they are in a song and where
  /// no humaniser fits it.
  mutating func program(of patch: Patch, section: Int?) -> Program {
    count += 1
    let isSong = Heard(patch: patch, loopedSection: section).isSong
    guard !isSong, patch.humanising != nil,
      let program = try? drummer.load().program(of: patch)
    else { return Program(patch, section: section) }
    return program
  }

  /// The humaniser that `patch` asks for, if it does; throws where there is none, or it does not know the
  /// style.
  func humaniser(for patch: Patch) throws(CommandError) -> Humaniser? {
    guard patch.humanising != nil else { return nil }
    return try CommandError.wrapping { try drummer.load().humaniser(for: patch) }
  }

  /// What of `patch` cannot be played: its drummer, or its steps as a drummer would play them. Throws where
  /// there is a drummer, and the patch asks for what it cannot do.
  func shortcomings(of patch: Patch) throws(CommandError) -> [String] {
    var found: [String] = []
    do throws(CommandError) {
      try CommandError.wrapping { try drummer.check(patch.drummer) }
    } catch {
      // Without any drummer the pattern plays alone; with one, the patch asks for what it can't do.
      guard !drummer.isLoaded else { throw error }
      found.append("the drummer does not play: \(error)")
    }
    do throws(CommandError) { _ = try humaniser(for: patch) } catch {
      guard !drummer.isLoaded else { throw error }
      found.append("the pattern plays as its steps are: \(error)")
    }
    return found
  }
}

extension ProgramCompiler {
  /// What it comes to when the pattern is to be humanised so, or (nil) no longer.
  func humanising(
    _ patch: Patch, _ humanising: Humanising?
  ) throws(CommandError) -> CommandOutcome {
    var edited = patch
    edited.humanising = humanising
    _ = try humaniser(for: edited)
    let isHeard = humanising == nil || !edited.playsSong
    return .change(
      PatchChange(humanising == nil ? "humanise off" : "humanise", to: edited),
      isHeard
        ? .done
        : .remark(
          .warning(text: "the song plays as its steps are: `song off` plays the pattern humanised"))
    )
  }
}
