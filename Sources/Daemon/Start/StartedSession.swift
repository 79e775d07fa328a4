import Commands
import Control
import LiveDrummer
import Logging
import MusicalTime
import PatchFiles
import Playback
import Rhythm

/// What a session was started with, and what is done with that as it begins and ends.
struct StartedSession {
  let options: DaemonOptions
  let drummer: LiveDrummer
  private let patch: Patch
  private let unsaved: UnsavedWork
  private var limit: BarLimit
  private let log: Logger

  init(
    _ options: DaemonOptions, _ patch: Patch, engine: consuming sending EngineDrummer, log: Logger
  ) {
    self.options = options
    self.patch = patch
    self.log = log
    unsaved = UnsavedWork(name: options.name, log: log)
    limit = BarLimit(bars: options.bars)
    drummer = LiveDrummer(
      settings: patch.playableDrummer, lookahead: options.drummer.lookahead, engine: engine,
      loadDrummer: options.drummer.loadDrummer)
  }

  /// Where edits that are not saved are kept.
  var recovery: any RecoveryStore { unsaved.store }

  // MARK: Beginning

  /// Starts the drummer; throws where it is asked for what it does not know.
  func beginDrummer() throws(DrummerError) { try drummerStart.begin() }

  /// Lets the drummer come in, takes what this machine's controls do, and plays, as options say.
  mutating func begin(in machine: Machine, through door: CommandDoor) async {
    drummerStart.warnOfUnused(options.drummer.commands)
    await drummerStart.prime(with: options.drummer.prime, through: door)
    do throws(CommandError) { try await machine.humanise() } catch { log.error("\(error)") }
    do throws(CommandError) { try await machine.takeDeviceControls() } catch {
      log.error("\(error)")
    }
    if options.recover { await unsaved.recover(in: machine) }
    setLimit(bar: patch.pattern.bar.length, in: machine)
    if options.play { await door.perform("play") }
  }

  /// Logs the unsaved edits of earlier sessions.
  func offerUnsaved(by machine: Machine) async { await unsaved.offer(by: machine) }

  private var drummerStart: DrummerStart { DrummerStart(drummer: drummer, patch: patch, log: log) }

  // MARK: Ending

  /// Whether the bars of `--bars` have been played to their end.
  var isOver: Bool { limit.isOver }

  /// Takes how the song stands; false where the session is to end.
  mutating func goesOn(_ found: Machine.PollResult, in machine: Machine) -> Bool {
    let bar = found.pattern.bar.length
    setLimit(bar: bar, in: machine)
    return limit.goesOn(position: found.position, endings: found.endings, bar: bar)
  }

  /// Lets the engine stop after the bars of `--bars`.
  private mutating func setLimit(bar: Beats, in machine: Machine) {
    guard let next = limit.next(bar: bar) else { return }
    do throws(CommandError) {
      try machine.limit(to: next)
      limit.note(next)
    } catch { log.error("\(error)") }
  }

  /// Logs the unsaved edits of this session, and where they are.
  func sayWhatIsKept() { unsaved.sayWhatIsKept() }
}
