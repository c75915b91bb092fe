/// Tells, once for each pipe, that nothing comes through it.
struct PipeWaiting {
  private var path = ""
  private var calls = 0

  /// Pauses of a tenth of a second after which it is told.
  private static let quietPauses = 10

  /// Notes that nothing has come again.
  mutating func note(_ path: String, _ console: Console) {
    if path != self.path { (self.path, calls) = (path, 0) }
    calls += 1
    if calls == Self.quietPauses { console.inform("waiting for \(path): nothing has come yet") }
  }
}
