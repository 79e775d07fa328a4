public import MusicalTime
public import Rhythm
public import Sequencing

/// Rows of steps as in `"X..x ..x."`: `X` accent 120, `x` hit 100, `o` soft 60, `.` rest; spaces
/// are ignored.
public struct Score: Sendable {
  /// All hits, in the order of the rows.
  public let hits: [Hit]
  /// Length of the longest row.
  public let length: Beats

  /// Parses one row per drum, with `stepsPerBeat` steps per beat.
  public init(_ rows: KeyValuePairs<Drum, String>, stepsPerBeat: Int64 = 4) {
    var hits: [Hit] = []
    var steps = 0
    for (drum, row) in rows {
      let cells = row.filter { $0 != " " }
      steps = max(steps, cells.count)
      for (step, cell) in cells.enumerated() {
        let velocities: [Character: Int] = ["X": 120, "x": 100, "o": 60]
        guard let velocity = velocities[cell] else { continue }
        let beat = Beats(Int64(step), over: stepsPerBeat)
        hits.append(Hit(drum: drum, velocity: Velocity(clamping: velocity), beat: beat))
      }
    }
    self.hits = hits
    length = Beats(Int64(steps), over: stepsPerBeat)
  }

  /// The score as a compiled program, without curves or choke groups.
  public func program(loops: Bool = true) -> Program {
    Program(hits: hits, length: length, loops: loops)
  }
}
