import MusicalTime

extension ClockStatus {
  /// Who leads, with its device, as the first words of a sentence.
  public var name: String {
    switch leader {
    case .internal: "our own tempo"
    case .midi, .jack: leader.rawValue + (device.map { " from \($0)" } ?? "")
    }
  }

  /// One line: who leads and how well.
  public var line: String {
    "\(name) leads" + (leader == .internal ? absence : ", \(quality)")
      + (isArmed ? ", armed: waits for the first clock" : "")
  }

  /// Several lines for a terminal.
  public var text: String {
    """
    \(line)
    source: \(settings.source), lost: \(settings.lost)
    follows: \(followed), offset: \(MachineStatus.rounded(settings.offsetMS)) ms
    ticks: \(ticks), \(ticksLost) lost, \(ticksDropped) dropped, \(relocks.counted("relock"))
    sends: \(onOff(settings.sends)), while stopped: \(onOff(settings.sendsWhileStopped)), \
    JACK timebase: \(timebase)
    """
  }

  private var timebase: String {
    guard settings.isTimebase else { return "off" }
    return switch isTimebaseOurs {
    case true?: "on"
    case false?: "on (held by another)"
    case nil: "on (waits for JACK)"
    }
  }

  /// What became of MIDI clock where it does not lead though it is heard.
  private var absence: String {
    guard settings.hearsMIDI else { return "" }
    guard settings.followsTempo else {
      return settings.followsTransport ? "; Start and Stop are followed" : ""
    }
    switch presence {
    case .absent: return "; no MIDI clock yet"
    case .lost: return "; MIDI clock is lost"
    case .seeking, .locked: return ""
    }
  }

  private var quality: String {
    guard leader == .midi else { return tempo }
    switch presence {
    case .absent, .seeking: return "not locked yet"
    case .locked:
      let sign = phaseErrorMS <= -0.005 ? "-" : "+"
      return "locked at \(tempo), phase \(sign)\(Self.fixed(phaseErrorMS)) ms, "
        + "jitter \(Self.fixed(jitterMS)) ms (max \(Self.fixed(largestJitterMS))), "
        + "\(ticksLost.counted("tick")) lost"
    case .lost: return "but is lost: \(consequence)"
    }
  }

  /// What is done about a clock that is lost.
  public var consequence: String {
    if leader == .midi { return "\(tempo) is held" }
    return settings.lost == "stop" ? "stopped" : "our own tempo leads"
  }

  /// The leader's tempo with its unit.
  public var tempo: String { "\(MachineStatus.rounded(tempoBPM)) bpm" }

  private var followed: String {
    switch (settings.followsTempo, settings.followsTransport) {
    case (true, true): "tempo and transport"
    case (true, false): "tempo"
    case (false, true): "transport"
    case (false, false): "nothing"
    }
  }

  private func onOff(_ isOn: Bool) -> String { isOn ? "on" : "off" }

  /// The value without its sign, to two places.
  private static func fixed(_ value: Double) -> String {
    let hundredths = Int((value.magnitude * 100).rounded())
    let fraction = String(hundredths % 100)
    return "\(hundredths / 100).\(fraction.count < 2 ? "0" : "")\(fraction)"
  }
}
