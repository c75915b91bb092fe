import ActionItems

/// The evidence of an item as text, for `show` and `review`.
extension ActionItem.Evidence {
  /// The words in quotation marks, or the message's id if no words are stored.
  var words: String { quote.map { "\"\($0)\"" } ?? messageId }
}
