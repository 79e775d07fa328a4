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
      let place = "\(folder)/\(word.text)"
      // `FONT:BANK:PROGRAM`, where only the font is a file.
      let isThere = exists(place) || DrumSource(place).map { exists($0.font) } == true
      guard shape.isRelativePath(word.text, of: path, isThere: isThere) else { continue }
      let next = words.indices.contains(count + number + 1) ? words[count + number + 1].start : nil
      result.replaceSubrange(
        word.start..<(next ?? sentence.endIndex),
        with: Command.quoted(place) + (next == nil ? "" : " "))
    }
    return result
  }
}

extension ParameterShape {
  fileprivate func isRelativePath(_ word: String, of command: String, isThere: Bool) -> Bool {
    guard !word.isEmpty, word.first != "/", word.first != "~" else { return false }
    if names.contains(.soundFont) { return word.contains("/") || isThere }
    guard names.contains(where: { [.file, .midiFile, .patch].contains($0) }) else { return false }
    return word.contains("/") || word.contains(".") || command == "source"
  }
}
