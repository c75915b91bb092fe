import Foundation
import TestSupport
import Testing

/// Exports of one conversation that contain no id for it.
@Suite struct RecognitionTests {
  static func chat(_ title: String, _ messages: ClosedRange<Int>, extra: String = "") -> String {
    let list = messages.map { number in
      #"{"sender":"\#(number % 2 == 0 ? "Anna" : "Ben")","timestamp":"2026-01-05T10:\#(10 + number):00Z","text":"I will review pull request \#(number) today"}"#
    }
    return
      #"{"title":"\#(title)","messages":[\#((list + (extra.isEmpty ? [] : [extra])).joined(separator: ","))]}"#
  }

  /// Messages with ids in a list without a conversation id; another person sent the last one.
  static func numbered(_ newcomer: String, _ messages: ClosedRange<Int>) -> String {
    let list = messages.map { number in
      let sender = number == messages.upperBound ? newcomer : number % 2 == 0 ? "Anna" : "Ben"
      return
        #"{"id":"m\#(number)","sender":"\#(sender)","timestamp":"2026-01-05T10:\#(10 + number):00Z","text":"I will review pull request \#(number) today"}"#
    }
    return "[\(list.joined(separator: ","))]"
  }

  /// One more sender, so that the participants differ.
  static let newcomer =
    #"{"sender":"Carla","timestamp":"2026-01-06T10:00:00Z","text":"I'll book the room"}"#

  /// Two more messages.
  static let newcomers =
    newcomer + "," + newcomer.replacing("06T10", with: "07T10").replacing("room", with: "hall")

  @Test(arguments: [
    ("renamed", chat("Team", 1...6), chat("The team", 1...6), 6),
    ("a new voice", chat("Team", 1...6), chat("Team", 1...6, extra: newcomer), 7),
    ("renamed and grown", chat("Team", 1...6), chat("Crew", 3...9, extra: newcomer), 10),
    ("ids, no title, a new voice", numbered("Ann", 1...6), numbered("Carla", 1...7), 7),
    ("ids, no title, an overlap of two", numbered("Anna", 1...4), numbered("Carla", 3...6), 6),
    ("ids, no title, another chat", numbered("Ann", 1...6), numbered("Carla", 20...25), 12),
    ("two messages, renamed", chat("Team", 1...2), chat("Crew", 1...2), 2),
    ("another chat", chat("Team", 1...6), chat("Other", 20...25), 12),
    ("a broadcast to two chats", chat("Team", 1...6), chat("Other", 4...4, extra: newcomers), 9),
  ])
  func `overlapping exports count each message once`(
    name: String, first: String, second: String, items: Int
  ) async throws {
    for together in [false, true] {
      let directory = try TemporaryDirectory(first, in: "a.json")
      try directory.write(second, to: "b.json")
      for paths in together ? [["a.json", "b.json"]] : [["a.json"], ["b.json"], ["a.json"]] {
        try await directory.succeed(["extract", "--offline"] + paths)
      }
      let listed = try await directory.run("list", "--json")
      #expect(listed.lines.count == items, "\(name), together: \(together)")
    }
  }

  @Test func `an export without an id that starts earlier is the same chat`() async throws {
    let directory = try TemporaryDirectory()
    func write(_ numbers: Range<Int>, to name: String) throws {
      let lines = numbers.map { number in
        // The id of the chat depends on its participants.
        let sender = number == 0 ? "Zoe" : number % 2 == 0 ? "Ann" : "Ben"
        let time = 1_767_600_000 + number * 60
        return #"{"sender":"\#(sender)","ts":\#(time),"text":"this is line \#(number)"}"#
      }
      try directory.write(lines.joined(separator: "\n") + "\n", to: name)
    }
    try write(400..<900, to: "late.jsonl")
    try write(0..<900, to: "whole.jsonl")
    var new: [Int?] = []
    for name in ["late.jsonl", "whole.jsonl"] {
      try await directory.succeed("extract", "--offline", "--summary", "summary.json", name)
      new.append(try ExtractCommand.summary(directory)["newMessages"] as? Int)
    }
    // A few of the first five hundred messages are known: all that were read are skipped.
    #expect(new == [500, 400])
  }
}
