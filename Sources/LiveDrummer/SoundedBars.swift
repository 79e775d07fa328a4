import MusicalTime
import Playback
import Rhythm

/// The bars that have sounded, each as it did the last time: what is changed afterwards changes what
/// is to come, not these.
struct SoundedBars: Sendable {
  /// Most bars kept: more than two hours at 120 bpm.
  static let limit = 4096

  /// By their number modulo `limit`.
  private var bars: [Int: (number: Int, hits: [Hit])] = [:]
  /// The bar that sounded last.
  private var latest = -1
  /// The bar in which the song went on, from which of its beats, and what had sounded before that.
  private var resumed: (number: Int, beat: Beats, before: [Hit])?

  /// What sounded in a bar, beats from its start; nil for one that has not begun to sound, or did
  /// too long ago.
  subscript(number: Int) -> [Hit]? {
    guard let bar = bars[number % Self.limit], bar.number == number else { return nil }
    return bar.hits
  }

  /// Takes what was planned between two looks at the engine, which holds `held`.
  mutating func follow(from before: EngineStatus, to now: EngineStatus, _ held: HeldBars) {
    guard now.isRolling, now.began < now.planned else { return }
    let goesOn =
      before.isRolling && before.began == now.began && before.began < before.planned
      && before.planned <= now.planned
    let last = Self.bar(endingAt: now.planned)
    let first = goesOn ? Self.bar(endingAt: before.planned) : Self.bar(at: now.began)
    if !goesOn { resume(at: now.began) }
    // A bar that was over by then stays, whatever the engine holds now.
    for number in max(first, last - Self.limit + 1)...last
    where !goesOn || CompiledBar.length * Int64(number + 1) > before.planned {
      if let hits = held.hits(in: number) {
        note(number, hits)
      } else if number > first {
        // The drummer was late: the engine plays the bar before again.
        note(number, self[number - 1] ?? [])
      } else if !goesOn {
        // The song jumped to where the drummer has not got yet.
        note(number, [])
      }
    }
  }

  /// The song goes on at `beat`: in the bar that sounded last, what sounded before that beat stays.
  private mutating func resume(at beat: Beats) {
    resumed = nil
    let number = Self.bar(at: beat)
    let inBar = beat - CompiledBar.length * Int64(number)
    guard number == latest, inBar > .zero, let hits = self[number] else { return }
    resumed = (number, inBar, hits.filter { $0.beat < inBar })
  }

  private mutating func note(_ number: Int, _ hits: [Hit]) {
    var sounded = hits
    if let resumed, resumed.number == number {
      sounded = resumed.before + hits.filter { $0.beat >= resumed.beat }
    }
    bars[number % Self.limit] = (number, sounded)
    latest = number
  }

  private static func bar(at beat: Beats) -> Int {
    Int(beat.dividedRoundingDown(by: CompiledBar.length))
  }

  private static func bar(endingAt beat: Beats) -> Int { bar(at: beat - Beats(units: 1)) }
}
