import Encoding

/// A warning about a conversation of an export. It may begin with a count, so that `WarningTally` can add them up.
package struct LoadingWarning: Sendable {
  package var count: Int?
  private let one, many: String

  init(_ sentence: String) { (count, one, many) = (nil, sentence, sentence) }

  /// A sentence that begins with a count. `one` follows the count 1, `many` any other.
  init(_ count: Int, _ one: String, _ many: String) {
    (self.count, self.one, self.many) = (count, one, many)
  }

  /// The sentence without its numbers, which is equal for all warnings of one kind.
  package var kind: String { many.filter { !$0.isNumber } }
}

extension LoadingWarning: CustomStringConvertible {
  package var description: String { count?.counted(one, many) ?? many }
}
