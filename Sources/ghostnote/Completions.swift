import ALSASequencer
import ArgumentParser
import Commands
import ControlSocket
import Daemon
import Drummer
import Files
import FluidSynthesizer
import Foundation
import PatchFiles

/// What shells offer where the words are those of this machine, or of a session that runs.
extension CompletionKind {
  /// A factory patch's name, or a patch file.
  static var patch: CompletionKind { patch(or: []) }

  /// The same, or a file of these `kinds`.
  static func patch(or kinds: Set<String>) -> CompletionKind {
    offering { _, _, typed in
      PatchFiles().factoryNames + files(typed, extensions: kinds.union(["json"]))
    }
  }

  /// A SoundFont's name, or its file.
  static var soundFont: CompletionKind {
    offering { _, _, typed in
      SoundFontSearch().names + files(typed, extensions: ["sf2", "sf3"])
    }
  }

  /// A style of the drummer; `more` are further words.
  static func style(or more: String...) -> CompletionKind {
    offering { _, _, _ in Vocabulary.grooveStyles + more }
  }

  /// The name of a session that runs.
  static var session: CompletionKind { offering { _, _, _ in SocketFolder().living } }

  /// The names of clients of ALSA's sequencer that send; `more` are further words.
  static func source(or more: String...) -> CompletionKind {
    offering { _, _, _ in
      let ports = (try? SequencerPorts.list()) ?? []
      return more + Set(ports.filter { $0.isSource && !$0.isReserved }.map(\.clientName)).sorted()
    }
  }

  /// Commands for a session: an argument for each word, or all words in one.
  static var sessionLine: CompletionKind {
    offering { words, index, typed in
      guard let verb = words.prefix(index).firstIndex(of: "ctl") else { return [] }
      var given = words[..<index].dropFirst(verb + 1)
      var session: String?
      while let option = given.first, option.hasPrefix("--") {
        given = given.dropFirst()
        let parts = option.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.first == "--name" else { continue }
        // bash makes three words of `--name=Upstairs`.
        if parts.count == 1, given.first == "=" {
          given = given.dropFirst()
          guard !given.isEmpty else { return SocketFolder().living }
        }
        session = parts.count > 1 ? parts[1] : given.popFirst()
      }
      return LineCompletion(session: session).arguments(
        after: Array(given),
        typed: typed.first.map { "'\"".contains($0) } == true
          ? String(typed.dropFirst()) : typed)
    }
  }

  /// These words.
  static func words(_ words: String...) -> CompletionKind { offering { _, _, _ in words } }

  /// A topic or a command of a session.
  static var commandSubject: CompletionKind {
    .list(CommandTopic.allCases.map(\.rawValue) + CommandTable.firstWords)
  }

  /// What `find` finds, as the shell that asks takes it. Names come from folders, devices and other people's
  /// patches. bash expands what it is offered: there each is quoted, and one that could run a command on its
  /// way into the line is left out. zsh takes what follows a colon for a description unless there is a
  /// backslash before it.
  private static func offering(
    _ find: @escaping @Sendable ([String], Int, String) -> [String]
  ) -> CompletionKind {
    .custom { words, index, typed in
      let found = find(words, index, typed)
      let shell = CompletionShell.requesting
      if shell == .bash { return found.compactMap { quotedForBash($0) } }
      guard shell == .zsh else { return found }
      return found.map { $0.replacing("\\", with: "\\\\").replacing(":", with: "\\:") }
    }
  }

  /// Nil for a name that bash would expand even so.
  private static func quotedForBash(_ name: String) -> String? {
    let isSafe = !name.unicodeScalars.contains {
      "$`".unicodeScalars.contains($0) || $0.value < 32
    }
    return isSafe ? "'" + name.replacing("'", with: "'\\''") + "'" : nil
  }

  /// Folders, and files of these kinds, that continue what was typed of a path, in capitals or not; of more than
  /// `FolderListing.mostFiles` the first.
  private static func files(_ typed: String, extensions: Set<String>) -> [String] {
    let folder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
    let path = folder.isEmpty ? "." : HomeFolder.expanded(folder)
    let beginning = unquoted(typed.dropFirst(folder.count))
    let names = FolderListing.names(in: path) { name in
      guard name != ".", name != "..", beginning.hasPrefix(".") || !name.hasPrefix(".") else {
        return false
      }
      return unquoted(name).hasPrefix(beginning)
    }
    let offered = names.lazy.compactMap { name -> String? in
      if FolderListing.holds("\(path)/\(name)/.") { return "\(folder)\(name)/" }
      let kind = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
      return kind.map(extensions.contains) == true ? folder + name : nil
    }
    return Array(offered.prefix(FolderListing.mostFiles))
  }

  /// A name without its capitals and without what a shell may have quoted it with: the shell compares them itself.
  private static func unquoted(_ name: some StringProtocol) -> String {
    name.lowercased().filter { !"'\"\\".contains($0) }
  }
}
