public import MusicalTime
public import Rhythm
import Shell

/// One thing a person or a device can ask for. Every surface speaks this and nothing else.
public enum Command: Sendable, Hashable {
  /// Begin at the top.
  case play
  /// Take up where it stopped.
  case `continue`
  case stop
  /// Play when stopped, stop when rolling.
  case toggle
  /// Move to a beat from the beginning, counted from 0, rounded down to a sixteenth.
  case locate(Beats)
  case tempo(Tempo)
  /// Whether the pattern begins again when it ends.
  case loop(Bool)
  /// Play the patch in a file, or a factory patch by name.
  case load(String)
  /// Read the patch's file again.
  case reload
  /// Write the patch to a file, or to the one it came from.
  case save(String?)
  /// Play what was edited and not saved when an earlier session ended: of that name, or what fits best.
  case recover(String?)
  /// Forget what was edited and not saved when earlier sessions ended.
  case discard
  /// Write or clear (nil) a step counted from 0.
  case step(Voice, step: Int, Step?)
  case mute(Voice, Bool)
  case solo(Voice, Bool)
  /// Empty a voice's lane, or all of them.
  case clear(Voice?)
  /// Master level in dB.
  case level(Float)
  /// Change how one drum sounds.
  case sound(Drum, SoundChange)
  /// Play another SoundFont (nil keeps it) and drum kit.
  case kit(soundFont: String?, program: UInt8)
  /// Strike a drum as a pad would.
  case hit(Drum, Velocity)
  /// Silence everything at once.
  case panic
  /// Ask something of the clock that is followed or sent.
  case clock(ClockCommand)
  /// Ask something of the drummer.
  case drummer(DrummerCommand)
  /// Make the drummer's last bars the patch's pattern.
  case keep(bars: Int)
  /// Ask something of the patterns or the song.
  case arrange(ArrangeCommand)
  /// Give the pattern a drummer's hand, or (nil) take it away.
  case humanise(Humanising?)
  /// Change grids and lanes, write rhythms.
  case grid(GridCommand)
  /// Undo, redo, select and edit.
  case editing(EditingCommand)
  /// Record, click or count in.
  case recording(RecordingCommand)
  /// Give the patch or its pattern a groove.
  case groove(GrooveCommand)
  /// Read or write a MIDI file.
  case midiFile(MIDIFileCommand)
  /// Write the pattern as text, or put in what text says.
  case text(TextCommand)
  /// Say how things stand.
  case status(asJSON: Bool)
  /// Draw the pattern.
  case show
  /// List the commands.
  case help
  /// End the process in good order.
  case quit
}

extension Command {
  /// Whether it asks how things stand.
  public var asksForStatus: Bool {
    switch self {
    case .status, .clock(.status), .drummer(.status): true
    default: false
    }
  }

  /// Whether `next` sets the same thing, so that this need not be done first.
  func isOvertaken(by next: Command) -> Bool {
    switch (self, next) {
    case (.tempo, .tempo), (.level, .level), (.arrange(.program), .arrange(.program)): true
    default: false
    }
  }
}

extension Command {
  /// What a control that was moved or struck asks for.
  init(_ request: ControlRequest) {
    self =
      switch request {
      case .play: .play
      case .stop: .stop
      case .continue: .continue
      case .toggle: .toggle
      case .tempo(let tempo): .tempo(tempo)
      case .level(let level): .level(level)
      case .panic: .panic
      case .fill(let isFilling): .arrange(.fill(isFilling))
      case .erase(let drum, let isHeld): .recording(.erase(drum, isHeld))
      case .muteGroup(let group): .arrange(.muteGroup(group, nil))
      case .pattern(let choice, let moment):
        .arrange(.pattern(.select(choice, at: moment)))
      }
  }
}

/// One property of a drum's sound and its new value; ranges as in `Knob`.
public enum SoundChange: Sendable, Hashable {
  /// dB.
  case level(Float)
  /// −1 left to +1 right.
  case pan(Float)
  /// Cents.
  case tuning(Float)
  /// Seconds to fall by 60 dB; 0 as recorded.
  case decay(Float)
  /// Output pair under `--separate-outs`; 0 is the drum's own.
  case output(UInt8)
  /// Name of a choke group, or nil for none.
  case choke(String?)
  case velocityCurve(VelocityCurve)
}

/// Why a command could not be carried out; nothing was changed.
public struct CommandError: Error, Hashable, CustomStringConvertible {
  /// Whether the words were wrong rather than the world.
  public let isUsage: Bool
  /// One plain sentence: what is wrong and what to do.
  public let description: String

  public init(_ description: String, isUsage: Bool = false) {
    self.isUsage = isUsage
    // It quotes what was typed, and names from files; all fits on one line.
    self.description = description.onOneLine
  }
}

/// What a command answers.
public enum Reply: Sendable, Hashable {
  case done
  /// Something to read.
  case text(String)
  case status(MachineStatus, asJSON: Bool)
  case clock(ClockStatus, asJSON: Bool)
  case drummer(DrummerStatus, asJSON: Bool)
  /// The process is to end.
  case quit
}
