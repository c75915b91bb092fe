/// Collects warnings, mostly about skipped damaged lines, until they are taken for output. Each is collected once.
///
/// A log belongs to one store and is used on the store's thread.
final class DamageLog {
  private var sentences: [String] = []
  private var reported: Set<String> = []

  /// Runs `body`. If it finds a damaged line, logs that once and returns nil.
  func passing<Result>(_ body: () throws -> Result) throws -> Result? {
    do {
      return try body()
    } catch let error as StoreError {
      guard case .damaged = error else { throw error }
      note("\(error)")
      return nil
    }
  }

  func note(_ sentence: String) {
    if reported.insert(sentence).inserted { sentences.append(sentence) }
  }

  /// Logs a damaged place; for readers that continue after it.
  func note(_ damage: StoreError, _: Range<Int>) { note("\(damage)") }

  /// Returns the new warnings and clears them.
  func take() -> [String] {
    defer { sentences = [] }
    return sentences
  }
}
