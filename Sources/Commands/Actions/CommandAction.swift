public import Rhythm

extension Command {
  /// What is to be done, with everything that it takes. Each family has a file of its own.
  public enum Action: Sendable, Hashable {
    /// Change the patch as the command's row says.
    case edit(PatchEdit)
    /// Ask of the engine what the command's row says.
    case engine(EngineOrder)
    /// Say of the patch what the command's row says.
    case ask(PatchQuestion)
    case transport(TransportCommand)
    case tempo(TempoCommand)
    case file(FileCommand)
    case assigning(AssigningCommand)
    /// Play another SoundFont (nil keeps it) and drum kit, of bank 128 unless another is given (nil keeps
    /// it with the SoundFont).
    case kit(soundFont: String?, program: UInt8, bank: UInt16? = nil)
    /// Ask something of the clock that is followed or sent.
    case clock(ClockCommand)
    /// Ask something of the drummer.
    case drummer(DrummerCommand)
    /// Make the drummer's last bars the patch's pattern.
    case keep(bars: Int)
    /// Make one bar of the drummer's, counted from 1, the selected pattern or another one.
    case keepBar(Int, as: PatternChoice?)
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
    /// Say how something is set that the patch alone does not tell.
    case askSession(SessionQuestion)
    /// Ask something of the controllers with lights.
    case surface(SurfaceCommand)
    /// Ask something of the connection that the line came by: nothing for the machine.
    case connection(ConnectionRequest)
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
  /// Whether what was asked for before should be done first, because the reply shows it.
  public var asksForStatus: Bool {
    switch action {
    case .status, .clock(.status), .drummer(.status): true
    default: false
    }
  }
}
