import OfflineModel
import Testing

/// A labelled chat of a few lines: `Ann: …`, with the ids m1, m2 and so on, from Wednesday, 7 January 2026.
enum SmallChat {
  static func read(_ lines: String, items: String, rest: String = "") throws -> LabelledChat {
    let messages = lines.split(separator: "\n").enumerated().map { number, line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return """
        {"id":"m\(number + 1)","sender":"\(parts[0])","timestamp":"2026-01-07T09:0\(number):00Z",\
        "text":"\(parts[1].dropFirst())"}
        """
    }
    return try read(
      #"{"id":"c","messages":[\#(messages.joined(separator: ","))],"items":[\#(items)]\#(rest)}"#)
  }

  static func read(_ json: String) throws -> LabelledChat {
    let chats = try LabelledChat.chats([Array(json.utf8)], labels: [])
    return try #require(chats.first)
  }
}
