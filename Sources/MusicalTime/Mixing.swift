/// A number in which every bit hangs on every bit of `x`, and no two of which are alike: the end of
/// Steele, Lea and Flood's SplitMix64 (OOPSLA 2014). Real-time: yes.
@_noLocks public func mixed(_ x: UInt64) -> UInt64 {
  var z = (x ^ (x &>> 30)) &* 0xBF58_476D_1CE4_E5B9
  z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
  return z ^ (z &>> 31)
}
