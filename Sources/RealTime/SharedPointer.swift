/// An address that several threads hold, for types that see to who touches the memory when.
///
/// The one place that vouches for such sharing: each type that stores one says in its own comment
/// why no two threads are at the same memory at the same time. Real-time: yes.
@frozen @safe public struct SharedPointer<Pointee: ~Copyable>: BitwiseCopyable, @unchecked Sendable
{
  // Unchecked: an address is only a number; the holder keeps the rule of its use.

  /// Where the memory is.
  public let address: UnsafeMutablePointer<Pointee>

  /// Shares the memory at `address`.
  @inlinable public init(_ address: UnsafeMutablePointer<Pointee>) {
    unsafe self.address = unsafe address
  }
}
