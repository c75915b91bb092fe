import Encoding
import Foundation
import TestSupport
import Testing

/// The labels of `Fixtures/training/chats/acts-*.jsonl` refer only to contents of their chats.
@Suite struct ChatLabelTests {
  @Test(arguments: ["acts-1.jsonl", "acts-2.jsonl", "acts-3.jsonl"])
  func `labels name messages, words and people that are there`(_ file: String) throws {
    let path = Golden.fixtures.appending(path: "training/chats").appending(path: file)
    var count = 0
    for line in try [UInt8](Data(contentsOf: path)).split(separator: 0x0A) {
      let chat = try JSONValue(parsing: line)
      let id = try #require(chat["id"]?.string)
      var texts: [String: String] = [:]
      for message in chat["messages"]?.array ?? [] {
        texts[try #require(message["id"]?.string)] = message["text"]?.string
      }
      for item in chat["items"]?.array ?? [] {
        let task = item["task"]?.string ?? ""
        let stated = try #require(item["messageId"]?.string, "\(id): \(task)")
        var named = [stated] + (item["altIds"]?.array ?? []).compactMap(\.string)
        for field in ["closedBy", "about", "deadlineMessageId"] {
          if let message = item[field]?.string { named.append(message) }
        }
        let acts = item["acts"]?.array ?? []
        named += acts.compactMap { $0["messageId"]?.string }
        #expect(!acts.isEmpty, "\(id): \(task)")
        for message in named { #expect(texts[message] != nil, "\(id) \(message): \(task)") }
        if let words = item["taskSpan"]?.string {
          #expect(texts[stated]?.contains(words) == true, "\(id): \(words)")
        }
        if let words = item["deadlineSpan"]?.string {
          let said = item["deadlineMessageId"]?.string ?? stated
          #expect(texts[said]?.contains(words) == true, "\(id): \(words)")
        }
        let isOpen = item["state"]?.string == "open"
        #expect(isOpen == (item["closedBy"]?.string == nil), "\(id): \(task)")
      }
      for message in chat["tempting"]?.array ?? [] {
        let name = message["messageId"]?.string ?? ""
        #expect(texts[name] != nil, "\(id) \(name)")
      }
      count += 1
    }
    #expect(count > 0)
  }
}
