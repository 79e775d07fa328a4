import Clock
import MIDI
import MIDIFiles
import MusicalTime
import Rhythm

/// What the machine asks of every command before it carries one out.
///
/// The lines' reader gives nothing else; whatever a surface makes by itself goes no further than here.
/// Every case of every family is written down, so that a new one is not forgotten.
extension Command {
  /// Throws unless each number in it lies in the range that its line has.
  func check() throws(CommandError) {
    switch self {
    case .play, .continue, .stop, .toggle, .tempo, .loop, .load, .reload, .save, .recover, .discard,
      .mute, .solo,
      .clear, .hit, .panic, .status, .show, .help, .quit:
      break
    case .locate(let beat): try beat.check("locate", in: .zero...Beats(10_000_000))
    case .step(_, let step, let content):
      try step.check("step", below: Int(Knob.steps.range.upperBound))
      try content?.check()
    case .level(let level): try Double(level).check("level", Knob.masterLevel)
    case .sound(_, let change): try change.check()
    case .kit(_, let program): try Int(program).check("kit", Knob.program)
    case .keep(let bars): try bars.check("keep", Knob.keptBars)
    case .humanise(let humanising): try humanising?.amount.check("humanise", Knob.humanising)
    case .clock(let command): try command.check()
    case .drummer(let command): try command.check()
    case .arrange(let command): try command.check()
    case .grid(let command): try command.check()
    case .editing(let command): try command.check()
    case .recording(let command): try command.check()
    case .groove(let command): try command.check()
    case .midiFile(let command): try command.check()
    case .text(let command): try command.check()
    }
  }
}

extension SoundChange {
  fileprivate func check() throws(CommandError) {
    switch self {
    case .level(let level): try Double(level).check("level", Knob.level)
    case .pan(let pan): try Double(pan).check("pan", Knob.pan)
    case .tuning(let tuning): try Double(tuning).check("tuning", Knob.tuning)
    case .decay(let decay): try Double(decay).check("decay", Knob.decay)
    case .output(let output): try Int(output).check("output", Knob.output)
    case .choke, .velocityCurve: break
    }
  }
}

extension ClockCommand {
  fileprivate func check() throws(CommandError) {
    guard case .offset(let offset) = self else { return }
    let range = ClockSettings.offsetRange
    let ends = [range.lowerBound, range.upperBound].map {
      HostTime.Interval(offsetMilliseconds: $0).nanoseconds
    }
    guard (ends[0]...ends[1]).contains(offset.nanoseconds) else {
      throw CommandError("clock offset: outside \(range.lowerBound) to \(range.upperBound) ms")
    }
  }
}

extension DrummerCommand {
  fileprivate func check() throws(CommandError) {
    switch self {
    case .status, .plays, .fill, .drums, .feel, .release, .seed, .prime: break
    case .style(_, let blend): try blend?.amount.check("drummer style", Knob.blend)
    case .intensity(let amount): try amount.check("drummer intensity", Knob.intensity)
    case .density(let amount): try amount.check("drummer density", Knob.density)
    case .loudness(let amount): try amount.check("drummer loudness", Knob.loudness)
    case .wildness(let amount): try amount.check("drummer wildness", Knob.wildness)
    case .fillEvery(let bars): try bars.check("drummer fill every", Knob.fillEvery)
    case .rest(let bars): try bars.check("drummer rest", Knob.restBars)
    case .lock(let bars): try bars.check("drummer lock", Knob.loopBars)
    case .answer(let bars): try bars.check("drummer answer", Knob.answerBars)
    case .listen(let amount): try amount.check("drummer listen", Knob.listening)
    }
  }
}

extension RecordingCommand {
  fileprivate func check() throws(CommandError) {
    switch self {
    case .record, .mode, .erase, .metronome, .metronomeOutput, .metronomeSound: break
    case .quantise(let amount): try amount.check("record quantise", Knob.quantising)
    case .metronomeLevel(let level):
      try Double(level).check("metronome level", Knob.metronomeLevel)
    case .countIn(let bars): try bars.check("countin", Knob.countIn)
    }
  }
}

extension MIDIFileCommand {
  fileprivate func check() throws(CommandError) {
    switch self {
    case .read(_, .channel(let channel)): try Int(channel).check("import", below: 16)
    case .read: break
    case .write(_, let loops, _): try loops.check("export", in: StandardMIDIFile.loopCounts)
    }
  }
}

extension GrooveCommand {
  fileprivate func check() throws(CommandError) {
    guard case .use(let use?, _) = self else { return }
    try use.check("groove")
  }
}

extension GrooveUse {
  fileprivate func check(_ verb: String) throws(CommandError) {
    try timing.check(verb, Knob.grooveTiming)
    try velocity.check(verb, Knob.grooveVelocity)
  }
}

extension TextCommand {
  fileprivate func check() throws(CommandError) {
    switch self {
    case .show: break
    case .lanes(let lanes): for written in lanes { try written.lane.check() }
    case .pattern(let pattern):
      try pattern.accent.check("paste", Knob.accent)
      try pattern.groove?.check("paste")
      for lane in pattern.lanes { try lane.check() }
    }
  }
}

extension Lane {
  fileprivate func check() throws(CommandError) {
    try turn.check("paste", Knob.turn)
    try muteGroup?.check("paste", in: Lane.muteGroups)
    for step in steps { try step?.check() }
  }
}

extension Step {
  fileprivate func check() throws(CommandError) {
    try probability.check("step", in: 0...100)
    try hold.check("step", in: 0...Step.holds.upperBound)
    try offset.check("step", in: Step.offsets)
    if case .turn(let turn, let count) = condition {
      try Int(count).check("step", in: 1...64)
      try Int(turn).check("step", in: 1...Int(count))
    }
  }
}
