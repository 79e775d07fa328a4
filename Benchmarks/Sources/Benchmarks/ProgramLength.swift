import MusicalTime
import Playback
import Rhythm
import Sequencing

/// The cost of a block for a program of one bar and for one of 10,000 bars.
enum ProgramLength {
  private static let blocks = 30_000
  private static let rounds = 9

  static func measure() throws -> [Figure] {
    let short = program(bars: 1)
    let long = program(bars: 10_000)
    return [
      figure("engine alone, mean", compare(short, long) { engine($0) }),
      figure(
        "engine and synthesizer, mean",
        try compare(short, long) { try band($0) }),
    ]
  }

  /// Sixteenths of closed hat, kick, snare, and a new accent in every bar.
  private static func program(bars: Int) -> Program {
    var hits: [Hit] = []
    for step in 0..<bars * 16 {
      let beat = Beats(Int64(step), over: 4)
      let velocity = Velocity(clamping: 60 + (step * 7 + step / 16) % 60)
      hits.append(Hit(drum: .closedHat, velocity: velocity, beat: beat))
      if step % 4 == 0 { hits.append(Hit(drum: .kick, velocity: velocity, beat: beat)) }
      if step % 8 == 4 { hits.append(Hit(drum: .snare, velocity: velocity, beat: beat)) }
    }
    return Program(hits: hits, length: Beats(4) * Int64(bars), loops: true)
  }

  private static func figure(_ what: String, _ times: (short: Sample, long: Sample)) -> Figure {
    // The minimum of many rounds: the cost without disturbance.
    let ratio = times.long.minimum / times.short.minimum
    return Figure(
      what: "block of a 10,000-bar and a 1-bar program, \(what) µs", bar: "≤ 1.05",
      ours: "10,000 bars \(times.long.minimum.digits(3))",
      peer: "1 bar \(times.short.minimum.digits(3))", ratio: ratio, passes: ratio <= 1.05)
  }

  private static func compare(
    _ short: Program, _ long: Program, _ measure: (Program) throws -> Double
  ) rethrows -> (short: Sample, long: Sample) {
    var times: (short: [Double], long: [Double]) = ([], [])
    for _ in 0..<rounds {
      times.short.append(try measure(short))
      times.long.append(try measure(long))
    }
    return (Sample(times.short), Sample(times.long))
  }

  private static func engine(_ program: Program) -> Double {
    let engine = Engine(EngineConfiguration(), program: program)
    var control = engine.control
    let audio = engine.audio
    _ = control.send(.play)
    let period = SampleRate.standard.duration(frames: Int64(Buffers.frames))
    var now = HostTime(nanoseconds: 0)
    let begin = microseconds()
    for _ in 0..<blocks {
      audio.process(BlockTime(frames: Buffers.frames, began: now, heard: now))
      now = now.advanced(by: period)
    }
    return (microseconds() - begin) / Double(blocks)
  }

  private static func band(_ program: Program) throws -> Double {
    let buffers = Buffers()
    var band = try Band(program, buffers)
    band.ask(.play)
    let count = blocks / 5
    let begin = microseconds()
    for _ in 0..<count { band.play() }
    return (microseconds() - begin) / Double(count)
  }
}
