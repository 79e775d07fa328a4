/// The line breaks of a patch.
enum JSONLayout {
  static func group(_ members: [String], indent: Int) -> String {
    lines(members, between: ("{", "}"), indent: indent)
  }

  static func list(_ elements: [String], indent: Int) -> String {
    lines(elements, between: ("[", "]"), indent: indent)
  }

  private static func lines(
    _ lines: [String], between: (String, String), indent: Int
  ) -> String {
    guard !lines.isEmpty else { return between.0 + between.1 }
    let margin = String(repeating: " ", count: indent)
    return between.0 + "\n" + lines.map { "\(margin)  \($0)" }.joined(separator: ",\n")
      + "\n\(margin)\(between.1)"
  }
}
