import Commands
import Rhythm

extension ArrangeCommand {
  /// What it comes to.
  func outcome(in context: CommandContext) throws(CommandError) -> CommandOutcome {
    switch self {
    case .pattern(let pattern): return try pattern.outcome(in: context)
    case .song(let song): return try song.outcome(in: context)
    case .program(let number):
      switch context.patch.input.programs {
      case .pattern(let programs):
        return try PatternCommand.selecting(
          .number(number), at: programs.moment, isTold: false, in: context)
      case .kit:
        return context.patch.outcome(
          ofKit: nil, program: UInt8(number), bank: nil, as: context.name)
      }
    }
  }
}
