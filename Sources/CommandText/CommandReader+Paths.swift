internal import Commands
internal import Rhythm

extension CommandReader {
  /// A command with its relative paths beginning at `folder`, for a program that sends it to one that runs
  /// in another folder. Names of patches and SoundFonts stay.
  ///
  /// `exists` says whether there is a file at a path.
  public static func rooted(
    _ sentence: String, at folder: String, exists: (String) -> Bool
  ) -> String {
    let line = LineWords(sentence)
    guard line.open == nil, line.breaks.isEmpty, let words = line.sentences.first,
      let (path, count) = CommandTable.path(in: words.map(\.text)),
      let spec = CommandTable.rows(of: path).first, !spec.takesRawText
    else { return sentence }
    var result = sentence
    // From the end, so that the places of earlier words stay true.
    for (number, shape) in spec.parameters.enumerated().reversed() {
      guard words.indices.contains(count + number) else { continue }
      let word = words[count + number]
      guard let place = shape.path(to: word.text, of: path, in: folder, exists: exists) else {
        continue
      }
      let next = words.indices.contains(count + number + 1) ? words[count + number + 1].start : nil
      result.replaceSubrange(
        word.start..<(next ?? sentence.endIndex),
        with: Command.quoted(place) + (next == nil ? "" : " "))
    }
    return result
  }

  /// The same of a command that was read already.
  static func rooted(
    _ command: Command, at folder: String, exists: (String) -> Bool
  ) throws(CommandError) -> Command {
    let spec = command.spec
    guard !spec.takesRawText else { return command }
    var words = command.arguments
    for (number, shape) in zip(words.indices, spec.parameters) {
      words[number] =
        shape.path(to: words[number], of: spec.path, in: folder, exists: exists) ?? words[number]
    }
    guard words != command.arguments else { return command }
    let path = spec.path.split(separator: " ").map(String.init)
    return try CommandTable.command(words: path + words + (command.wantsJSON ? ["--json"] : []))
  }
}

extension ParameterShape {
  /// The path of the file that `word` names in `folder`; nil for what is not a relative path.
  fileprivate func path(
    to word: String, of command: String, in folder: String, exists: (String) -> Bool
  ) -> String? {
    guard !word.isEmpty, word.first != "/", word.first != "~", !words.contains(word) else {
      return nil
    }
    let path = "\(folder)/\(word)"
    // What has no folder is the name of a surface map, wherever its file is.
    if word.contains("/") { return isOfFiles || names.contains(.surface) ? path : nil }
    if names.contains(.soundFont) {
      // `FONT:BANK:PROGRAM`, where only the font is a file.
      let isThere = exists(path) || DrumSource(path).map { exists($0.font) } == true
      return isThere ? path : nil
    }
    // A patch's name may have dots in it; `save` takes one as well.
    if names.contains(.patch) || command == "save" { return word.hasSuffix(".json") ? path : nil }
    guard isOfFiles, word.contains(".") || command == "source" else { return nil }
    return path
  }

  private var isOfFiles: Bool {
    names.contains { [.file, .midiFile, .patch, .soundFont].contains($0) }
  }
}
