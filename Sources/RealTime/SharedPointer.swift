/// An address held by several threads, for types that themselves control which thread accesses the
/// memory when.
///
/// The only place that asserts the safety of such sharing: each type that stores one explains in
/// its own comment why no two threads access the same memory at the same time. Real-time: yes.
@frozen @safe public struct SharedPointer<Pointee: ~Copyable>: BitwiseCopyable, @unchecked Sendable
{
  // Unchecked: an address is only a number; the type that holds it is responsible for its use.

  /// The address of the memory.
  public let address: UnsafeMutablePointer<Pointee>

  /// Shares the memory at `address`.
  @inlinable public init(_ address: UnsafeMutablePointer<Pointee>) {
    unsafe self.address = unsafe address
  }
}
