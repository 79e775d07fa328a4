/// The 26 drums by name.
extension Drum {
  public static var kick2: Drum { @_noLocks get { Drum(clampingIndex: 0) } }
  public static var kick: Drum { @_noLocks get { Drum(clampingIndex: 1) } }
  public static var sideStick: Drum { @_noLocks get { Drum(clampingIndex: 2) } }
  public static var snare: Drum { @_noLocks get { Drum(clampingIndex: 3) } }
  public static var clap: Drum { @_noLocks get { Drum(clampingIndex: 4) } }
  public static var snare2: Drum { @_noLocks get { Drum(clampingIndex: 5) } }
  public static var tom6: Drum { @_noLocks get { Drum(clampingIndex: 6) } }
  public static var closedHat: Drum { @_noLocks get { Drum(clampingIndex: 7) } }
  public static var tom5: Drum { @_noLocks get { Drum(clampingIndex: 8) } }
  public static var pedalHat: Drum { @_noLocks get { Drum(clampingIndex: 9) } }
  public static var tom4: Drum { @_noLocks get { Drum(clampingIndex: 10) } }
  public static var openHat: Drum { @_noLocks get { Drum(clampingIndex: 11) } }
  public static var tom3: Drum { @_noLocks get { Drum(clampingIndex: 12) } }
  public static var tom2: Drum { @_noLocks get { Drum(clampingIndex: 13) } }
  public static var crash: Drum { @_noLocks get { Drum(clampingIndex: 14) } }
  public static var tom1: Drum { @_noLocks get { Drum(clampingIndex: 15) } }
  public static var ride: Drum { @_noLocks get { Drum(clampingIndex: 16) } }
  public static var china: Drum { @_noLocks get { Drum(clampingIndex: 17) } }
  public static var rideBell: Drum { @_noLocks get { Drum(clampingIndex: 18) } }
  public static var tambourine: Drum { @_noLocks get { Drum(clampingIndex: 19) } }
  public static var splash: Drum { @_noLocks get { Drum(clampingIndex: 20) } }
  public static var cowbell: Drum { @_noLocks get { Drum(clampingIndex: 21) } }
  public static var crash2: Drum { @_noLocks get { Drum(clampingIndex: 22) } }
  public static var vibraslap: Drum { @_noLocks get { Drum(clampingIndex: 23) } }
  public static var ride2: Drum { @_noLocks get { Drum(clampingIndex: 24) } }
  public static var bongo: Drum { @_noLocks get { Drum(clampingIndex: 25) } }
}
