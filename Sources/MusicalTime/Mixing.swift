/// The SplitMix64 finaliser: a bijective 64-bit hash of `x` in which every output bit depends on
/// every input bit (Steele, Lea and Flood, OOPSLA 2014). Real-time: yes.
@_noLocks public func mixed(_ x: UInt64) -> UInt64 {
  var z = (x ^ (x &>> 30)) &* 0xBF58_476D_1CE4_E5B9
  z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
  return z ^ (z &>> 31)
}
