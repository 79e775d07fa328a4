public import MusicalTime

/// Why a folder cannot be used as a corpus.
public struct CorpusError: Error, Hashable {
  /// The folder, or the file in it.
  public var path: String
  /// The reason.
  public var problem: Reason

  /// An error at `path`.
  public init(path: String, problem: Reason) {
    self.path = path
    self.problem = problem
  }

  /// Reasons for the failure.
  public enum Reason: Sendable, Hashable {
    /// A system error, with its description.
    case unreadable(String)
    case notAFolder
    case noMIDIFile
    /// All files were skipped; the number of files, and the reason for the first.
    case noneReadable(Int, first: String)
    /// No file of this split is in the meter.
    case nonePlayable(Piece.Split, meter: Meter, read: Int)
    /// The index lacks these columns.
    case missingColumns([String])
    /// The index is not text or not CSV.
    case notCSV(String)
  }
}

extension CorpusError: CustomStringConvertible {
  /// The path and the reason, as one sentence.
  public var description: String {
    let reason =
      switch problem {
      case .unreadable(let reason): "cannot be read: \(reason)"
      case .notAFolder: "not a folder; give a folder with .mid files"
      case .noMIDIFile: "no .mid files in it or its subfolders; give a folder with .mid files"
      case .noneReadable(let count, let first):
        "\(count == 1 ? "the only file cannot" : "none of \(count) files can") be used; \(first)"
      case .nonePlayable(let split, let meter, let read):
        "none of the \(read) pieces is a \(split) piece in \(meter); `ghostnote corpus show` lists them"
      case .missingColumns(let names):
        "missing column \(names.joined(separator: ", ")); use the column names of the Groove MIDI Dataset"
      case .notCSV(let reason): "not comma-separated text: \(reason)"
      }
    return "\(path): \(reason)"
  }
}
