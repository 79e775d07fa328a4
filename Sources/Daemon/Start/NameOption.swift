import Shell

/// The option that names a session, in advice on what to type.
enum NameOption {
  /// The option with a blank before it, quoted for a shell; empty for the name that a session has without it.
  static func words(for name: String) -> String {
    name == DaemonOptions.standardName ? "" : " --name \(name.quotedForShell)"
  }
}
