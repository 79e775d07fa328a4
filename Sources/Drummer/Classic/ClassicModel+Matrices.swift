import Files
import Foundation
import MusicalTime
import Rhythm

/// Why the original's raw matrices and lists are not a valid model.
public enum ClassicImportError: Error, Hashable, CustomStringConvertible {
  case unreadable(path: String, reason: String)
  /// A list is not a JSON list of integers.
  case list(path: String)
  /// A note is not a drum.
  case note(path: String, Int)
  /// The lists are not a valid vocabulary.
  case design(path: String, ClassicDesignError)
  /// The size is not a multiple of four bytes.
  case cutOff(path: String, bytes: Int)
  /// The size of `Wy` is not a multiple of its columns, or it has only one row.
  case answers(path: String, count: Int, drums: Int, waits: Int)
  /// The size of `Wx` does not match `Wy` and the lists.
  case inputs(path: String, count: Int, rows: Int, columns: Int)
  /// A number, counted from 0, is NaN or infinite.
  case notFinite(path: String, index: Int)

  /// The file and the reason, as one sentence.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path): \(reason)"
    case .list(let path): "\(path): expected a JSON list of whole numbers, such as [36, 38, 42]"
    case .note(let path, let note):
      "\(path): \(Drum.notes.expected("a drum's note", found: String(note)))"
    case .design(let path, let error): "\(path): \(error)"
    case .cutOff(let path, let bytes):
      "\(path): \(bytes) bytes are not a multiple of 4, the size of a 32-bit float"
    case .answers(let path, let count, let drums, let waits):
      "\(path): \(count) numbers are not a multiple of \(drums + waits) "
        + "(\(drums) notes and \(waits) ticks); check that the lists are those it was trained with"
    case .inputs(let path, let count, let rows, let columns):
      "\(path): \(count) numbers do not match Wy and the lists, which need "
        + "\(rows) × \(columns) = \(rows * columns)"
    case .notFinite(let path, let index):
      "\(path): number \(index + 1) is not finite; write the matrix again from a sound checkpoint"
    }
  }
}

extension ClassicModel {
  /// The files that the original script writes.
  public struct Files: Sendable, Hashable {
    /// `Wx` and `Wy`: raw little-endian 32-bit floats in row-major order.
    public var inputWeights, outputWeights: String
    /// JSON lists: the notes of the drums and the ticks of the waits, in the order of their rows.
    public var notes, ticks: String
    /// Ticks per beat.
    public var ticksPerBeat: Int

    /// Paths of the four files.
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

  /// Reads a model from the original's files; its size is derived from theirs.
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
