import ReplyDecoding
import TestSupport
import Testing

@Suite struct ReplyDecoderTests {
  static let item =
    #"{"task":"Send it","assignee":"Anna","deadline":null,"priority":"high","messageId":"m1","quote":"q"}"#
  static let decoded = ActionItemJSON(
    task: "Send it", assignee: "Anna", priority: "high", messageId: "m1", quote: "q")

  @Test(arguments: [
    ("bare array", "[\(item)]"),
    ("wrapped", "{\"items\":[\(item)]}"),
    ("wrapped twice", "{\"result\":{\"items\":[\(item)]}}"),
    ("single object", item),
    ("fenced", "```json\n[\(item)]\n```"),
    ("fenced without a word", "```\n[\(item)]\n```"),
    ("prose around", "Here are [the items] you want:\n[\(item)]\nHope {that} helps."),
    ("byte order mark", "\u{FEFF}[\(item)]"),
    ("a draft before", "[]\nOn second thought:\n[\(item)]"),
    ("a field more", "[\(item.dropLast()),\"confidence\":0.9}]"),
    ("white space", "  \n\n [ \(item) ] \n"),
  ])
  func `items are found in their usual dress`(name: String, reply: String) throws {
    #expect(try ReplyDecoder().items(in: reply) == [Self.decoded], "\(name)")
  }

  @Test(arguments: [
    ("empty array", "[]"), ("wrapped", "{\"items\": []}"), ("fenced", "```json\n[]\n```"),
  ])
  func `an empty list is an answer`(name: String, reply: String) throws {
    #expect(try ReplyDecoder().items(in: reply).isEmpty, "\(name)")
  }

  @Test(arguments: [
    ("nothing", "", ReplyError.empty),
    ("white space", " \n", .empty),
    ("prose", "There are no items.", .noJSON(start: "There are no items.")),
    ("an object without a list", "{\"answer\": 42}", .notItems(found: "an object without a list")),
    ("strings", "[\"Send it\"]", .badItem(number: 1, field: "the item", problem: "is a string")),
    (
      "no task", "[{\"messageId\":\"m1\"}]",
      .badItem(number: 1, field: "task", problem: "is missing")
    ),
    (
      "no id", "[\(item),{\"task\":\"x\"}]",
      .badItem(number: 2, field: "messageId", problem: "is missing")
    ),
    (
      "a list of assignees", "[{\"task\":\"x\",\"messageId\":\"m1\",\"assignee\":[\"a\"]}]",
      .badItem(number: 1, field: "assignee", problem: "is an array")
    ),
  ])
  func `what cannot be decoded is a named error`(name: String, reply: String, error: ReplyError) {
    #expect(throws: error, "\(name)") { try ReplyDecoder().items(in: reply) }
  }

  @Test func `a reply that breaks off is an error, never an empty success`() {
    let reply = "[\(Self.item),\(Self.item)]"
    for length in 0..<reply.utf8.count {
      let cut = String(decoding: reply.utf8.prefix(length), as: UTF8.self)
      let items = try? ReplyDecoder().items(in: cut)
      #expect(items == nil || items == [Self.decoded], "cut at \(length)")
    }
  }

  @Test func `mutated replies end in items or an error`() {
    var mutator = ByteMutator(seed: 8, tokens: ["\"", "[", "{", "}", "]", ",", "```", "\\"])
    for _ in 0..<3000 {
      let bytes = mutator.mutate(Array("```json\n[\(Self.item),\(Self.item)]\n```".utf8))
      let items = try? ReplyDecoder().items(in: String(decoding: bytes, as: UTF8.self))
      #expect((items?.count ?? 0) <= 4)
    }
  }
}
