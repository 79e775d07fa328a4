import Commands
import Rhythm

extension HydrogenAddress {
  static let patterns: [HydrogenAddress] = [
    HydrogenAddress("SELECT_NEXT_PATTERN", .numbers(1), does: "`pattern N loop`, from 0") {
      call, _ in try pattern(call, "loop")
    },
    HydrogenAddress("SELECT_ONLY_NEXT_PATTERN", .numbers(1), does: "the same") { call, _ in
      try pattern(call, "loop")
    },
    HydrogenAddress("SELECT_AND_PLAY_PATTERN", .numbers(1), does: "`pattern N now`, and PLAY") {
      call, memory in
      try pattern(call, "now") + (memory.isOn(.playing, call) ? [] : play(call, &memory))
    },
    HydrogenAddress("REMOVE_PATTERN", .numbers(1), does: "`pattern delete N`, from 0") { call, _ in
      [try line("pattern delete", .number(Double(whole(call.number) + 1)))]
    },
    HydrogenAddress("NEW_PATTERN", .string, does: "`pattern new NAME`") { call, _ in
      [try line("pattern new", .text(call.text))]
    },
    HydrogenAddress("OPEN_PATTERN", not: "a pattern has no file of its own; `load` takes a patch"),
    HydrogenAddress(
      "SONG_EDITOR_TOGGLE_GRID_CELL",
      not: "a song is a list of sections; `/ghostnote/song/add` and its kind change it"),
  ]

  private static func pattern(_ call: Call, _ moment: String) throws(CommandError) -> [String] {
    [try line("pattern", .number(Double(whole(call.number) + 1)), .text(moment))]
  }

  static let modes: [HydrogenAddress] = [
    HydrogenAddress("SONG_MODE_ACTIVATION", .numbers(1), does: "`song play`, or off") { call, _ in
      [call.isOn ? "song play" : "song off"]
    },
    HydrogenAddress("LOOP_MODE_ACTIVATION", .numbers(1), does: "`song again`") { call, _ in
      [call.isOn ? "song again on" : "song again off"]
    },
    HydrogenAddress("TIMELINE_ACTIVATION", not: sectionTempo),
    HydrogenAddress("JACK_TRANSPORT_ACTIVATION", .numbers(1), does: "`clock source`") { call, _ in
      [call.isOn ? "clock source jack" : "clock source internal"]
    },
    HydrogenAddress("JACK_TIMEBASE_MASTER_ACTIVATION", .numbers(1), does: "`clock send timebase`") {
      call, _ in [call.isOn ? "clock send timebase on" : "clock send timebase off"]
    },
    HydrogenAddress("TIMELINE_ADD_MARKER", not: sectionTempo),
    HydrogenAddress("TIMELINE_DELETE_MARKER", not: sectionTempo),
  ]

  private static let sectionTempo =
    "tempo changes belong to a song's sections: `/ghostnote/song/tempo`"

  static let files: [HydrogenAddress] = [
    HydrogenAddress("NEW_SONG", .string, does: "`load empty`, and `name`") { call, _ in
      ["load empty", try line("name", .text(call.text))]
    },
    HydrogenAddress("OPEN_SONG", .string, does: "`load`: a patch's name; a path needs access admin")
    {
      call, _ in [try line("load", .text(call.text))]
    },
    HydrogenAddress("SAVE_SONG", does: "`save`") { _, _ in ["save"] },
    HydrogenAddress("SAVE_SONG_AS", .string, does: "`save NAME`") { call, _ in
      [try line("save", .text(call.text))]
    },
    HydrogenAddress("SAVE_PREFERENCES", not: "there are none: all is in the patch or an option"),
    HydrogenAddress("QUIT", does: "`quit`, with the access level admin") { _, _ in ["quit"] },
    HydrogenAddress("UNDO_ACTION", does: "`undo`, of every command") { _, _ in ["undo"] },
    HydrogenAddress("REDO_ACTION", does: "`redo`") { _, _ in ["redo"] },
  ]

  static let drumkits: [HydrogenAddress] = [
    HydrogenAddress("LOAD_DRUMKIT", .string, does: "`kit`, a SoundFont's name") { call, _ in
      [try line("kit", .text(call.text))]
    },
    HydrogenAddress("LOAD_NEXT_DRUMKIT", not: kitOrder),
    HydrogenAddress("LOAD_PREV_DRUMKIT", not: kitOrder),
    HydrogenAddress("UPGRADE_DRUMKIT", not: kitFiles),
    HydrogenAddress("VALIDATE_DRUMKIT", not: kitFiles),
    HydrogenAddress("EXTRACT_DRUMKIT", not: kitFiles),
  ]

  private static let kitOrder = "kits have no order; `/ghostnote/kit` takes a name or a program"
  private static let kitFiles = "Hydrogen's kits are its own files"

  static let playlists: [HydrogenAddress] = [
    "NEW_PLAYLIST", "OPEN_PLAYLIST", "SAVE_PLAYLIST", "SAVE_PLAYLIST_AS", "PLAYLIST_ADD_SONG",
    "PLAYLIST_ADD_CURRENT_SONG", "PLAYLIST_REMOVE_SONG", "PLAYLIST_SONG", "PLAYLIST_NEXT_SONG",
    "PLAYLIST_PREV_SONG",
  ].map { HydrogenAddress($0, not: "Ghostnote has no playlists; `/ghostnote/load` takes a patch") }
}
