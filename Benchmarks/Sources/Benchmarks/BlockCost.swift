import MusicalTime
import Playback
import Rhythm
import Sequencing

/// Microseconds per 128-frame block, compared with a C program that plays the same hits with
/// FluidSynth.
enum BlockCost {
  private static let rounds = 5
  private static let blocks = 3_000

  private struct Load {
    let name: String
    let count: Int
    let every: Int
    let bar: Double?
  }

  static func measure() throws -> [Figure] {
    let loads = [
      Load(name: "note-heavy block (4 hits each)", count: 4, every: 1, bar: 1.1),
      Load(name: "block with 1 hit", count: 1, every: 1, bar: 1.1),
      Load(name: "light load (1 hit in 8 blocks)", count: 1, every: 8, bar: 1.1),
      Load(name: "silent block", count: 0, every: 1, bar: nil),
    ]
    return try loads.flatMap(measure)
  }

  private static func measure(_ load: Load) throws -> [Figure] {
    var c: [Double] = []
    var synthesizer: [Double] = []
    var engine: [Double] = []
    // Interleaved, so that other load on the machine affects all alike.
    for _ in 0..<rounds {
      c.append(try peer(load, seed: 1))
      synthesizer.append(try drums(load, seed: 1))
      engine.append(try band(load, seed: 1))
    }
    return [
      figure("\(load.name), synthesizer alone", load, synthesizer, c),
      figure("\(load.name), engine and synthesizer", load, engine, c),
    ]
  }

  private static func figure(
    _ what: String, _ load: Load, _ ours: [Double], _ peer: [Double]
  ) -> Figure {
    // The best round of each: the cost without disturbance.
    let ours = Sample(ours).minimum
    let peer = Sample(peer).minimum
    let ratio = ours / peer
    return Figure(
      what: "\(what), median block of the best round, µs",
      bar: load.bar.map { "≤ \($0.digits(2)) × C" } ?? "reported only",
      ours: ours.digits(2), peer: peer.digits(2), ratio: ratio,
      passes: load.bar.map { ratio <= $0 })
  }

  private static func peer(_ load: Load, seed: Int) throws -> Double {
    try run(
      Places.peer("fluid_client"),
      [
        "--bench", "\(blocks)", "--notes-per-block", "\(load.count)", "--every", "\(load.every)",
        "--seed", "\(seed)", "--font", Places.soundFont,
      ]
    ).number("median-us")
  }

  private static func drums(_ load: Load, seed: Int) throws -> Double {
    let buffers = Buffers()
    var drums = try Drums()
    var source = RandomHits(seed: UInt64(seed), count: load.count, every: load.every)
    var times: [Double] = []
    for _ in 0..<blocks {
      let events = source.next().map {
        SoundEvent(
          offset: Int32($0.offset), kind: .hit, drum: Drum(clampingIndex: $0.drum),
          value: UInt8($0.velocity))
      }
      unsafe events.withUnsafeBufferPointer { events in
        let begin = microseconds()
        unsafe drums.render(events, frames: Buffers.frames, buffers)
        times.append(microseconds() - begin)
      }
    }
    return Sample(times).median
  }

  private static func band(_ load: Load, seed: Int) throws -> Double {
    let buffers = Buffers()
    var band = try Band(Program(hits: [], length: Beats(4), loops: true), buffers)
    var source = RandomHits(seed: UInt64(seed), count: load.count, every: load.every)
    var times: [Double] = []
    for _ in 0..<blocks {
      let strokes = source.next()
      let begin = microseconds()
      for stroke in strokes {
        band.strike(
          Drum(clampingIndex: stroke.drum), velocity: UInt8(stroke.velocity), offset: stroke.offset)
      }
      band.play()
      times.append(microseconds() - begin)
    }
    return Sample(times).median
  }
}
