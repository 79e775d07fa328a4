import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Rhythm
import Testing

/// Two orders, as on one line of commands: carried out in one block they lead where they lead in two.
@Suite struct SameBlockTests {
  /// What there is to follow.
  enum Surroundings: CaseIterable {
    case nothing
    case clock, lostClock, clockThatStopped, startWithoutClock
    case line, lostLine
    case standingJACK
  }

  /// One thing that is asked for.
  struct Order: CustomStringConvertible, Sendable {
    var description: String
    var ask: @Sendable (Stage) -> Void
  }

  /// An engine in surroundings, 100 bpm there and 120 here, 48 kHz.
  final class Stage {
    let room: Rehearsal
    var settings: ClockSettings
    private let surroundings: Surroundings
    private(set) var line: BeatLine
    private var nextReport: Int64 = 0
    /// The frame from which on the clock and the line are silent, or stopped.
    private static let end: Int64 = 20_000

    init(_ surroundings: Surroundings, _ source: ClockSettings.Source, until end: Int64) {
      self.surroundings = surroundings
      var configuration = EngineConfiguration()
      configuration.clock.source = source
      settings = configuration.clock
      room = Rehearsal(Score([.kick: "x..."]).program(), configuration)
      line = BeatLine(
        beat: .zero, at: room.hearing(of: Frame(index: 0)), tempo: Tempo(clampingBPM: 100),
        bar: Beats(4), motion: .stopped)
      room.beforeBlock = { [unowned self] in report() }
      prepareClock(until: end)
      guard case .standingJACK = surroundings else { return }
      room.transport = { _ in TransportReport(motion: .stopped, frame: 0, timebase: nil) }
    }

    private func prepareClock(until end: Int64) {
      switch surroundings {
      case .clock, .lostClock, .clockThatStopped, .startWithoutClock: break
      default: return
      }
      room.strike(.start, on: Frame(index: 2_000))
      if case .startWithoutClock = surroundings { return }
      let last = surroundings == .lostClock ? Self.end : end
      for frame in stride(from: 2_100, to: last, by: 1_200) {
        room.strike(.timingClock, on: Frame(index: frame))
      }
      if case .clockThatStopped = surroundings {
        room.strike(.stop, on: Frame(index: Self.end))
      }
    }

    private func report() {
      switch surroundings {
      case .line: break
      case .lostLine where room.frame.index < Self.end: break
      default: return
      }
      guard room.frame.index >= nextReport else { return }
      nextReport = room.frame.index + 4_800
      room.ask(.line(line))
    }

    func choose(_ change: (inout ClockSettings) -> Void) {
      change(&settings)
      room.ask(.clock(settings))
    }
  }

  private static let actions: [Order] = [
    Order(description: "play") { $0.room.ask(.play) },
    Order(description: "continue") { $0.room.ask(.continue) },
    Order(description: "stop") { $0.room.ask(.stop) },
    Order(description: "toggle") { $0.room.ask(.toggle) },
    Order(description: "locate 8") { $0.room.ask(.locate(Beats(8))) },
    Order(description: "tempo 90") { $0.room.ask(.tempo(Tempo(clampingBPM: 90))) },
  ]

  private static let choices: [Order] = [
    Order(description: "clock source internal") { $0.choose { $0.source = .internal } },
    Order(description: "clock source midi") { $0.choose { $0.source = .midi } },
    Order(description: "clock source jack") { $0.choose { $0.source = .jack } },
    Order(description: "clock source auto") { $0.choose { $0.source = .auto } },
    Order(description: "clock source link") { $0.choose { $0.source = .link } },
    Order(description: "follow") { $0.room.ask(.line($0.line)) },
    Order(description: "clock lost stop") { $0.choose { $0.lost = .stop } },
    Order(description: "clock lost internal") { $0.choose { $0.lost = .internal } },
    Order(description: "clock follow transport") { $0.choose { $0.followsTempo = false } },
    Order(description: "clock follow tempo") { $0.choose { $0.followsTransport = false } },
    Order(description: "metronome count 1") {
      var metronome = Metronome()
      metronome.countInBars = 1
      $0.room.ask(.metronome(metronome))
    },
  ]

  private func outcome(
    _ surroundings: Surroundings, _ source: ClockSettings.Source, plays: Bool, _ first: Order,
    _ second: Order, isApart: Bool
  ) -> EngineStatus {
    let (asked, end): (Int64, Int64) = (130_000, 260_000)
    let stage = Stage(surroundings, source, until: end)
    stage.room.play(frames: 1_024)
    if plays { stage.room.ask(.play) }
    stage.room.play(frames: Int(asked - stage.room.frame.index), block: 512)
    first.ask(stage)
    if isApart { stage.room.play(frames: 128) }
    second.ask(stage)
    stage.room.play(frames: Int(end - stage.room.frame.index), block: 512)
    return stage.room.status
  }

  @Test(arguments: Surroundings.allCases, [false, true])
  func `two orders in one block lead where they lead in two`(
    surroundings: Surroundings, plays: Bool
  ) {
    let sources: [ClockSettings.Source] =
      switch surroundings {
      case .nothing: [.internal]
      case .clock, .lostClock, .clockThatStopped, .startWithoutClock: [.auto, .midi]
      case .line, .lostLine: [.link]
      case .standingJACK: [.auto]
      }
    for source in sources {
      for first in Self.actions + Self.choices {
        for second in Self.actions {
          let together = outcome(
            surroundings, source, plays: plays, first, second, isApart: false)
          let apart = outcome(surroundings, source, plays: plays, first, second, isApart: true)
          #expect(Self.lead(together) == Self.lead(apart), "\(source): \(first); \(second)")
          let distance = together.position - apart.position
          #expect(distance.inBeats.magnitude < 0.1, "\(source): \(first); \(second)")
        }
      }
    }
  }

  /// Where it leads, but for the place, which is later by a block.
  private static func lead(_ status: EngineStatus) -> String {
    """
    \(status.leader), \(status.tempo.bpm) bpm\(status.isRolling ? ", rolls" : "")\
    \(status.isArmed ? ", armed" : "")
    """
  }
}
