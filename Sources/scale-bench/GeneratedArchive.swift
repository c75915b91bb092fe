import Foundation
import TestSupport

/// An archive of so many messages in JSON Lines, made by seed: one conversation behind the other, each tenth
/// message a promise.
struct GeneratedArchive {
  let messages: Int
  let file: URL

  private static let perConversation = 2000
  private static let words = """
    the of to and in is it you that he was for on are with as they be at one have this from but what all \
    were we when there can an said which do their time if will way about many then them would like so \
    these her long make thing see him two has look more day could go come did my sound no most who over \
    deploy release ticket review staging customer invoice budget dashboard latency roadmap sprint schema
    """.split(separator: " ").map(String.init)
  private static let names = ["Anna", "Ben", "Carla", "Dmitri", "Erik", "Fatma", "Grace", "Hiro"]
  private static let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]

  /// Writes it, unless it is there.
  init(messages: Int, in folder: URL) throws {
    self.messages = messages
    file = folder.appending(path: "archive-\(messages).jsonl")
    var random = SeededRandom(seed: UInt64(messages))
    var number = 0
    try file.make {
      let end = min(messages, number + 10_000)
      defer { number = end }
      return number == end ? nil : (number..<end).map { line($0, &random) }.joined()
    }
  }

  /// The same with one message more, the last of the last conversation, in a file of its own.
  func oneMore() throws -> URL {
    let copy = file.deletingPathExtension().appendingPathExtension("more.jsonl")
    var random = SeededRandom(seed: 7)
    try Data(line(messages, &random).utf8).write(to: copy)
    return copy
  }

  private func line(_ number: Int, _ random: inout SeededRandom) -> String {
    let conversation = min(number, messages - 1) / Self.perConversation
    func pick(_ words: [String]) -> String {
      words[Int.random(in: 0..<words.count, using: &random)]
    }
    let name = pick(Self.names)
    let text =
      if number % 10 == 3 {
        "I'll send the report \(number) to the customer by \(pick(Self.days))"
      } else {
        (0..<Int.random(in: 3...24, using: &random)).map { _ in pick(Self.words) + " " }.joined()
      }
    return
      "{\"conversationId\":\"c\(conversation)\",\"conversationTitle\":\"team \(conversation)\","
      + "\"id\":\"\(number)\",\"sender\":\"\(name)\",\"timestamp\":\(1_736_150_400 + number * 60),"
      + "\"text\":\"\(text)\"}\n"
  }
}
