import Glibc
import Synchronization

/// A door that a test opens when it is time, for threads that wait there.
///
/// Open for good it lets everybody through; stepped, so many as it was stepped for, one at a time.
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

  /// Lets `count` waits through, at most 65,536 of them ahead of those who wait.
  public func step(_ count: Int = 1) { pipe.put(count) }

  /// What `poll` sees as readable when somebody may pass.
  var descriptor: Int32 { pipe.reading }

  /// Takes one passage, if there is one.
  func pass() -> Bool {
    if isOpen.load(ordering: .sequentiallyConsistent) { return true }
    guard pipe.takeOne() else { return false }
    // The byte that shows everybody that the gate is open stays in the pipe.
    if isOpen.load(ordering: .sequentiallyConsistent) { pipe.put(1) }
    return true
  }
}

/// A pipe whose ends do not block and are closed in child processes.
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
