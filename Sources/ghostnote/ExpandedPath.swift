import Files

/// A path that was typed, with a leading `~` as the home folder: shells leave one in `--output=~/take.mid`.
@Sendable func expandedPath(_ path: String) -> String { HomeFolder.expanded(path) }
