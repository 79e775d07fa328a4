public import ArgumentParser
public import DrummerTraining

extension Piece.Split: ExpressibleByArgument {}
