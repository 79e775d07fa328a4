/// An acceleration along the three axes of a device, in m/s².
public struct Acceleration: Sendable, Hashable {
  public var x: Double
  public var y: Double
  public var z: Double

  /// In m/s².
  public init(_ x: Double, _ y: Double, _ z: Double) { (self.x, self.y, self.z) = (x, y, z) }

  static let zero = Acceleration(0, 0, 0)

  var length: Double { dot(self).squareRoot() }

  /// The same way, of length 1; nil for nothing.
  var unit: Acceleration? {
    length > 0 ? Acceleration(x / length, y / length, z / length) : nil
  }

  func dot(_ other: Acceleration) -> Double { x * other.x + y * other.y + z * other.z }

  func adding(_ other: Acceleration, times share: Double = 1) -> Acceleration {
    Acceleration(x + share * other.x, y + share * other.y, z + share * other.z)
  }
}
