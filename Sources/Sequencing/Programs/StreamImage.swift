import MusicalTime
import Rhythm

/// A stroke of a compiled lane, with everything that is settled only when it is played.
/// Real-time: yes.
struct CompiledStroke: BitwiseCopyable {
  /// Its marker's or ratchet's place in the stream's cycle, in units of the lane.
  var place: Int64
  /// From there to where the step's offset puts it, in units of the lane.
  var offset: Int64 = 0
  /// How long its note is held, in units of the lane; 0 is the usual short while.
  var duration: Int64 = 0
  var voice: Voice
  var velocity: Velocity
  /// Per cent of the times that it plays.
  var probability: UInt8 = 100
  var ratchet: UInt8 = 0
  var step: UInt16 = 0
  /// Which of the lane's loops in the stream's cycle it belongs to, and how many there are.
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

/// Lanes that come round together and equally fast, their strokes in the order of their places.
/// Real-time: yes.
@safe struct StreamImage: BitwiseCopyable {
  let strokes: UnsafePointer<CompiledStroke>
  /// At least one.
  let count: Int
  /// In units of the lane, at least one.
  let cycle: Int64
  let ratio: SpeedRatio
  /// How much earlier and later than at its place a stroke may be heard, at any tempo.
  let early: Beats
  let late: Beats

  /// The number of the first stroke of a cycle at or after `place` in it; `count` where there is none.
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
  /// The first of its streams among the program's, and how many there are.
  let stream: Int
  let streamCount: Int
  let length: Beats
  let bar: Bar
}

/// A stretch of the program that one pattern plays. Real-time: yes.
struct SectionImage: BitwiseCopyable {
  /// Its number in the song, from 0.
  let number: Int
  /// From the program's beginning.
  let start: Beats
  let length: Beats
  /// Among the program's patterns.
  let pattern: Int
  /// Among the program's grooves.
  let groove: Int
  /// How far before its start anything of it, or of a section that comes after, may be heard.
  var reachBack = Beats(units: 0)
}

/// A tempo from a beat of the program on. Real-time: yes.
struct TempoImage: BitwiseCopyable {
  /// From the program's beginning.
  let beat: Beats
  let tempo: Tempo
}
