/// The version of both programs.
public let programVersion = "0.1.0"
