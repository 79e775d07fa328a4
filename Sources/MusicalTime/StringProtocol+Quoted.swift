extension StringProtocol {
  /// The text as messages quote what was typed or stands in a file: the first 40 characters and “…” where there are
  /// more, and `?` in place of controls, which would disturb a terminal.
  public var quoted: String {
    let plain = shortened.map {
      $0.unicodeScalars.contains { $0.properties.generalCategory == .control } ? "?" : $0
    }
    return "“\(String(plain))”"
  }

  /// The first 40 characters, and “…” where there are more.
  public var shortened: String {
    let most = 40
    return prefix(most) + (dropFirst(most).isEmpty ? "" : "…")
  }
}
