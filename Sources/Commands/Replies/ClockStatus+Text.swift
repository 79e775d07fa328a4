import MusicalTime

extension ClockStatus {
  /// Who leads, with its device, as the first words of a sentence.
  public var name: String {
    switch leader {
    case .internal: "our own tempo"
    case .midi, .jack, .link: leader.rawValue + (device.map { " from \($0)" } ?? "")
    }
  }

  /// One line: who leads and how well.
  public var line: String {
    "\(name) leads" + (leader == .internal ? absence : ", \(quality)")
      + (isArmed ? ", armed: waits for the \(leader == .link ? "bar" : "first clock")" : "")
  }

  /// Several lines for a terminal.
  public var text: String {
    """
    \(line)
    source: \(settings.source), lost: \(settings.lost)
    follows: \(followed), offset: \(MachineStatus.rounded(settings.offsetMS)) ms
    \(heard)
    sends: \(onOff(settings.sends)), while stopped: \(onOff(settings.sendsWhileStopped)), \
    JACK timebase: \(timebase)
    """
  }

  private var heard: String {
    settings.source == "link"
      ? "reports: \(ticks), \(relocks.counted("jump"))"
      : "ticks: \(ticks), \(ticksLost) lost, \(ticksDropped) dropped, \(relocks.counted("relock"))"
  }

  private var timebase: String {
    guard settings.isTimebase else { return "off" }
    return switch isTimebaseOurs {
    case true?: "on"
    case false?: "on (held by another)"
    case nil: "on (waits for JACK)"
    }
  }

  /// What became of MIDI clock, or of another program's beat, where it does not lead though it was chosen.
  private var absence: String {
    if settings.source == "link", settings.followsTempo {
      return presence == .lost ? "; Ableton Link is lost" : "; no ghostnote-link yet"
    }
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
    if leader == .link { return linkQuality }
    guard leader == .midi else { return tempo }
    switch presence {
    case .absent, .seeking: return "not locked yet"
    case .locked:
      return "locked at \(tempo), phase \(phase) ms, "
        + "jitter \(Self.fixed(jitterMS)) ms (max \(Self.fixed(largestJitterMS))), "
        + "\(ticksLost.counted("tick")) lost"
    case .lost: return "but is lost: \(consequence)"
    }
  }

  private var linkQuality: String {
    presence == .lost
      ? "but is lost: \(consequence)" : "locked at \(tempo), phase \(phase) ms"
  }

  private var phase: String {
    (phaseErrorMS <= -0.005 ? "-" : "+") + Self.fixed(phaseErrorMS)
  }

  /// What is done about a clock that is lost.
  public var consequence: String {
    if leader == .midi || leader == .link { return "\(tempo) is held" }
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
