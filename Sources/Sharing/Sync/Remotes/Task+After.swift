/// Timers as tasks, for sync and peers. Cancel the task to stop its timer.
extension Task where Success == Void, Failure == Never {
  /// Starts a task that runs `body` after a time, unless the task is cancelled before.
  package static func after(
    _ time: Duration, _ body: @escaping @Sendable () -> Void
  ) -> Task<Void, Never> {
    Task { if (try? await Task<Never, Never>.sleep(for: time)) != nil { body() } }
  }
}
