import MusicalTime
public import Rhythm
import Shell

/// Why a patch can't be read, found or written, and where in it.
public struct PatchError: Error, Hashable {
  /// The file's path as given.
  public let file: String
  /// The place in the file in words, such as “lane 3 (snare), step 17”; empty for the whole file.
  public let place: String
  /// What is wrong.
  public let problem: Reason

  /// A problem with `file`, at `place` in it.
  public init(file: String, place: String = "", _ problem: Reason) {
    self.file = file
    self.place = place
    self.problem = problem
  }

  /// What can be wrong with a patch, quoting the file where that helps.
  public enum Reason: Hashable, Sendable {
    /// The system's reason.
    case unreadable(String)
    case directory
    case notRegular
    case tooLarge
    /// The first line that is not valid UTF-8.
    case notUTF8(line: Int)
    case notJSON(line: Int, column: Int, expected: String, found: String)
    case repeatedKey(String, line: Int)
    case tooDeep(line: Int)
    /// More values than a patch can have.
    case tooManyValues(line: Int)
    case missing(key: String)
    case laterFormat(String)
    case otherFormat(String)
    case unknownKey(String, nearest: String?, known: [String])
    case unknownDrum(String, nearest: Drum?)
    case unknownWord(String, nearest: String?, known: [String])
    case wrongType(expected: String, found: String)
    /// What is expected, and what was found.
    case outOfRange(String)
    case notWhole(String)
    case velocityTable
    case drumTwice(Drum)
    case assignedTwice(String)
    case severalTriggers
    /// Why a control cannot do a command.
    case assignment(String)
    case notation(StepNotationError)
    case pattern(PatternError)
    case grid(GridError)
    case groove(GrooveNotationError)
    case rule(PatchRuleError)
    /// Two patterns have this name.
    case secondPattern(String)
    case unknownPattern(String, nearest: String?)
    /// Two saved selections have this number, from 1.
    case numberTwice(Int)
    /// Two keys that exclude each other.
    case together(String, String)
    case malformed(String, expected: String)
    /// This many bytes of steps in one lane.
    case longSteps(Int)
    /// No patch has this name; the folders are those searched.
    case notFound(nearest: String?, folders: [String])
    /// The system's reason.
    case unwritable(String)
    /// The path has the ending of another kind of file.
    case otherEnding
    /// Without a home folder, nothing can be saved by name.
    case noOwnFolder
  }
}

extension PatchError: CustomStringConvertible {
  /// One sentence: the file, the place in it, and the remedy.
  public var description: String {
    // It names files and quotes what is in them; all fits on one line.
    [problem.name(of: file), place, problem.description].filter { !$0.isEmpty }.joined(
      separator: ": "
    ).onOneLine
  }
}

extension PatchError.Reason {
  /// The file as it was named, shortened where it was not found: such a name may be of any length.
  fileprivate func name(of file: String) -> String {
    guard case .notFound = self else { return file }
    return file.shortened
  }
}

extension PatchError.Reason: CustomStringConvertible {
  /// The problem alone; the error adds the file and the place.
  public var description: String {
    switch self {
    case .unreadable(let reason): "it can't be read: \(reason)"
    case .directory: "it is a folder, not a patch"
    case .notRegular: "it is a device or a pipe, not a file"
    case .tooLarge: "it is larger than 16 MiB, which no patch is"
    case .notUTF8(let line): "line \(line): it isn't UTF-8 text"
    case .notJSON(let line, let column, let expected, let found):
      "line \(line), column \(column): expected \(expected) but found \(found)"
    case .repeatedKey(let key, let line): "line \(line): \(key.quoted) is written twice"
    case .tooDeep(let line): "line \(line): too many brackets within brackets"
    case .tooManyValues(let line):
      "line \(line): more than \(JSONReader.most) values, which no patch has"
    case .missing(let key): Self.missing(key)
    case .laterFormat(let found):
      "made by a later ghostnote (\(found.quoted)): this one reads \(PatchFormat.current)"
    case .otherFormat(let found):
      "unknown patch format \(found.quoted); a patch says \"format\": \"\(PatchFormat.current)\""
    case .notFound(let nearest, let folders):
      "no such file or factory patch\(Self.guess(nearest))"
        + " (looked in \(folders.joined(separator: ", ")))"
    case .unwritable(let reason): "it can't be written: \(reason)"
    case .otherEnding: "a patch's file ends in .json, and its name alone has no ending: name it so"
    case .noOwnFolder: "without a home folder, only files can be saved: name one, as ./x.json"
    default: valueDescription
    }
  }

  private var valueDescription: String {
    switch self {
    case .unknownKey(let key, let nearest, let known):
      "unknown setting \(key.quoted)\(Self.guess(nearest, otherwise: known))"
    case .unknownDrum(let name, let nearest):
      "unknown drum \(name.quoted)\(Self.guess(nearest?.name))"
        + (nearest == nil ? ";" : "") + " `ghostnote kit list` names all \(Drum.count)"
    case .unknownWord(let word, let nearest, let known):
      "\(word.quoted) isn't known\(Self.guess(nearest, otherwise: known))"
    case .wrongType(let expected, let found): "expected \(expected) but found \(found)"
    case .outOfRange(let problem): problem
    case .notWhole(let value): "\(value) isn't a whole number"
    case .velocityTable:
      "a velocity table has \(VelocityTable.count) numbers: a 0, then \(Velocity.range.count) of "
        + Velocity.range.words()
    case .drumTwice(let drum): "\(drum.name) is written twice"
    case .assignment(let reason): reason
    case .severalTriggers: "a control has one of cc, note and bend, not several"
    case .assignedTwice(let control): "\(control) has an action already"
    case .notation(let error): error.reason
    case .pattern(let error): error.description
    default: rhythmDescription
    }
  }

  private var rhythmDescription: String {
    switch self {
    case .grid(let error): error.description
    case .groove(let error): error.description
    case .rule(let error): error.description
    case .secondPattern(let name):
      "\(name.quoted) is the name of another pattern already; give it one of its own"
    case .unknownPattern(let name, let nearest):
      "the patch has no pattern \(name.quoted)\(Self.guess(nearest))"
    case .numberTwice(let number): "number \(number) is written twice"
    case .together(let one, let other): "“\(one)” and “\(other)” don't go together"
    case .longSteps(let count):
      "\(count) bytes of steps: at most \(Lane.longestSteps) are read, enough for "
        + "\(Grid.counts.upperBound) steps"
    case .malformed(let text, let expected): "\(text.quoted) should be \(expected)"
    default: ""
    }
  }

  private static func missing(_ key: String) -> String {
    key == "format"
      ? "it has no \"format\": \"\(PatchFormat.current)\", so it isn't a patch"
      : "“\(key)” is missing"
  }

  private static func guess(_ nearest: String?, otherwise known: [String] = []) -> String {
    if let nearest { return "; did you mean “\(nearest)”?" }
    return known.isEmpty ? "" : "; there are \(known.joined(separator: ", "))"
  }
}
