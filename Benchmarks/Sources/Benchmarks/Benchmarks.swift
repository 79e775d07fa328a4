import Foundation

/// The benchmarks by name.
enum Topic: String, CaseIterable {
  case latency, block, interposer, clock
  case jackClock = "jack-clock"
  case alsaClock = "alsa-clock"
  case follow
  case render, start, length, stuck, survival, drummer, train
  case drummerLive = "drummer-live"
  case rhythm, soak, socket, change
  case soakReal = "soak-real"
  case lostWork = "lost-work"

  /// What runs where nothing is named: all but what takes half an hour or more.
  static let usual = allCases.filter { $0 != .soak && $0 != .soakReal && $0 != .lostWork }

  /// Runs the benchmark; an error becomes a figure that fails.
  func figures() -> [Figure] {
    do { return try measure() } catch {
      let words = "\(error)".split(separator: "\n").joined(separator: " ")
      return [
        Figure(what: rawValue, bar: "measured", ours: "not measured: \(words)", passes: false)
      ]
    }
  }

  private func measure() throws -> [Figure] {
    switch self {
    case .latency: try Latency.measure()
    case .block: try BlockCost.measure()
    case .interposer: try Interposer.measure()
    case .clock: ClockJitter.measure()
    case .jackClock: try JACKClock.measure()
    case .alsaClock: try ALSAClock.measure()
    case .follow: try Following.measure()
    case .render: try OfflineRender.measure()
    case .start: try StartUp.measure()
    case .length: try ProgramLength.measure()
    case .stuck: try StuckNotes.measure()
    case .survival: try Survival.measure()
    case .drummerLive: try DrummerLive.measure()
    case .drummer: try DrummerStep.measure()
    case .train: try TrainingSpeed.measure()
    case .rhythm: try RhythmCost.measure()
    case .soak: try Soak.measure()
    case .socket: try SocketReply.measure()
    case .change: try ChangeCost.measure()
    case .soakReal: try SoakReal.measure()
    case .lostWork: try LostWork.measure()
    }
  }
}

/// Runs the benchmarks named on the command line, or the usual ones, and prints a table.
@main enum Benchmarks {
  static func main() {
    let names = CommandLine.arguments.dropFirst()
    if names.first == "--list" || names.first == "--help" {
      print(Topic.allCases.map(\.rawValue).joined(separator: "\n"))
      return
    }
    if names.first == DrummerStep.argument, let path = names.last {
      do { try DrummerStep.report(path) } catch { exit(1) }
      return
    }
    let topics = names.compactMap(Topic.init)
    guard topics.count == names.count else {
      let known = Topic.allCases.map(\.rawValue).joined(separator: ", ")
      FileHandle.standardError.write(Data("benchmarks: the figures are: \(known)\n".utf8))
      exit(64)
    }
    // Writing to a program that has died fails and becomes a figure. A handler, because the programs that are started
    // would inherit SIG_IGN.
    signal(SIGPIPE) { _ in }
    Places.keepApart()
    var hasFailed = false
    print(Figure.heading)
    for figure in (topics.isEmpty ? Topic.usual : topics).lazy.flatMap({ $0.figures() }) {
      print(figure.line)
      // So that each figure is shown at once.
      fflush(nil)
      if figure.passes == false { hasFailed = true }
    }
    try? FileManager.default.removeItem(at: Places.scratch)
    exit(hasFailed ? 1 : 0)
  }
}
