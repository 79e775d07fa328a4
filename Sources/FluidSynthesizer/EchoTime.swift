/// The time of an echo in frames; a new one is crossfaded to. Real-time: yes.
struct EchoTime: BitwiseCopyable {
  /// The time heard, and the one that is crossfaded to.
  private var (heard, next) = (0, 0)
  private let fadeFrames: Int
  private var fadeLeft = 0
  /// The time asked for last, and the frames since it changed.
  private var (asked, askedFor) = (0, 0)

  init(fadeFrames: Int) { self.fadeFrames = fadeFrames }

  /// The longest of the times that are still heard.
  var longest: Int { @_noLocks get { max(heard, max(next, asked)) } }

  @_noLocks mutating func ask(for frames: Int) {
    if frames != asked { (asked, askedFor) = (frames, 0) }
  }

  /// Takes the time asked for at once.
  @_noLocks mutating func arrive() { (heard, next, fadeLeft) = (asked, asked, 0) }

  /// Crossfades to the time asked for: at once where it differs by more than a followed clock's tempo
  /// wanders, else when it has stayed the same for a tenth of a second.
  @_noLocks mutating func beginFade(after frames: Int) {
    askedFor = min(askedFor &+ frames, 1 << 40)
    guard fadeLeft == 0, asked != heard else { return }
    let isFar = abs(asked &- heard) > 1 &+ heard / 2000
    guard isFar || askedFor > 5 &* fadeFrames else { return }
    (next, fadeLeft) = (asked, fadeFrames)
  }

  /// The next frame's echo of what is in `line`.
  @_noLocks mutating func echo(of line: borrowing EchoLine) -> SIMD2<Float> {
    let echo = line.tap(heard)
    guard fadeLeft > 0 else { return echo }
    fadeLeft &-= 1
    let share = 1 - Float(fadeLeft) / Float(fadeFrames)
    let mixed = echo * (1 - share) + line.tap(next) * share
    if fadeLeft == 0 { heard = next }
    return mixed
  }
}
