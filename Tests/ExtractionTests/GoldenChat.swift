import ActionItems
import CivilTime
import Encoding
import Testing

/// Reads a chat in JSON, in the format of the golden files.
enum GoldenChat {
  static func messages(_ night: JSONValue) throws -> [Message] {
    try (night["messages"]?.array ?? []).map { message in
      let id = try #require(message["id"]?.string)
      let text = try #require(message["text"]?.string)
      let time = try #require(message["at"]?.string.flatMap { ISO8601.read($0) })
      // An edit changes a message's digest.
      let digest = "\(id) \(text)".utf8.reduce(UInt64(14_695_981_039_346_656_037)) { hash, byte in
        (hash ^ UInt64(byte)) &* 1_099_511_628_211
      }
      return Message(
        id: id, senderId: message["sender"]?.string, sender: message["sender"]?.string,
        timestamp: time.timestamp(assumingOffset: 0), text: text, digest: digest)
    }
  }
}
