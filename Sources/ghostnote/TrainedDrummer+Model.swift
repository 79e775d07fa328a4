import Control

extension TrainedDrummer {
  init(model: String?) throws(CommandError) { throw CommandError("no model in this build yet") }
}
