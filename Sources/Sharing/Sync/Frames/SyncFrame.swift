package import Encoding

/// One frame of the sync protocol, read or to write: a JSON object with a type, an id and an unparsed payload.
/// `BatchFrame`, `SyncExchange` and `IncomingItem` parse payloads. `FrameProblem` is the error of all of them.
///
///     {"type": "item.created", "messageID": "…", "payload": {…}}
package struct SyncFrame: Hashable, Sendable {
  package var type: String
  package var messageID: String?
  /// The time of sending, in milliseconds since 1970; nil if absent at the top level.
  package var timestamp: Int?
  /// The checksum of the line in the sender's store that the frame describes; nil if absent.
  package var checksum: UInt32?
  /// The JSON of the payload; `null` if it is missing.
  package var payload: [UInt8]

  static let depth = 32
  package static let longestID = 200
}

extension SyncFrame {
  package init(parsing bytes: [UInt8]) throws(FrameProblem) {
    self = try SyncFrame.reading(bytes) { reader throws(FrameProblem) in
      let frame = try SyncFrame(reading: &reader)
      do throws(JSONError) { try reader.finish() } catch { throw .notJSON(error) }
      return frame
    }
  }

  static func reading<Value, Failure: Error>(
    _ bytes: [UInt8], _ body: (inout JSONReader) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try bytes.withUnsafeBufferPointer { buffer throws(Failure) in
      var reader = JSONReader(buffer, limits: .init(depth: depth))
      return try body(&reader)
    }
  }

  /// Reads a frame that is part of a longer JSON text.
  package init(reading reader: inout JSONReader) throws(FrameProblem) {
    var type: String?
    self.init(type: "", messageID: nil, payload: Array("null".utf8))
    do throws(JSONError) {
      try reader.beginObject()
      while let key = try reader.nextKey() {
        switch key {
        case "type": type = try reader.readString()
        case "messageID": messageID = try reader.readOptionalString()
        case "timestamp": timestamp = try reader.readWholeNumber()
        case "checksum": checksum = try reader.readWholeNumber().flatMap(UInt32.init(exactly:))
        case "payload": payload = Array(try reader.readRaw())
        default: try reader.skipValue()
        }
      }
    } catch {
      throw .notJSON(error)
    }
    guard let type, SyncFrame.isType(type) else { throw .badType }
    guard SyncFrame.isProperID(messageID) else { throw .badID }
    self.type = type
  }

  /// Returns an id from outside if it is neither empty nor too long; otherwise nil.
  static func properID(_ text: String?) -> String? { isProperID(text) ? text : nil }

  /// Whether an id is missing, or neither empty nor too long.
  package static func isProperID(_ id: String?) -> Bool {
    id.map { !$0.isEmpty && $0.utf8.count <= longestID } ?? true
  }

  /// Whether a text can be the type of a frame: words of letters, digits and `_`, joined by dots.
  static func isType(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.count <= 100 else { return false }
      var isInWord = false
      for byte in bytes {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): isInWord = true
        case UInt8(ascii: ".") where isInWord: isInWord = false
        default: return false
        }
      }
      return isInWord
    }
  }

  package var bytes: [UInt8] {
    SyncFrame.write(type, messageID: messageID, timestamp: timestamp, checksum: checksum) {
      $0.raw(payload)
    }
  }

  /// Writes a frame. `payload` must write one value.
  package static func write(
    _ type: String, messageID: String?, timestamp: Int? = nil, checksum: UInt32? = nil,
    payload: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("type", type)
    if let messageID { writer.field("messageID", messageID) }
    if let timestamp { writer.field("timestamp", timestamp) }
    if let checksum { writer.field("checksum", checksum) }
    writer.key("payload")
    payload(&writer)
    writer.endObject()
    return writer.bytes
  }

  package static func write(
    _ type: String, messageID: String?, timestamp: Int? = nil, _ payload: JSONValue
  ) -> [UInt8] {
    write(type, messageID: messageID, timestamp: timestamp) { $0.value(payload) }
  }

  /// The payload as a tree; null if it cannot be parsed.
  package var payloadValue: JSONValue {
    (try? JSONValue(parsing: payload, limits: .init(depth: SyncFrame.depth))) ?? .null
  }
}

/// The reason why bytes are not a frame, or why a frame's contents cannot be used.
package enum FrameProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case notJSON(JSONError)
  case badType
  case badID
  /// The payload of an item or batch lacks a member, or has an invalid one.
  case badItem(String)
  case noItem
  /// A message has a new item whose id `isItemID` refuses.
  case badItemID
  case tooLong(bytes: Int)
  /// A request lacks a member, or has an invalid one.
  case badRequest(String)

  package var description: String {
    switch self {
    case .notJSON(let error): "the frame is not a JSON object: \(error)"
    case .badType: "the frame has no valid type"
    case .badID: "the frame's id is empty or too long"
    case .badItem(let problem): "the item cannot be read: \(problem)"
    case .badItemID: "the id of a new item is invalid"
    case .noItem: "a batch can contain only items"
    case .tooLong(let bytes): "the frame is too large (\(bytes) bytes)"
    case .badRequest(let problem): "the request cannot be answered: \(problem)"
    }
  }
}

extension JSONValue {
  /// The value as a 32-bit checksum; nil for anything else.
  package var checksum: UInt32? { int.flatMap(UInt32.init(exactly:)) }
}

extension JSONReader {
  /// Reads a number and rounds it. Skips anything else and returns nil.
  mutating func readWholeNumber() throws(JSONError) -> Int? {
    guard try peek() == .number else {
      try skipValue()
      return nil
    }
    let text = String(decoding: try readNumberSlice(), as: UTF8.self)
    return Int(text) ?? Double(text).flatMap { Int(exactly: $0.rounded()) }
  }
}
