import ArgumentParser
import Commands
import Control
import Drummer
import DrummerTraining
import Foundation
import MusicalTime

/// `ghostnote drummer grooves`: stores the grooves of recordings in a model.
struct DrummerGroovesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grooves",
    abstract: "Store the grooves of a folder's training pieces in a model, without training it.",
    discussion: """
      A groove is a piece in short: how often, how hard and how early or late each drum is hit on
      each sixteenth, and four typical bars. A performance chooses one of its style and stays near
      it. `ghostnote train` stores them too; this is for models without, or for other recordings.

      EXAMPLES
        ghostnote drummer grooves old.safetensors groove -o new.safetensors
      """)

  @Argument(
    help: "A model's file, or a name in a Models folder.",
    completion: .file(extensions: ["safetensors"]))
  var model: String

  @Argument(
    help: "A folder of .mid files, including subfolders.", completion: .directory,
    transform: expandedPath)
  var folder: String

  @Option(
    name: .shortAndLong, help: "The model to write.",
    completion: .file(extensions: ["safetensors"]), transform: expandedPath)
  var output: String

  @OptionGroup var corpus: CorpusOptions

  @OptionGroup var existing: OverwriteOptions

  @Flag(help: "Store the weights in 16 bits: half the size.")
  var half = false

  func validate() throws {
    guard output.hasSuffix(".safetensors") else {
      throw ValidationError("-o \(output): expected a .safetensors file")
    }
  }

  func run() throws {
    let path = try ModelSearch(explicit: model).find()
    guard case .drummer(var drummer) = try ModelFile(path: path) else {
      throw CommandError("\(path): the classic model plays no grooves: choose another")
    }
    try existing.check(output, reading: [path])
    let pieces = try corpus.corpus(folder: folder).requiredPieces(in: .train)
    let grooves = GrooveTemplate.templates(of: pieces, styles: drummer.styles)
    guard !grooves.isEmpty else {
      throw CommandError("\(folder): no piece of four bars and more that is not a fill")
    }
    drummer.grooves = GrooveTemplate.storable(grooves)
    try write(drummer.safetensors.bytes(as: half ? .f16 : .f32), to: output)
    print("\(output): \(grooveCountInWords(drummer.grooves.count, of: grooves.count))")
  }
}

/// How many grooves a model stores of those of a folder, as `4096 of 5000 grooves, evenly spaced`.
func grooveCountInWords(_ stored: Int, of count: Int) -> String {
  stored == count
    ? count.counted("groove") : "\(stored) of \(count.counted("groove")), evenly spaced"
}
