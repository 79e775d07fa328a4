public import Clock
public import MusicalTime
public import Rhythm

extension Command {
  /// What is to be done, with everything that it takes. Each family has a file of its own.
  public enum Action: Sendable, Hashable {
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
    /// Play another SoundFont (nil keeps it) and drum kit, of bank 128 unless another is given (nil keeps
    /// it with the SoundFont).
    case kit(soundFont: String?, program: UInt8, bank: UInt16? = nil)
    /// Strike a drum as a pad would; it is recorded where the hand struck.
    case hit(Drum, Velocity, GestureTime = .now)
    /// Silence everything at once.
    case panic
    /// Take in a beat that another program reports.
    case follow(BeatLine)
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
    /// Change the patch as the command's row says.
    case edit(PatchEdit)
    /// Take the tempo from how fast it is asked for again and again.
    case tap
    /// Let what is followed be heard that much later, or (negative) earlier, than it is now.
    case nudge(HostTime.Interval)
    /// Say how a drum, or (nil) everything, is set.
    case showSound(Drum?, SoundProperty)
    /// Say how something is set.
    case showSetting(Setting)
    /// Say what notes and controllers do.
    case assignments
    /// Let a control do something else, or (nil) nothing.
    case assign(AssignedControl, ControlAction?)
    /// Let the next control that is used do that, or (nil) stop waiting for one.
    case learn(ControlAction?)
    /// Keep the patch's assignments for this device, whatever patch is played, or (false) forget them.
    case keepAssignments(Bool)
    /// Ask something of the controllers with lights.
    case surface(SurfaceCommand)
    /// Carry out the lines of a file, which the reader of the line puts in its place.
    case source(String)
    /// Say how things stand.
    case status
    /// Draw the pattern.
    case show
    /// List the commands, those of a topic, or say what one does.
    case help(String?)
    /// End the process cleanly.
    case quit
  }
}

extension Command {
  /// What a command without its arguments says.
  public enum Setting: String, Sendable, Hashable, CaseIterable {
    case tempo, loop, accent, groove, humanise, record, metronome, countin, drummer
  }

  /// Whether what was asked for before should be done first, because the reply shows it.
  public var asksForStatus: Bool {
    switch action {
    case .status, .clock(.status), .drummer(.status): true
    default: false
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
  /// Share sent to the reverb, 0 to 1.
  case reverb(Float)
  /// Share sent to the delay, 0 to 1.
  case delay(Float)
  case filter(DrumFilterKind)
  /// Hz.
  case cutoff(Float)
  /// dB.
  case resonance(Float)
  /// Name of a choke group, or nil for none.
  case choke(String?)
  case velocityCurve(VelocityCurve)
  /// A sound of another SoundFont, or nil for the kit's own.
  case source(DrumSource?)
}

/// What of a drum's sound can be asked for by name.
public enum SoundProperty: String, Sendable, Hashable, CaseIterable {
  case level, pan, tuning, decay, output, reverb, delay, cutoff, resonance
}

/// A change of the patch that a row of the table declares.
public struct PatchEdit: Sendable {
  private let words: [String]
  private let change: @Sendable (inout Patch) throws(CommandError) -> Void

  init(
    _ path: String, _ arguments: [String],
    change: @escaping @Sendable (inout Patch) throws(CommandError) -> Void
  ) {
    words = [path] + arguments
    self.change = change
  }

  /// Makes the change; throws where the patch does not allow it.
  public func apply(to patch: inout Patch) throws(CommandError) { try change(&patch) }
}

extension PatchEdit: Hashable {
  /// Edits of one row and the same arguments are the same.
  public static func == (a: Self, b: Self) -> Bool { a.words == b.words }

  public func hash(into hasher: inout Hasher) { hasher.combine(words) }
}
