/// Sentences about lines that are not as they were written and were passed over.
///
/// It belongs to one store and is used on the store's thread.
final class DamageLog {
  private var sentences: [String] = []
  private var told: Set<String> = []

  /// Runs `body`; where it meets a damaged line, notes that, once, and returns nil.
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
    if told.insert(sentence).inserted { sentences.append(sentence) }
  }

  /// Notes a damaged place, for whoever goes on behind it.
  func note(_ damage: StoreError, _: Range<Int>) { note("\(damage)") }

  /// The sentences that were not taken yet.
  func take() -> [String] {
    defer { sentences = [] }
    return sentences
  }
}
