import Encoding

/// The numbers of items and questions that `store purge` removes or would remove, and the sentence about them.
struct PurgeEffects {
  /// The number of removed items.
  let items: Int
  /// The number of further items that lose quotes or context.
  let reduced: Int
  /// The number of cancelled questions.
  let questions: Int

  /// Returns a sentence with the given verbs, such as "would be removed". Leaves out zeros, except that of items.
  func sentence(_ removed: String, _ lose: String, _ cancelled: String) -> String {
    func count(_ count: Int, _ what: String) -> String {
      count == 0 ? "no \(what)s" : count.counted(what)
    }
    var parts = [count(items, "item") + " " + removed]
    if reduced > 0 { parts.append(count(reduced, "more item") + " \(lose) quotes or context") }
    if questions > 0 { parts.append(count(questions, "pending question") + " " + cancelled) }
    return parts.joined(separator: "; ")
  }
}
