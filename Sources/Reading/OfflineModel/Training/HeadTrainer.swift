import Dispatch
import Synchronization

/// Learns the heads of units from labelled chats.
package struct HeadTrainer: Sendable {
  package static let bits = 18
  package static let c = 0.1
  /// The weight of a unit without its neighbours.
  private static let aloneWeight: Float = 0.5

  /// The units of a chat as training rows.
  package struct Prepared: Sendable {
    package let lesson: Lesson
    package let examples: [Example]
    /// The same units as if each were a whole chat, since clear statements must be found without context.
    let alone: [Example]
    package let labels: [Head: (isTrue: [Bool], weight: [Float])]

    package init(_ lesson: Lesson) {
      self.lesson = lesson
      examples = lesson.talk.units.indices.map { unit in
        var example = Example(bits: HeadTrainer.bits)
        lesson.talk.addFeatures(of: unit, to: &example)
        return example
      }
      alone = lesson.talk.units.indices.map { unit in
        var example = Example(bits: HeadTrainer.bits)
        lesson.talk.addFeatures(ofAlone: unit, to: &example)
        return example
      }
      labels = lesson.labels()
    }
  }

  package static func fit(_ chats: [Prepared]) -> WeightTable {
    var rows = LogisticRegression.Rows()
    for chat in chats { for example in chat.examples + chat.alone { rows.append(example) } }
    let heads = Head.allCases
    let fitted = Fitted(count: heads.count)
    let shared = rows
    DispatchQueue.concurrentPerform(iterations: heads.count) { index in
      let head = heads[index]
      var isTrue: [Bool] = []
      var weights: [Float] = []
      for chat in chats {
        guard let labels = chat.labels[head] else { continue }
        isTrue += labels.isTrue + labels.isTrue
        // The assignee depends on nearby messages.
        weights += labels.weight + labels.weight.map { head.isWho ? 0 : $0 * aloneWeight }
      }
      fitted.set(
        index,
        LogisticRegression(bits: bits, c: c).fit(shared, isPositive: isTrue, weights: weights))
    }
    var table = WeightTable(bits: bits)
    for (index, head) in heads.enumerated() { table.set(head.rawValue, to: fitted[index]) }
    return table
  }
}

/// The results of concurrent work, by index.
final class Fitted: Sendable {
  private let results: Mutex<[[Double]]>

  init(count: Int) { results = Mutex(Array(repeating: [], count: count)) }

  func set(_ index: Int, _ result: [Double]) { results.withLock { $0[index] = result } }

  subscript(index: Int) -> [Double] { results.withLock { $0[index] } }
}
