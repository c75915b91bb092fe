import Glibc
import Synchronization

/// A gate that holds threads until a test opens it.
///
/// An open gate lets every thread through; `step` lets a given number through, one at a time. Below: `Pipe`, which
/// the loopback server also uses as a signal.
public final class Gate: Sendable {
  private let pipe = Pipe()
  private let isOpen = Atomic(false)

  /// Makes a closed gate.
  public init() {}

  /// Opens the gate for good.
  public func open() {
    isOpen.store(true, ordering: .sequentiallyConsistent)
    pipe.put(1)
  }

  /// Lets `count` waits through, at most 65,536 ahead of the waiting threads.
  public func step(_ count: Int = 1) { pipe.put(count) }

  /// The descriptor that `poll` sees as readable when a thread may pass.
  var descriptor: Int32 { pipe.reading }

  /// Takes one passage, if there is one.
  func pass() -> Bool {
    if isOpen.load(ordering: .sequentiallyConsistent) { return true }
    guard pipe.takeOne() else { return false }
    // The byte that marks an open gate stays in the pipe.
    if isOpen.load(ordering: .sequentiallyConsistent) { pipe.put(1) }
    return true
  }
}

/// A pipe with non-blocking ends that are closed in child processes.
final class Pipe: Sendable {
  let reading: Int32
  private let writing: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    precondition(Glibc.pipe(&ends) == 0, "the system gives no pipe")
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    close(writing)
  }

  func put(_ count: Int) {
    _ = write(writing, [UInt8](repeating: 0, count: count), count)
  }

  func takeOne() -> Bool {
    var byte: UInt8 = 0
    return read(reading, &byte, 1) == 1
  }
}
