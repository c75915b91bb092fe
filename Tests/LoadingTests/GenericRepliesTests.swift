import ActionItems
import Loading
import TestSupport
import Testing

/// JSON whose messages hold further messages, and what is said about messages that lack something.
@Suite struct GenericRepliesTests {
  private static let comment =
    #"{"id":"c1","author":{"login":"ann"},"body":"hi","createdAt":"2026-01-06T09:00:00Z"}"#

  @Test(arguments: [
    (
      "a post",
      #"{"title":"T","body":"post","author":{"login":"bo"},"createdAt":"2026-01-06T08:00:00Z","comments":[\#(comment)]}"#
    ),
    (
      "a list of posts",
      #"[{"title":"T","body":"post","author":{"login":"bo"},"createdAt":"2026-01-06T08:00:00Z","comments":[\#(comment)]}]"#
    ),
    (
      "a line",
      #"{"title":"T","body":"post","author":{"login":"bo"},"createdAt":"2026-01-06T08:00:00Z","comments":[\#(comment)]}"#
        + "\n"
    ),
  ])
  func `a post is read with its comments`(name: String, text: String) throws {
    let sink = try RecordingSink.load(text, named: "issue.json")
    #expect(sink.lines == ["bo: post", "ann: hi"], "\(name)")
    #expect(sink.loaded.map(\.conversation.title) == ["T"], "\(name)")
  }

  @Test(arguments: [
    ("a sender", #""author":"Ann","text":"x""#, "Ann: x"),
    ("a time", #""ts":1767600000,"text":"x""#, "-: x"),
    ("both", #""author":"Ann","ts":1767600000,"text":"x""#, "Ann: x"),
  ])
  func `a post stays its conversation when its first comment comes`(
    name: String, members: String, line: String
  ) throws {
    var ids: Set<String> = []
    for comments in ["[ ]", "[]", "[\(Self.comment)]"] {
      let sink = try RecordingSink.load(
        #"[{\#(members),"comments":\#(comments)},{"author":"Bo","text":"y","comments":[]}]"#,
        named: "posts.json")
      #expect(sink.loaded.count == 2 && sink.failures.isEmpty, "\(name), \(comments)")
      #expect(sink.lines.first == line && sink.lines.last == "Bo: y", "\(name), \(comments)")
      ids.insert(try #require(sink.loaded.first?.conversation.id))
    }
    #expect(ids.count == 1, "\(name)")
  }

  @Test(arguments: ["[ ]", "[]", #"[{"note":1}]"#, "[\(comment)]"])
  func `a text without time and sender is a message, whatever its comments`(comments: String)
    throws
  {
    let sink = try RecordingSink.load(
      #"[{"text":"I will send it","comments":\#(comments)},{"text":"And I","comments":[]}]"#,
      named: "posts.json")
    #expect(sink.lines == ["-: I will send it", "-: And I"])
  }

  @Test(arguments: [
    ("a sender", #"{"text":"y","ts":1769874490}"#, "1 message does not name its sender"),
    ("a time", #"{"user":"b","text":"y"}"#, "no time"),
    ("an unknown time", #"{"user":"b","text":"y","ts":"soon"}"#, "a time in an unknown form"),
  ])
  func `even one message that lacks something is warned of`(
    name: String, message: String, words: String
  ) throws {
    let whole = (0..<9).map { #"{"user":"a","text":"x","ts":176987448\#($0)}"# }
    func warnings(_ messages: [String]) throws -> [String] {
      try RecordingSink.load("[\(messages.joined(separator: ","))]", named: "chat.json")
        .loaded[0].report?.warnings ?? []
    }
    #expect(try warnings(whole).isEmpty)
    #expect(try warnings(whole + [message]).contains { $0.contains(words) }, "\(name)")
  }
}
