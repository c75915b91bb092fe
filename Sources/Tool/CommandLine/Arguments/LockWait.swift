import Store
import System

/// The option `--wait`: takes the store's `RunLock`, and waits up to that time while another run holds it.
enum LockWait {
  static let wait = Option<Duration>.duration(
    "wait", "wait up to TIME for another run to end"
  ).defaulting(to: "0")

  /// The interval between attempts.
  private static let pause = Duration.milliseconds(200)

  /// Takes the lock.
  /// - Throws: `StoreError.locked` with its holder if another run keeps it.
  static func take(
    _ folder: any StorageFolder, _ invocation: Invocation
  ) async throws -> RunLock {
    try await waiting(invocation) { try RunLock(folder: folder, now: invocation.now()) }
  }

  /// Runs `body` with the lock.
  static func having<Result>(
    _ folder: any StorageFolder, _ invocation: Invocation, _ body: () async throws -> Result
  ) async throws -> Result {
    let lock = try await take(folder, invocation)
    defer { withExtendedLifetime(lock) {} }
    return try await body()
  }

  /// Runs `body`, and repeats it while another run has the lock and there is time to wait.
  static func waiting<Result: Sendable>(
    _ invocation: Invocation, _ body: () async throws -> Result
  ) async throws -> Result {
    let clock = ContinuousClock()
    let end = clock.now + (invocation.settings.value(of: wait) ?? .zero)
    var isTold = false
    while true {
      do {
        return try await body()
      } catch let error as StoreError {
        guard case .locked(_, let holder) = error, clock.now < end else { throw error }
        if !isTold { invocation.console.inform("waiting for another run to end (\(holder))") }
        isTold = true
      }
      try await clock.sleep(for: min(pause, end - clock.now))
    }
  }
}
