import ActionItemModel
public import Extraction
import JSONText

extension KnownItem {
  /// The messages around it that the store keeps, without its own where the quote says all of that.
  public var neighbours: [Finding.ContextLine] {
    context.filter { message in
      message.timestamp != item.source.timestamp || message.sender != item.source.sender
        || item.quote.map(InvisibleCharacters.line) != InvisibleCharacters.line(message.text)
    }
  }
}
