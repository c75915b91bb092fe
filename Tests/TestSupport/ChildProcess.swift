import CSpawn
import Glibc
import Synchronization

/// A running program, watched by its own thread until it ends.
///
/// Foundation's `Process` is not used: it learns of the end through a socket. Any other child started at the same
/// moment may hold that socket open, and tests start many.
final class ChildProcess: Sendable {
  /// A program that could not be started.
  struct Failure: Error {
    let program: String
    let code: Int32
  }

  private enum State {
    case running(waiting: [CheckedContinuation<Int32?, Never>])
    case ended(Int32)
    /// It was killed because it did not end.
    case killed
  }

  /// The process id.
  let identifier: pid_t
  private let state = Mutex(State.running(waiting: []))
  private let isOverdue = Atomic(false)

  /// Starts a program with only the three standard streams, or in its own session on a terminal.
  init(
    _ program: String, _ arguments: [String], environment: [String: String], folder: String,
    streams: [Int32] = [], terminal: String? = nil
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    cspawn_add_folder(&actions, folder)
    for (number, stream) in streams.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, stream, Int32(number))
    }
    if let terminal {
      posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
      for number in Int32(1)...2 { posix_spawn_file_actions_adddup2(&actions, 0, number) }
    }
    cspawn_add_close_from(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The program must not inherit the signals that the test runner blocks or ignores.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
        | (terminal == nil ? 0 : cspawn_session_flag()))
    let words = ChildProcess.words([program] + arguments)
    let variables = ChildProcess.words(environment.map { "\($0)=\($1)" })
    defer { for word in words + variables { free(word) } }
    var child = pid_t()
    let code = posix_spawn(&child, program, &actions, &attributes, words, variables)
    guard code == 0 else { throw Failure(program: program, code: code) }
    identifier = child
    LoopbackThread.start { [self] in watchOver() }
    Patience.whenOver { [weak self] in self?.kill() }
  }

  private static func words(_ strings: [String]) -> [UnsafeMutablePointer<CChar>?] {
    strings.map { strdup($0) } + [nil]
  }

  /// Whether the process is still running.
  var isRunning: Bool {
    state.withLock { state in
      if case .running = state { true } else { false }
    }
  }

  /// The exit status, or 128 plus the number of the signal that ended the process. Nil if it had to be killed after
  /// the time limit.
  func status() async -> Int32? {
    await withCheckedContinuation { continuation in
      let status: Int32?? = state.withLock { state in
        switch state {
        case .ended(let status): return .some(status)
        case .killed: return .some(nil)
        case .running(let waiting):
          state = .running(waiting: waiting + [continuation])
          return nil
        }
      }
      if let status { continuation.resume(returning: status) }
    }
  }

  /// Sends a signal unless the process has ended, since its id may then belong to another one.
  func signal(_ number: Int32) {
    state.withLock { state in
      if case .running = state { _ = Glibc.kill(identifier, number) }
    }
  }

  private func kill() {
    isOverdue.store(true, ordering: .sequentiallyConsistent)
    signal(SIGKILL)
  }

  private func watchOver() {
    // The id stays the child's until it is waited for, which happens under the lock.
    var information = siginfo_t()
    while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    let (waiting, status) = state.withLock { state in
      var word: Int32 = 0
      while waitpid(identifier, &word, 0) < 0, errno == EINTR {}
      let signal = word & 0x7F
      let overdue = isOverdue.load(ordering: .sequentiallyConsistent)
      let status = overdue ? nil : signal == 0 ? word >> 8 & 0xFF : 128 + signal
      guard case .running(let waiting) = state else {
        return ([CheckedContinuation<Int32?, Never>](), status)
      }
      state = status.map { .ended($0) } ?? .killed
      return (waiting, status)
    }
    for continuation in waiting { continuation.resume(returning: status) }
  }
}
