public import MusicalTime

/// Why a folder is no corpus.
public struct CorpusError: Error, Hashable {
  /// The folder, or the file in it.
  public var path: String
  /// What is wrong.
  public var problem: Problem

  /// `problem` of what lies at `path`.
  public init(path: String, problem: Problem) {
    self.path = path
    self.problem = problem
  }

  /// What is wrong with it.
  public enum Problem: Sendable, Hashable {
    /// The system's own reason.
    case unreadable(String)
    case notAFolder
    case noMIDIFile
    /// Every file was left out; the first of them, and why.
    case noneReadable(Int, first: String)
    /// Files were read, but none of this split is in the meter.
    case nonePlayable(Piece.Split, meter: Meter, read: Int)
    /// The index lacks columns.
    case missingColumns([String])
    /// The index is no text, or no CSV.
    case notCSV(String)
  }
}

extension CorpusError: CustomStringConvertible {
  public var description: String {
    let reason =
      switch problem {
      case .unreadable(let reason): "cannot be read: \(reason)"
      case .notAFolder: "not a folder; name one that holds .mid files"
      case .noMIDIFile: "no .mid file in it or its folders; name one that holds some"
      case .noneReadable(let count, let first):
        "\(count == 1 ? "the only file cannot" : "none of \(count) files can") be used; \(first)"
      case .nonePlayable(let split, let meter, let read):
        "no \(split) piece in \(meter) among the \(read) read; `ghostnote corpus show` lists them"
      case .missingColumns(let names):
        "no column \(names.joined(separator: ", ")); name the columns as the Groove MIDI Dataset does"
      case .notCSV(let reason): "not comma-separated text: \(reason)"
      }
    return "\(path): \(reason)"
  }
}
