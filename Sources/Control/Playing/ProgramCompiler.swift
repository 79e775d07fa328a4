import Commands
import Drummer
import LiveDrummer
import MusicalTime
import Rhythm
import Sequencing

/// Makes programs of patches, with the drummer's timing where a patch asks for it.
struct ProgramCompiler: Sendable {
  private let drummer: LiveDrummer
  /// How many programs were compiled so far.
  private(set) var count = 0
  /// How often the drummer was asked how it plays a pattern.
  private(set) var humanisedCount = 0
  /// What it played last, of which pattern and at which tempo.
  private var known: (pattern: HumanisedPattern, tempo: Tempo, hits: HumanisedHits)?

  init(_ drummer: LiveDrummer) { self.drummer = drummer }

  /// `patch` is opened: it is humanised at its own tempo, while a tempo that is set runs no network.
  mutating func open(_ patch: Patch) {
    if known?.tempo != patch.tempo { known = nil }
  }

  /// What `patch` plays, or only that section of its song; its steps as they are in a song and where
  /// no humaniser fits it.
  mutating func program(of patch: Patch, section: Int?) -> Program {
    count += 1
    let isSong = Heard(patch: patch, loopedSection: section).isSong
    guard !isSong, let humanised = humanisedHits(of: patch) else {
      return Program(patch, section: section)
    }
    return Program(patch, humanised: humanised)
  }

  /// How the drummer plays the pattern of `patch`; nil where it is not humanised. It is asked again for
  /// another rhythm, style or seed alone: a mute, a choke group or a tempo runs no network.
  private mutating func humanisedHits(of patch: Patch) -> HumanisedHits? {
    guard let pattern = HumanisedPattern(patch) else { return nil }
    if let known, known.pattern == pattern { return known.hits }
    humanisedCount += 1
    guard let hits = try? drummer.load().humanisedHits(of: patch) else { return nil }
    known = (pattern, patch.tempo, hits)
    return hits
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
    let isHeard = humanising == nil || !edited.playsSections
    return .change(
      PatchChange(humanising == nil ? "humanise off" : "humanise", to: edited),
      isHeard
        ? .done
        : .remark(
          .warning(text: "the song plays as its steps are: `song off` plays the pattern humanised"))
    )
  }
}

/// What a drummer's timing and velocities of a pattern depend on; its tempo is that of the moment at which
/// it was asked.
private struct HumanisedPattern: Sendable, Equatable {
  private let pattern: Pattern
  private let humanising: Humanising
  private let seed: UInt64

  /// Nil where the pattern is not to be humanised.
  init?(_ patch: Patch) {
    guard let humanising = patch.humanising else { return nil }
    self.humanising = humanising
    seed = patch.drummer.seed
    // The drummer hears muted lanes too.
    let lanes = patch.pattern.lanes.map { lane in
      var heard = lane
      (heard.isMuted, heard.isSoloed, heard.muteGroup) = (false, false, nil)
      return heard
    }
    pattern = (try? patch.pattern.with(lanes: lanes)) ?? patch.pattern
  }
}
