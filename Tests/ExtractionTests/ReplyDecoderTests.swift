import Encoding
import Extraction
import TestSupport
import Testing

@Suite struct ReplyDecoderTests {
  static let item =
    #"{"task":"Send it","assignee":"Anna","deadline":null,"priority":"high","messageId":"m1","quote":"q"}"#
  static let other = #"{"task":"Book it","messageId":"m2"}"#
  static let decoded = ActionItemJSON(
    task: "Send it", assignee: "Anna", priority: "high", messageId: "m1", quote: "q")
  static let decodedOther = ActionItemJSON(task: "Book it", messageId: "m2")

  @Test(arguments: [
    ("bare array", "[\(item)]"),
    ("wrapped", "{\"items\":[\(item)]}"),
    ("wrapped twice", "{\"result\":{\"items\":[\(item)]}}"),
    ("wrapped beside other things", "{\"notes\":[],\"count\":1,\"actionItems\":[\(item)]}"),
    ("wrapped under a name of its own", "{\"aufgaben\":[\(item)]}"),
    ("wrapped in a list", "[{\"items\":[\(item)]}]"),
    ("a list in a list", "[[\(item)]]"),
    ("wrapped as a call", "{\"name\":\"save\",\"arguments\":{\"items\":[\(item)]}}"),
    ("numbered", "{\"1\":\(item)}"),
    ("single object", item),
    ("single object, wrapped", "{\"item\":\(item)}"),
    ("fenced", "```json\n[\(item)]\n```"),
    ("fenced without a word", "```\n[\(item)]\n```"),
    ("prose around", "Here are [the items] you want:\n[\(item)]\nHope {that} helps [1]."),
    ("byte order mark", "\u{FEFF}[\(item)]"),
    ("a draft before", "[]\nOn second thought:\n[\(item)]"),
    ("another draft before", "[\(other)]\nNo, rather:\n[\(item)]"),
    ("a box to tick behind", "[\(item)]\n- [ ] check again"),
    ("an empty list in a sentence behind", "[\(item)]\nFor c1 the list is []."),
    (
      "an empty answer in a sentence behind",
      "{\"items\":[\(item)]}\n(If nothing had been found I would have answered {\"items\": []}.)"
    ),
    ("an empty list of one name before one of another", "{\"items\":[],\"data\":[\(item)]}"),
    (
      "another list corrected before it was closed",
      "[ \(other),\(other)\nWait, let me correct:\n[\(item)]"
    ),
    ("the same on one line", "[ \(other),\(other) Wait, let me correct: [\(item)]"),
    ("the same behind a comma", "[ \(other),\nWait, let me correct that:\n\n[\(item)]"),
    (
      "the same in wrappers",
      "{\"items\":[\(other)\nWait, let me correct:\n{\"items\":[\(item)]}"
    ),
    ("a field more", "[\(item.dropLast()),\"confidence\":0.9}]"),
    ("white space", "  \n\n [ \(item) ] \n"),
    ("thoughts before", "<think>Perhaps [\(other)]? No.</think>\n[\(item)]"),
    ("thoughts without a beginning", "Perhaps [\(other)]?\n</think>\n[\(item)]"),
    ("thoughts without an end", "<think>Perhaps.\n```json\n[\(item)]\n```"),
    ("brackets behind", "[\(item)]}]}]}"),
    ("encoded", "\"[\(item.replacing("\"", with: "\\\""))]\""),
    ("encoded in a wrapper", "{\"output\":\"[\(item.replacing("\"", with: "\\\""))]\"}"),
    ("encoded one by one", "[\"\(item.replacing("\"", with: "\\\""))\"]"),
    ("single quotes", "[\(item.replacing("\"", with: "'"))]"),
    ("Python", "[\(item.replacing("\"", with: "'").replacing("null", with: "None"))]"),
  ])
  func `an item is found in every dress`(name: String, reply: String) throws {
    #expect(try ReplyDecoder.items(in: reply) == [Self.decoded], "\(name)")
  }

  @Test(arguments: [
    ("lines", "\(item)\n\(other)"), ("lines with commas", "\(item),\n\(other)"),
    ("a list of words", "1. \(item)\n2. \(other)"),
    ("fences", "```json\n\(item)\n```\n```json\n\(other)\n```"),
    ("words between", "**For Anna:**\n\(item)\n\n**For Ben:**\n\(other)\n\nThat is all."),
    ("a comma missing", "[\(item)\n\(other)]"),
    ("by person", "{\"Anna\":[\(item)],\"nobody\":[\(other)],\"Ben\":[]}"),
    ("the last bracket missing", "```\n[\(item),\(other)\n```\nThat is all."),
  ])
  func `several items are one list`(name: String, reply: String) throws {
    #expect(
      try ReplyDecoder.items(in: reply) == [Self.decoded, Self.decodedOther], "\(name)")
  }

  @Test(arguments: [
    ("empty array", "[]"), ("wrapped", "{\"items\": []}"), ("fenced", "```json\n[]\n```"),
    ("in a sentence", "There is nothing to do: []."), ("sole member", "{\"aufgaben\": []}"),
    ("a later thought", "[\(item)]\nThat was done already, so:\n[]"),
    ("behind thoughts", "<think>[\(item)]?</think>{\"items\":[]}"),
    ("null", "null"), ("null in a fence", "```json\nnull\n```"), ("an empty object", " {}\n"),
    ("an empty object in a fence", "```json\n{}\n```"), ("null for a list", "{\"items\":null}"),
    ("an object for a list", "{\"items\": {}}"), ("nothing for a list", "{\"action_items\": \"\"}"),
    ("a word for a list", "{\"items\": \"none\"}"), ("null in a list", "[null]"),
    ("a sentence for a list", "{\"result\": \"No action items found.\"}"),
    ("null beside a note", "{\"items\":null,\"note\":\"just talk\"}"),
    ("an object of nothing", "[{}]"),
    (
      "a form that nobody filled in",
      "{\"items\":[{\"task\":null,\"assignee\":\"\",\"messageId\":null,\"quote\":null}]}"
    ),
    ("a sentence", "There are no items."), ("another", "No action items found."),
    ("in bold", "**No action items found**"), ("a word", "None."),
    ("in a fence", "```\nNo action items\n```"),
    ("at length", "I couldn't find any action items in the provided chat."),
    ("in two words", "No new to-dos in this conversation"),
    ("German", "Keine offenen Aufgaben gefunden."),
    ("behind a thought", "<think>Anna is done.</think>\nNo action items."),
  ])
  func `an empty list is an answer, and so is what plainly stands for one`(
    name: String, reply: String
  ) throws {
    #expect(try ReplyDecoder.items(in: reply).isEmpty, "\(name)")
  }

  @Test(arguments: [
    ("nothing", "", ReplyError.empty),
    ("white space", " \n", .empty),
    ("prose", "There is a lot to do.", .noJSON(start: "There is a lot to do.")),
    (
      "no items but one", "No action items, except that Anna sends the report.",
      .noJSON(start: "No action items, except that Anna sends the report.")
    ),
    (
      "more than a denial", "No action items. Anna sends it.",
      .noJSON(start: "No action items. Anna sends it.")
    ),
    (
      "a denial of a part", "No action items in m1 to m9",
      .noJSON(start: "No action items in m1 to m9")
    ),
    ("no help", "I can't help with any tasks like that.", .noJSON(start: "")),
    ("not any", "I found any action items", .noJSON(start: "I found any action items")),
    (
      "a failure", "{\"items\":null,\"error\":\"too long\"}",
      .notItems(found: "an object without a list")
    ),
    (
      "an empty object in prose", "I would use {} for that",
      .notItems(found: "an object without a list")
    ),
    (
      "null under another name", "{\"a\":null,\"b\":1}",
      .notItems(found: "an object without a list")
    ),
    ("null that breaks off", "{\"items\":nul", .cut), ("an object that breaks off", "{", .cut),
    ("boxes to tick", "- [ ] Send it\n- [] Book it", .noJSON(start: "- [ ] Send it - [] Book it")),
    ("thoughts", "<think>Perhaps [\(item)], but", .onlyThoughts),
    ("thoughts and no answer", "[\(item)]</think>", .noJSON(start: "")),
    ("an object without a list", "{\"answer\": 42}", .notItems(found: "an object without a list")),
    (
      "an empty list of something", "{\"a\":1,\"tags\":[]}",
      .notItems(found: "an object without a list")
    ),
    (
      "one of something that is damaged", "{\"a\":1,\"tags\":[],}",
      .notItems(found: "an object without a list")
    ),
    (
      "one of something with wide spaces", "{\u{A0}\"a\":1,\"tags\":[]}",
      .notItems(found: "an object without a list")
    ),
    ("strings", "[\"Send it\"]", .badItem(number: 1, field: "the item", problem: "is a string")),
    (
      "no task", "[{\"messageId\":\"m1\"}]",
      .badItem(number: 1, field: "task", problem: "is missing")
    ),
    (
      "a task of another type", "[{\"task\":[\"x\"],\"messageId\":\"m1\"}]",
      .badItem(number: 1, field: "task", problem: "is an array")
    ),
    (
      "no id", "[\(item),{\"task\":\"x\"}]",
      .badItem(number: 2, field: "messageId", problem: "is missing")
    ),
    (
      "a truth for a person", "[{\"task\":\"x\",\"messageId\":\"m1\",\"assignee\":true}]",
      .badItem(number: 1, field: "assignee", problem: "is true or false")
    ),
    ("cut in the first item", "{\"items\":[\(item.dropLast(3))", .cut),
    ("cut in a single item", "\(item.dropLast(3))", .cut),
    (
      "too deep", String(repeating: "[", count: 500) + item + String(repeating: "]", count: 500),
      .beyondLimits
    ),
  ])
  func `what cannot be decoded is a named error`(name: String, reply: String, error: ReplyError) {
    do {
      let items = try ReplyDecoder.items(in: reply)
      Issue.record("\(name): \(items)")
    } catch .noJSON where error == .noJSON(start: "") {
      // Other cases cover the beginning of the reply.
    } catch let found {
      #expect(found == error, "\(name)")
    }
  }

  @Test(arguments: [
    ("no id", ""), ("null", #""messageId":null,"#), ("an empty one", #""messageId":"","#),
    ("an empty list", #""messageId":[],"#), ("a truth", #""messageId":true,"#),
  ])
  func `a quote stands in for an id that is missing or cannot be read`(name: String, id: String)
    throws
  {
    let reply = #"[{"task":"Send it",\#(id)"quote":"please send it"}]"#
    #expect(
      try ReplyDecoder.items(in: reply) == [
        ActionItemJSON(task: "Send it", messageId: "", quote: "please send it")
      ], "\(name)")
    // Marks alone prove nothing; an empty id names no message.
    if id == #""messageId":"","# { return }
    #expect(throws: ReplyError.self) {
      try ReplyDecoder.items(in: reply.replacing("please send it", with: "…"))
    }
  }

  @Test func `where words say that there is nothing, nothing tells that they are all`() throws {
    #expect(try ReplyDecoder.decode("No action items were found").isRow)
    #expect(try !ReplyDecoder.decode("[]").isRow)
  }

  @Test func `entries that are no items are told beside the items`() throws {
    let reply = "[\(Self.item), \"And so on\", {\"task\":\"x\"}, \(Self.other)]"
    let decoded = try ReplyDecoder.decode(reply)
    #expect(decoded.items == [Self.decoded, Self.decodedOther])
    #expect(
      decoded.problems.map(\.error) == [
        .badItem(number: 2, field: "the item", problem: "is a string"),
        .badItem(number: 3, field: "messageId", problem: "is missing"),
      ])
    #expect(decoded.problems.map(\.remains.task) == ["And so on", "x"])
  }

  @Test func `what is no proper JSON is mended`() throws {
    let decoded = try ReplyDecoder.decode("[{task: 'Send it', messageId: 'm1',}]")
    #expect(decoded.items == [ActionItemJSON(task: "Send it", messageId: "m1")])
  }

  /// Twenty items as a careful model writes them, with characters that make strings hard to read.
  static let twenty: [String] = (1...20).map { number in
    let task = [
      #"Send the \"Q3\" report"#, #"Fix `[{a}]` in main.swift"#, #"Use “curly”, then {x}"#,
      #"Paste ```json\n{}\n```"#, #"Ask: who, \"when\": why?"#, #"Escape \\ and \u00fc"#,
    ][number % 6]
    return
      #"{"task":"\#(task) \#(number)","assignee":null,"messageId":"m\#(number)","quote":"a, \"b\": c}"}"#
  }

  /// Every byte of one format, and enough bytes of the others to meet every kind of place.
  @Test(arguments: [
    ("wrapped", "{\"items\": [\n  ", ",\n  ", "\n]}", 1), ("bare", "[", ",", "]", 13),
    ("fenced", "Here:\n```json\n[\n", ",\n", "\n]\n```", 13), ("lines", "", "\n", "", 13),
  ])
  func `a reply of twenty items cut at any byte yields exactly those that are whole`(
    name: String, head: String, separator: String, tail: String, step: Int
  ) throws {
    let text = head + Self.twenty.joined(separator: separator) + tail
    let all = try ReplyDecoder.items(in: text)
    #expect(all.count == 20)
    var ends: [Int] = []
    var position = head.utf8.count
    for item in Self.twenty {
      position += item.utf8.count
      ends.append(position)
      position += separator.utf8.count
    }
    let bytes = Array(text.utf8)
    for length in stride(from: 0, to: bytes.count, by: step) {
      let complete = ends.prefix { $0 <= length }.count
      let cut = String(decoding: bytes[..<length], as: UTF8.self)
      let decoded = try? ReplyDecoder.decode(cut)
      // Until the first item is complete, there is an error, never an empty success.
      #expect(decoded?.items ?? [] == Array(all.prefix(complete)), "\(name), cut at \(length)")
      #expect((decoded == nil) == (complete == 0), "\(name), cut at \(length)")
      // Complete lines may be the whole reply.
      if complete > 0, complete < 20, name != "lines" { #expect(decoded?.isCut == true) }
    }
  }

  @Test func `mutated replies end in items or an error, in time`() {
    let seeds = [
      "```json\n[\(Self.item),\(Self.other)]\n```",
      "<think>[\(Self.other)]</think>{\"items\": [\(Self.item)]}",
      "\"[\(Self.item.replacing("\"", with: "\\\""))]\"", "\(Self.item)\n\(Self.other)",
      "[{'task': 'It's “so”', 'messageId': 'm1', assignee: [Ann, 'Ben'],}, // end\n]",
    ]
    var mutator = ByteMutator(
      seed: 8,
      tokens: [
        "\"", "[", "{", "}", "]", ",", ":", "```", "\\", "</think>", "<think>", "'", "“", "\n",
        "//", "\\\"", "null", "task", "messageId",
      ])
    for round in 0..<FuzzRounds.count(1500) {
      let bytes = mutator.mutate(Array(seeds[round % seeds.count].utf8))
      let clock = ThreadClock()
      let decoded = try? ReplyDecoder.decode(String(decoding: bytes, as: UTF8.self))
      #expect((decoded?.items.count ?? 0) <= 8)
      #expect(clock.seconds < 0.5)
    }
  }

  @Test(arguments: [
    ("empty objects", "{}"), ("behind much white space", "{} "), ("fences", "```\n{}\n"),
  ])
  func `lists that may be none take time by their number`(name: String, piece: String) {
    func reply(_ count: Int) -> String {
      String(repeating: " ", count: count) + String(repeating: piece, count: count)
    }
    let excess = Growth.excess(over: 10_000, preparing: reply) { reply in
      _ = try? ReplyDecoder.decode(reply)
    }
    #expect(excess == nil, "\(name)")
  }
}
