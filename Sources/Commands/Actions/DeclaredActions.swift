public import Playback
public import Rhythm

/// What a row of the table declares whole; two of one row with the same arguments are the same.
struct DeclaredWords: Sendable, Hashable {
  private let words: [String]

  init(_ path: String, _ arguments: [String]) { words = [path] + arguments }
}

/// A change of the patch that a row of the table declares.
public struct PatchEdit: Sendable {
  private let words: DeclaredWords
  private let change: @Sendable (inout Patch) throws(CommandError) -> Void

  init(
    _ path: String, _ arguments: [String],
    change: @escaping @Sendable (inout Patch) throws(CommandError) -> Void
  ) {
    words = DeclaredWords(path, arguments)
    self.change = change
  }

  /// Makes the change; throws where the patch does not allow it.
  public func apply(to patch: inout Patch) throws(CommandError) { try change(&patch) }
}

extension PatchEdit: Hashable {
  public static func == (a: Self, b: Self) -> Bool { a.words == b.words }

  public func hash(into hasher: inout Hasher) { hasher.combine(words) }
}

/// How something is set, as a row of the table reads it from a subject.
public struct SettingQuestion<Subject>: Sendable {
  private let words: DeclaredWords
  private let read: @Sendable (Subject) -> SettingAnswer

  init(
    _ path: String, _ arguments: [String], read: @escaping @Sendable (Subject) -> SettingAnswer
  ) {
    words = DeclaredWords(path, arguments)
    self.read = read
  }

  /// How it is set in `subject`.
  public func answer(by subject: Subject) -> SettingAnswer { read(subject) }
}

/// How something of the patch is set.
public typealias PatchQuestion = SettingQuestion<Patch>

/// How something is set that the patch alone does not tell.
public typealias SessionQuestion = SettingQuestion<SessionState>

/// The patch, and how things stand while it is played.
public struct SessionState: Sendable {
  /// What is edited.
  public let patch: Patch
  /// What `status` says.
  public let status: MachineStatus

  /// The state of a session that plays `patch`.
  public init(patch: Patch, status: MachineStatus) {
    self.patch = patch
    self.status = status
  }
}

extension SettingQuestion: Hashable {
  public static func == (a: Self, b: Self) -> Bool { a.words == b.words }

  public func hash(into hasher: inout Hasher) { hasher.combine(words) }
}

/// What a row of the table asks of the engine.
public struct EngineOrder: Sendable {
  private let words: DeclaredWords
  /// What the engine is sent.
  public let message: EngineMessage

  init(_ path: String, _ arguments: [String], _ message: EngineMessage) {
    words = DeclaredWords(path, arguments)
    self.message = message
  }
}

extension EngineOrder: Hashable {
  public static func == (a: Self, b: Self) -> Bool { a.words == b.words }

  public func hash(into hasher: inout Hasher) { hasher.combine(words) }
}
