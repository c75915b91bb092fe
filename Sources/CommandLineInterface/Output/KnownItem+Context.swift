import ActionItemModel
import Extraction
import ItemCoding
import JSONText

extension KnownItem {
  /// The messages around it that the store keeps, without its own where the quote says all of that.
  var neighbours: [Finding.ContextLine] {
    context.filter { message in
      message.timestamp != item.source.timestamp || message.sender != item.source.sender
        || item.quote.map(SafeText.line) != SafeText.line(message.text)
    }
  }
}

extension JSONWriter {
  /// Writes the messages around an item.
  mutating func context(of known: KnownItem) {
    key("context")
    beginArray()
    for message in known.neighbours {
      beginObject()
      key("sender")
      string(message.sender)
      key("timestamp")
      timestamp(message.timestamp)
      key("text")
      string(message.text)
      endObject()
    }
    endArray()
  }
}
