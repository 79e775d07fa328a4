import MusicalTime
import Rhythm

/// A hit of a compiled lane, with everything that is only decided when it is played. Real-time:
/// yes.
struct CompiledStroke: BitwiseCopyable {
  /// The position of its marker or ratchet in the stream's cycle, in units of the lane.
  var place: Int64
  /// The step's offset from there, in units of the lane.
  var offset: Int64 = 0
  /// The length of its note, in units of the lane; 0 for the default.
  var duration: Int64 = 0
  var voice: Voice
  var velocity: Velocity
  /// The probability in per cent.
  var probability: UInt8 = 100
  var ratchet: UInt8 = 0
  var step: UInt16 = 0
  /// The lane's loop within the stream's cycle, and the number of loops.
  var loop: Int32 = 0
  var loopsInCycle: Int32 = 1
  var condition: StepCondition?
  var looseMilliseconds: Float = 0
  var looseVelocity: Int16 = 0
  var attack: Float = 0
  var decay: Float = 0

  init(place: Int64, voice: Voice, velocity: Velocity) {
    self.place = place
    self.voice = voice
    self.velocity = velocity
  }
}

/// Lanes with the same period and speed; hits are ordered by position. Real-time: yes.
@safe struct CompiledStream: BitwiseCopyable {
  let strokes: UnsafePointer<CompiledStroke>
  /// At least one.
  let count: Int
  /// In units of the lane, at least one.
  let cycle: Int64
  let ratio: SpeedRatio
  /// The maximum advance and delay of a hit relative to its position, at any tempo.
  let early: Beats
  let late: Beats

  /// The index of the first hit of a cycle at or after `place`; `count` if there is none.
  @_noLocks func index(atOrAfter place: Int64) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low &+ high) / 2
      if unsafe strokes[middle].place < place { low = middle &+ 1 } else { high = middle }
    }
    return low
  }
}

/// A compiled pattern. Real-time: yes.
struct PatternImage: BitwiseCopyable {
  /// The index of its first stream in the program, and the number of its streams.
  let stream: Int
  let streamCount: Int
  let length: Beats
  let bar: Bar

  /// Whether it goes on for more than one bar, or for one; else several loops make a bar.
  var holdsBar: Bool { @_noLocks get { bar.length <= length } }

  /// The number of bars that begin in a number of loops. Each loop begins one, unless several make a bar.
  @_noLocks func bars(inLoops loops: Int64) -> Int64 {
    guard holdsBar else { return (length * loops).dividedRoundingUp(by: bar.length) }
    return loops &* length.dividedRoundingUp(by: bar.length)
  }
}

/// A section of the program, played by one pattern. Real-time: yes.
struct SectionImage: BitwiseCopyable {
  /// Its index in the song.
  let number: Int
  /// From the program's beginning.
  let start: Beats
  let length: Beats
  /// Index in the program's patterns.
  let pattern: Int
  /// Index in the program's grooves.
  let groove: Int
  /// The number of bars of the sections before it.
  var barsBefore: Int64 = 0
  /// How far before its start a hit of it, or of a later section, may be heard.
  var reachBack = Beats(units: 0)
}

/// A tempo that applies from a beat of the program on. Real-time: yes.
struct TempoImage: BitwiseCopyable {
  /// From the program's beginning.
  let beat: Beats
  let tempo: Tempo
  /// Whether it is the patch's, since the song sets none up to there.
  var isOfPatch = false

  /// The tempo, where the patch's is `patchTempo` now; nil for what it was when the program was compiled.
  @_noLocks func resolved(patchTempo: Tempo?) -> Tempo {
    guard isOfPatch, let patchTempo else { return tempo }
    return patchTempo
  }
}
