import Files
import Foundation
import Rhythm

/// What keeps files of bare numbers and lists from being a classic drummer.
public enum ClassicImportError: Error, Hashable, CustomStringConvertible {
  case unreadable(path: String, reason: String)
  /// A list is not the JSON list of whole numbers it should be.
  case list(path: String)
  /// A note is no drum.
  case note(path: String, Int)
  /// The lists can't be a drummer's words.
  case design(path: String, ClassicDesignError)
  /// So many bytes are no whole number of 32-bit floats.
  case cutOff(path: String, bytes: Int)
  /// `Wy` has no whole number of rows, or only one.
  case answers(path: String, count: Int, drums: Int, waits: Int)
  /// `Wx` has another size than `Wy` and the lists ask for.
  case inputs(path: String, count: Int, rows: Int, columns: Int)
  /// A number, counted from 0, is none.
  case notFinite(path: String, index: Int)

  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path): \(reason)"
    case .list(let path): "\(path): is no JSON list of whole numbers, such as [36, 38, 42]"
    case .note(let path, let note):
      "\(path): note \(note) is no drum; drums are \(Drum.notes.lowerBound) to \(Drum.notes.upperBound)"
    case .design(let path, let error): "\(path): \(error)"
    case .cutOff(let path, let bytes):
      "\(path): \(bytes) bytes are cut off within a number; raw 32-bit floats have 4 bytes each"
    case .answers(let path, let count, let drums, let waits):
      "\(path): \(count) numbers are not rows of \(drums + waits) "
        + "(\(drums) notes and \(waits) ticks); check that the lists are those it was trained with"
    case .inputs(let path, let count, let rows, let columns):
      "\(path): has \(count) numbers where Wy and the lists ask for "
        + "\(rows) × \(columns) = \(rows * columns)"
    case .notFinite(let path, let index):
      "\(path): number \(index + 1) is not finite; write the matrix again from a sound checkpoint"
    }
  }
}

extension ClassicModel {
  /// The files of a classic drummer as the original script writes them.
  public struct Files: Sendable, Hashable {
    /// `Wx` and `Wy`: raw 32-bit floats, the lowest byte first, row after row.
    public var inputWeights, outputWeights: String
    /// JSON lists: the drums' notes and the ticks, each in the order of their rows.
    public var notes, ticks: String
    public var ticksPerBeat: Int

    public init(
      inputWeights: String, outputWeights: String, notes: String, ticks: String, ticksPerBeat: Int
    ) {
      self.inputWeights = inputWeights
      self.outputWeights = outputWeights
      self.notes = notes
      self.ticks = ticks
      self.ticksPerBeat = ticksPerBeat
    }
  }

  /// Reads a drummer from the original's files; its size is read off theirs.
  public init(_ files: Files) throws(ClassicImportError) {
    var drums: [Drum] = []
    for note in try Self.list(files.notes) {
      guard let drum = UInt8(exactly: note).flatMap({ Drum(note: $0) }) else {
        throw .note(path: files.notes, note)
      }
      drums.append(drum)
    }
    let waits = try Self.list(files.ticks)
    let answers = try Self.numbers(files.outputWeights)
    let width = drums.count + waits.count
    guard width > 0, answers.count % width == 0, answers.count / width > 1 else {
      throw .answers(
        path: files.outputWeights, count: answers.count, drums: drums.count, waits: waits.count)
    }
    let design: ClassicDesign
    do throws(ClassicDesignError) {
      design = try ClassicDesign(
        drums: drums, waits: waits, ticksPerBeat: files.ticksPerBeat,
        hiddenSize: answers.count / width - 1)
    } catch {
      throw .design(path: Self.culprit(of: error, in: files), error)
    }
    let inputs = try Self.numbers(files.inputWeights)
    let (rows, columns) = (design.inputCount, 4 * design.hiddenSize)
    guard inputs.count == rows * columns else {
      throw .inputs(path: files.inputWeights, count: inputs.count, rows: rows, columns: columns)
    }
    self.init(design: design, weights: inputs + answers)
  }

  private static func culprit(of error: ClassicDesignError, in files: Files) -> String {
    switch error {
    case .drumTwice: files.notes
    case .hiddenSize: files.outputWeights
    default: files.ticks
    }
  }

  private static func data(_ path: String) throws(ClassicImportError) -> Data {
    do throws(FileReadingError) {
      return Data(try RegularFile.bytes(at: path, limit: Safetensors.sizeLimit))
    } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
  }

  private static func list(_ path: String) throws(ClassicImportError) -> [Int] {
    let text = try data(path)
    guard let list = try? JSONDecoder().decode([Int].self, from: text) else {
      throw .list(path: path)
    }
    return list
  }

  private static func numbers(_ path: String) throws(ClassicImportError) -> [Float] {
    let bytes = [UInt8](try data(path))
    guard bytes.count % 4 == 0 else { throw .cutOff(path: path, bytes: bytes.count) }
    let numbers = (0..<bytes.count / 4).map { Safetensors.Kind.f32.value(in: bytes, at: 4 * $0) }
    if let index = numbers.firstIndex(where: { !$0.isFinite }) {
      throw .notFinite(path: path, index: index)
    }
    return numbers
  }
}
