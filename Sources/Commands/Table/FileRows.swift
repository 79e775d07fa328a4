import MIDI
public import MIDIFiles
import MusicalTime
import Rhythm
import Sequencing
import Shell

/// What can be asked of the patch's file, and of what was not saved.
public enum FileCommand: Sendable, Hashable {
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
}

/// What can be asked of MIDI files.
public enum MIDIFileCommand: Sendable, Hashable {
  /// Make the file's bars the patterns and the song.
  case read(String, MIDIChannels)
  /// Write that number of loops of the pattern or of the song, in one track or in one a voice.
  case write(String, loops: Int, separatesVoices: Bool)
}

/// Commands about files and undo.
enum FileRows {
  static let all: [CommandSpec] = [
    CommandSpec(
      "load", .name("a patch", "PATCH", of: .patch),
      does: "play a patch file or a factory patch", as: "load rock"
    ) { .file(.load($0)) }.access(.files).touching(
      .music, .kit, .tempo, .clicks, .input, .drummer
    )
    .undone(naming: 1),
    CommandSpec("reload", does: "read the patch's file again") { .file(.reload) }
      .access(.admin).touching(.music, .kit, .tempo, .clicks, .input, .drummer),
    CommandSpec(
      "save", .optional(.name("a file", "FILE", of: .file)), does: "write the patch",
      as: "save my-patch"
    ) { .file(.save($0)) }.access(.files),
    CommandSpec(
      "recover", .optional(.name("a name", "NAME", of: .unsaved)),
      does: "play what was edited and not saved, here or in an earlier session", as: "recover"
    ) { .file(.recover($0)) }.access(.files).touching(
      .music, .kit, .tempo, .clicks, .input, .drummer),
    CommandSpec("discard", does: "forget all edits that `recover` could play") {
      .file(.discard)
    }.access(.files),
    CommandSpec("undo list", does: "list what can be undone and redone") { .editing(.history) }
      .query,
    CommandSpec(
      "undo", .changeCount, does: "take back the last changes", as: "undo", "undo 3"
    ) { .editing(.undo($0)) }.touching(
      .music, .kit, .tempo, .clicks, .input, .drummer),
    CommandSpec("redo", .changeCount, does: "make undone changes again", as: "redo") {
      .editing(.redo($0))
    }.touching(.music, .kit, .tempo, .clicks, .input, .drummer),
    // Files are looked for and written where the session was started, whatever is there, and the lines of one
    // could be anything; those that a page brings come by `FileExchange`.
    CommandSpec(
      "import", .name("a MIDI file, or a song or pattern of Hydrogen", "FILE", of: .midiFile),
      .of(MIDIChannels.self),
      does: "make a MIDI file's bars the patterns and the song, or read a Hydrogen file",
      as: "import take.mid all", "import demo.h2song"
    ) { .midiFile(.read($0, $1)) }.access(.admin).touching(.music, .kit, .tempo)
      .undone(naming: 1),
    CommandSpec(
      "export", .midiFile, .loopCount, .fileType,
      does: "write the pattern or the song as it is heard", as: "export out.mid loops 8 type 1"
    ) { .midiFile(.write($0, loops: $1 ?? 1, separatesVoices: $2 == 1)) }.access(.admin),
    CommandSpec(
      "source", .name("a file", "FILE", of: .file), does: "carry out the lines of a file",
      as: "source set.txt"
    ) { .source($0) }.access(.admin),
    CommandSpec(
      editing: "name", .text("a name", "NAME"), does: "give the patch a name", as: "name My Set"
    ) { patch, name throws(CommandError) in
      guard name.count <= PatternName.longest, name == name.onOneLine else {
        throw CommandError("name: expected at most \(PatternName.longest) letters on one line")
      }
      patch.name = name
    },
    CommandSpec("quit", does: "end the session") { .quit }.access(.admin),
    CommandSpec(
      "exit", does: "leave `ctl`, or end a file that `source` reads; elsewhere, end the session"
    ) { .quit }.access(.admin),
  ]
}

extension Parameter where Value == String {
  static var midiFile: Self { .name("a MIDI file", "FILE.mid", of: .midiFile) }
}

extension Parameter where Value == Int {
  /// How many changes to undo or redo, one where nothing is said.
  fileprivate static var changeCount: Self {
    .optional(.whole("a number of changes", "COUNT", in: 1...Command.mostUndone), standard: 1)
  }
}

extension Parameter where Value == Int? {
  fileprivate static var loopCount: Self {
    .following("loops", .whole("a number of loops", "N", in: StandardMIDIFile.loopCounts))
  }

  fileprivate static var fileType: Self {
    .following("type", .whole("a type", "0|1", in: StandardMIDIFile.writtenTypes))
  }
}

extension Command {
  /// How many changes can be undone.
  public static let mostUndone = 1_000

  /// Whether it ends only the lines that it is one of, where they are a file's or those of `ghostnote ctl`.
  public var isExit: Bool { spec.path == "exit" }
}

extension MIDIChannels: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape(
      "[drums|all|CHANNEL]", "drums, all or a channel of \(Voice.channels.words())",
      .text(words: ["drums", "all"], names: [])
    ).optional
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    guard let text = words.optionalWord() else { return .drums }
    guard let channels = MIDIChannels(text) else {
      throw words.error("expected \(parameterShape.meaning), found \(text.asFound)")
    }
    return channels
  }
}
