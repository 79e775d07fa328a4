/// Why a kit is loaded.
public enum KitRequest: Sendable, Hashable {
  /// Because a patch plays another kit or needs more of it. The command line's SoundFont may play its lowest kit
  /// for a program that it lacks; one that MIDI selected plays on where font and program are as before.
  case ifChanged
  /// Its program was asked for, changed or not: a MIDI program change may have been heard since.
  case again
  /// The same, and the SoundFont was named.
  case named
}
