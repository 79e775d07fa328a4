import Control
import Drummer

extension TrainedDrummer {
  /// The drummer in a model's file, by its path or its name, or in the first that is found where
  /// models are; throws what is the matter with it.
  init(model name: String?) throws(CommandError) {
    let path: String
    let model: DrummerModel
    do throws(ModelError) {
      path = try ModelSearch(explicit: name).find()
      model = try DrummerModel(path: path)
    } catch { throw CommandError("\(error)") }
    self.init(
      name: model.card.name.isEmpty ? path : "\(model.card.name) of \(path)",
      styles: model.styles, beginning: Performer(DrummerTables(model)))
  }
}
