import JSONText

/// A window of a batch whose answer has not come yet.
public struct WaitingWindow: Hashable, Sendable {
  /// The name that its question and its answer bear.
  public var id: String
  /// Its place in the batch, from 1.
  public var place: Int
  /// The conversation.
  public var conversation: String
  /// The digests of its new messages.
  public var digests: [UInt64]
  /// Tells whether what is kept of the window elsewhere is what was kept.
  public var check: String

  /// Puts the parts together.
  public init(
    id: String, place: Int, conversation: String, digests: [UInt64], check: String
  ) {
    self.id = id
    self.place = place
    self.conversation = conversation
    self.digests = digests
    self.check = check
  }

  /// The line of the file.
  var line: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("window", id)
    writer.field("place", place)
    writer.field("conversation", conversation)
    writer.digests(digests)
    writer.field("check", check)
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  /// Reads a line; nil where it is none.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var reader = JSONReader(bytes)
    var (id, conversation, check) = ("", "", "")
    var place = 0
    var digests: [UInt64] = []
    do {
      try reader.beginObject()
      while let key = try reader.nextKey() {
        switch key {
        case "window": id = try reader.readString()
        case "place": place = try reader.readInt()
        case "conversation": conversation = try reader.readString()
        case "digests": digests = try reader.readDigests()
        case "check": check = try reader.readString()
        default: try reader.skipValue()
        }
      }
      try reader.finish()
    } catch {
      return nil
    }
    if id.isEmpty || place < 1 { return nil }
    self.init(id: id, place: place, conversation: conversation, digests: digests, check: check)
  }
}
