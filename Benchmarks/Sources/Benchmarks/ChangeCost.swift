import CommandText
import Commands
import Control

/// What a change costs in the machine: some that need no program, and one that does.
enum ChangeCost {
  private static let rounds = 500

  static func measure() throws -> [Figure] {
    try Soak.blocking {
      let session = try SoakSession(seed: 1)
      await session.type("humanise jazz")
      var figures: [Figure] = []
      for lines in [
        ["level snare -1", "level snare -2"], ["tempo 97", "tempo 98"],
        ["pan ride 0.25", "pan ride 0.5"], ["metronome level -6", "metronome level -7"],
      ] {
        let cost = try await cost(lines, session)
        figures.append(
          Figure(
            what: "`\(lines[0])`, humanised: median of \(rounds) (least), µs; programs compiled",
            bar: "≤ 50; 0", ours: cost.text,
            passes: cost.times.median <= 50 && cost.programs == 0))
      }
      await session.type("song add")
      await session.type("song play now")
      let tempo = try await cost(["tempo 97", "tempo 98"], session)
      figures.append(
        Figure(
          what: "`tempo 97`, in a song", bar: "≤ 50; 0", ours: tempo.text,
          passes: tempo.times.median <= 50 && tempo.programs == 0))
      await session.type("song off now")
      let step = try await cost(["step kick 3 90", "step kick 3 91"], session)
      figures.append(Figure(what: "`step kick 3 90`, the same", bar: "–", ours: step.text))
      return figures
    }
  }

  private struct Cost {
    var times: Sample
    var programs: Int

    var text: String { "\(times.median.digits(1)) (\(times.minimum.digits(1))); \(programs)" }
  }

  /// Carries out the lines in turn, a block after each.
  private static func cost(_ lines: [String], _ session: SoakSession) async throws -> Cost {
    let commands = try lines.compactMap { line in try CommandReader.command(line) }
    let before = await session.machine.programCount
    var times: [Double] = []
    for index in 0..<rounds {
      let command = commands[index % commands.count]
      let start = ContinuousClock.now
      _ = try await session.machine.perform(command)
      times.append((ContinuousClock.now - start) / .microseconds(1))
      session.makeCycle()
      _ = await session.machine.attend()
    }
    return Cost(times: Sample(times), programs: await session.machine.programCount - before)
  }
}
