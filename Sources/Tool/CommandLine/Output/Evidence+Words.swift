import ActionItems

extension ActionItem.Evidence {
  /// The words in quotes, or the message's id if no words are kept.
  var words: String { quote.map { "\"\($0)\"" } ?? messageId }
}
