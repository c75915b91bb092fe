import JSONText

/// One object of a day file, as it stands in the text.
///
/// What is `raw` points into the text and is valid no longer than that.
struct SlackRecord {
  /// Whether it is of another type than messages are.
  var isOther = false
  var subtype: String?
  var ts: String?
  var user: String?
  var text: String?
  var botId: String?
  var username: String?
  var threadTs: String?
  var blocks: UnsafeBufferPointer<UInt8>?
  var attachments: UnsafeBufferPointer<UInt8>?
  var files: UnsafeBufferPointer<UInt8>?
  var profile: UnsafeBufferPointer<UInt8>?
  var botProfile: UnsafeBufferPointer<UInt8>?
  /// The changed message in a `message_changed`, the comment in a `file_comment`.
  var inner: UnsafeBufferPointer<UInt8>?
  /// When it was edited last.
  var edited: String?
  /// Whether the text was not well formed and had to be mended.
  var isMended = false

  /// Reads an object into a record in which nothing stands yet, where that is: to move it is to count a dozen
  /// references.
  mutating func read(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "text":
        let mended = reader.mendedStrings
        text = try reader.readIfString()
        isMended = reader.mendedStrings > mended
      case "user": user = try reader.readIfString()
      case "ts": ts = try reader.readIfScalar()
      case "type": isOther = try reader.readIsOther()
      case "subtype": subtype = try reader.readIfString()
      case "thread_ts": threadTs = try reader.readIfScalar()
      case "bot_id": botId = try reader.readIfString()
      case "username": username = try reader.readIfString()
      case "blocks": blocks = try reader.readRaw()
      case "attachments": attachments = try reader.readRaw()
      case "files", "file": files = try reader.readRaw()
      case "user_profile": profile = try reader.readRaw()
      case "bot_profile": botProfile = try reader.readRaw()
      case "edited" where try reader.peek() == .object:
        edited = try reader.readTree()["ts"]?.text ?? ""
      case "message", "comment": inner = try reader.readRaw()
      default: try reader.skipValue()
      }
    }
  }

  /// The value that raw bytes hold; they were stepped over unchecked, so that it may be damaged.
  static func value(_ raw: UnsafeBufferPointer<UInt8>?) -> JSONValue? {
    guard let raw, raw.isModest else { return nil }
    return try? JSONValue(parsing: raw, limits: SlackExportFormat.limits)
  }
}

extension JSONReader {
  /// Reads a type and says whether it is another one than messages have; what is no string is none.
  fileprivate mutating func readIsOther() throws(JSONError) -> Bool {
    guard try peek() == .string else {
      try skipValue()
      return false
    }
    let type = try readSlice()
    return !type.bytes.isEmpty && !type.equals("message")
  }

  /// Reads a string or a number as text; anything else is stepped over as nil.
  mutating func readIfScalar() throws(JSONError) -> String? {
    guard try peek() == .number else { return try readIfString() }
    return String(decoding: try readNumberSlice(), as: UTF8.self)
  }
}
