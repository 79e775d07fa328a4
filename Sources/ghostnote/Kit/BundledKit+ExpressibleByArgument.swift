public import ArgumentParser
public import DrumSynthesis

extension BundledKit: ExpressibleByArgument {}
