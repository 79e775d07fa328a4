/// Who made a song, a pattern or a kit, under which licence, and what they say of it.
struct HydrogenRights: Sendable, Hashable {
  /// Empty, as the others, where the file does not say.
  var author = ""
  var license = ""
  /// A description, of any length.
  var info = ""
  /// From 2.0 on; before, a pattern's category.
  var tags: [String] = []
}

extension HydrogenRights {
  init(_ element: XMLElement) {
    author = Self.said(element.text("author"))
    // Some kits spell it as in British English.
    license = Self.said(element.text("license") ?? element.text("licence"))
    info = RichText.plain(Self.said(element.text("info")))
    tags = ((element["tags"]?.all("tag") ?? []).map(\.text) + [Self.said(element.text("category"))])
      .filter { !$0.isEmpty }
  }

  /// What Hydrogen writes where its user has written nothing, in small letters.
  private static let unsaid: Set<String> = [
    "undefined author", "unknown author", "undefined license", "unknown license",
    "no information available.", "not_categorized", "no category", "unknown",
  ]

  /// `text`, or nothing for Hydrogen's own words.
  private static func said(_ text: String?) -> String {
    guard let text, !unsaid.contains(text.lowercased()) else { return "" }
    return text
  }

  /// On one line, at most 500 letters.
  static func line(_ text: String) -> String {
    String(text.split(whereSeparator: \.isNewline).joined(separator: " ").prefix(500))
  }
}

extension [HydrogenRights] {
  /// Authors and licences as phrases, each once.
  var phrases: [String] {
    func each(_ texts: [String]) -> String {
      var seen: Set<String> = []
      return texts.filter { !$0.isEmpty && seen.insert($0).inserted }.map(HydrogenRights.line)
        .joined(separator: ", ")
    }
    let (authors, licences) = (each(map(\.author)), each(map(\.license)))
    return (authors.isEmpty ? [] : ["by \(authors)"])
      + (licences.isEmpty ? [] : ["licence: \(licences)"])
  }
}

extension HydrogenSong {
  /// Authors and licences of the file and its patterns; of a pattern file, also its tags and
  /// descriptions, which a patch does not keep.
  var rightsPhrases: [String] {
    let all = [rights] + patterns.map(\.rights)
    guard isPattern else { return all.phrases }
    let tags = all.flatMap(\.tags).map(HydrogenRights.line).joined(separator: ", ")
    let infos = all.map(\.info).filter { !$0.isEmpty }.map { "“\(HydrogenRights.line($0))”" }
    return all.phrases + (tags.isEmpty ? [] : ["tags: \(tags)"]) + infos
  }
}
