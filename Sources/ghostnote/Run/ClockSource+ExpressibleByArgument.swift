public import ArgumentParser
public import Clock
public import Commands
import Control

extension ClockSource: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }

  public var defaultValueDescription: String { text }
}

extension ClockSettings.LostPolicy: ExpressibleByArgument {
  public init?(argument: String) { self.init(name: argument) }

  public var defaultValueDescription: String { name }

  public static var allValueStrings: [String] { ["hold", "stop", "internal"] }
}
