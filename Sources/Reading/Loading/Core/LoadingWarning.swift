import Encoding

/// A warning about a conversation of an export. It may begin with a count, so that `WarningTally` can add them up.
package struct LoadingWarning: Sendable {
  package var count: Int?
  private let one, many: String

  init(_ sentence: String) { (count, one, many) = (nil, sentence, sentence) }

  /// A sentence that begins with a count, as it continues after 1 and after other counts.
  init(_ count: Int, _ one: String, _ many: String) {
    (self.count, self.one, self.many) = (count, one, many)
  }

  /// What all warnings of one kind share: the sentence without its numbers.
  package var kind: String { many.filter { !$0.isNumber } }
}

extension LoadingWarning: CustomStringConvertible {
  package var description: String { count?.counted(one, many) ?? many }
}
