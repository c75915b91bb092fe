import ActionItemRepository
import Extraction
import ItemCoding
import JSONText

extension JSONWriter {
  /// Writes the messages around an item.
  mutating func context(of known: KnownItem) {
    key("context")
    beginArray()
    for message in known.neighbours {
      beginObject()
      field("sender", message.sender)
      key("timestamp")
      timestamp(message.timestamp)
      field("text", message.text)
      endObject()
    }
    endArray()
  }
}
