import Clock
import Commands
import Control
import JACKClient
import MusicalTime

/// The clock that leads, with the names that devices have, and what is said of it.
struct FollowedClock {
  private var leaderName = LeaderName()
  private var news = ClockNews()
  /// Whether we are JACK's timebase master, once JACK has replied.
  private var isTimebaseOurs: Bool?

  /// The clock's status with device names.
  func named(_ clock: ClockStatus) -> ClockStatus {
    var clock = clock
    clock.device = clock.leader == .midi ? leaderName.text : nil
    clock.isTimebaseOurs = clock.settings.isTimebase ? isTimebaseOurs : nil
    return clock
  }

  /// What to say where another clock leads, or is lost or back; nil for nothing new.
  mutating func line(
    about clock: ClockStatus, of leader: ClockLeader, at now: HostTime
  ) -> String? {
    leaderName.follow(leader)
    return news.line(about: named(clock), at: now)
  }

  /// Takes what JACK reports of the server and its connections.
  mutating func note(_ event: JACKEvent) {
    switch event {
    case .up(let clientName, _, _): leaderName.jackCame(as: clientName)
    case .down:
      leaderName.jackWent()
      isTimebaseOurs = nil
    case .connected(let source, let destination):
      leaderName.note(source, to: destination, isConnected: true)
    case .disconnected(let source, let destination):
      leaderName.note(source, to: destination, isConnected: false)
    case .timebase(let isOurs): isTimebaseOurs = isOurs
    default: break
    }
  }

  /// Whether something on JACK plays to us.
  var hearsNotesOnJACK: Bool { leaderName.hears(on: "midi_in") }

  /// Whether after `event` a source of notes and switches on JACK can no longer end them: the server has gone, or what
  /// was connected to our `midi_in`.
  func losesReleases(by event: JACKEvent) -> Bool {
    switch event {
    case .down: true
    case .disconnected(_, let destination), .removedFeedback(_, let destination):
      leaderName.ownPort(destination) == "midi_in"
    default: false
    }
  }
}
