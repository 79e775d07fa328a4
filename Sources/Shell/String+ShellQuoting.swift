extension String {
  /// As a shell reads it as one word: in single quotes where it has more than letters, digits and signs
  /// that mean nothing there.
  public var quotedForShell: String {
    let isPlain =
      !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "/._-+,:=@%".contains($0) }
    return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
