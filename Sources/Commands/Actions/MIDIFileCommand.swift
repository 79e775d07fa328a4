public import MIDIFiles

/// What can be asked of MIDI files.
public enum MIDIFileCommand: Sendable, Hashable {
  /// Make the file's bars the patterns and the song.
  case read(String, MIDIChannels)
  /// Write that number of loops of the pattern or of the song, in one track or in one a voice.
  case write(String, loops: Int, separatesVoices: Bool)
}
