/// The 26 drums by name.
extension Drum {
  /// Note 35, Acoustic Bass Drum.
  public static var kick2: Drum { @_noLocks get { Drum(clampingIndex: 0) } }
  /// Note 36, Bass Drum 1.
  public static var kick: Drum { @_noLocks get { Drum(clampingIndex: 1) } }
  /// Note 37, Side Stick.
  public static var sideStick: Drum { @_noLocks get { Drum(clampingIndex: 2) } }
  /// Note 38, Acoustic Snare.
  public static var snare: Drum { @_noLocks get { Drum(clampingIndex: 3) } }
  /// Note 39, Hand Clap.
  public static var clap: Drum { @_noLocks get { Drum(clampingIndex: 4) } }
  /// Note 40, Electric Snare.
  public static var snare2: Drum { @_noLocks get { Drum(clampingIndex: 5) } }
  /// Note 41, Low Floor Tom.
  public static var tom6: Drum { @_noLocks get { Drum(clampingIndex: 6) } }
  /// Note 42, Closed Hi-Hat.
  public static var closedHat: Drum { @_noLocks get { Drum(clampingIndex: 7) } }
  /// Note 43, High Floor Tom.
  public static var tom5: Drum { @_noLocks get { Drum(clampingIndex: 8) } }
  /// Note 44, Pedal Hi-Hat.
  public static var pedalHat: Drum { @_noLocks get { Drum(clampingIndex: 9) } }
  /// Note 45, Low Tom.
  public static var tom4: Drum { @_noLocks get { Drum(clampingIndex: 10) } }
  /// Note 46, Open Hi-Hat.
  public static var openHat: Drum { @_noLocks get { Drum(clampingIndex: 11) } }
  /// Note 47, Low-Mid Tom.
  public static var tom3: Drum { @_noLocks get { Drum(clampingIndex: 12) } }
  /// Note 48, Hi-Mid Tom.
  public static var tom2: Drum { @_noLocks get { Drum(clampingIndex: 13) } }
  /// Note 49, Crash Cymbal 1.
  public static var crash: Drum { @_noLocks get { Drum(clampingIndex: 14) } }
  /// Note 50, High Tom.
  public static var tom1: Drum { @_noLocks get { Drum(clampingIndex: 15) } }
  /// Note 51, Ride Cymbal 1.
  public static var ride: Drum { @_noLocks get { Drum(clampingIndex: 16) } }
  /// Note 52, Chinese Cymbal.
  public static var china: Drum { @_noLocks get { Drum(clampingIndex: 17) } }
  /// Note 53, Ride Bell.
  public static var rideBell: Drum { @_noLocks get { Drum(clampingIndex: 18) } }
  /// Note 54, Tambourine.
  public static var tambourine: Drum { @_noLocks get { Drum(clampingIndex: 19) } }
  /// Note 55, Splash Cymbal.
  public static var splash: Drum { @_noLocks get { Drum(clampingIndex: 20) } }
  /// Note 56, Cowbell.
  public static var cowbell: Drum { @_noLocks get { Drum(clampingIndex: 21) } }
  /// Note 57, Crash Cymbal 2.
  public static var crash2: Drum { @_noLocks get { Drum(clampingIndex: 22) } }
  /// Note 58, Vibraslap.
  public static var vibraslap: Drum { @_noLocks get { Drum(clampingIndex: 23) } }
  /// Note 59, Ride Cymbal 2.
  public static var ride2: Drum { @_noLocks get { Drum(clampingIndex: 24) } }
  /// Note 60, Hi Bongo.
  public static var bongo: Drum { @_noLocks get { Drum(clampingIndex: 25) } }
}
