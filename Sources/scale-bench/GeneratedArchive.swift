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

  init(messages: Int, in folder: URL) {
    self.messages = messages
    file = folder.appending(path: "archive-\(messages).jsonl")
  }

  /// Writes it, unless it is there.
  func make() throws {
    if FileManager.default.fileExists(atPath: file.path) { return }
    let unfinished = file.appendingPathExtension("part")
    try Data().write(to: unfinished)
    let handle = try FileHandle(forWritingTo: unfinished)
    var random = SeededRandom(seed: UInt64(messages))
    var text = ""
    for number in 0..<messages {
      text += line(number, &random)
      if text.utf8.count > 1 << 20 {
        try handle.write(contentsOf: Data(text.utf8))
        text = ""
      }
    }
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
    try FileManager.default.moveItem(at: unfinished, to: file)
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
    let name = Self.names[Int.random(in: 0..<Self.names.count, using: &random)]
    var text: String
    if number % 10 == 3 {
      let day = Self.days[Int.random(in: 0..<Self.days.count, using: &random)]
      text = "I'll send the report \(number) to the customer by \(day)"
    } else {
      text = ""
      for _ in 0..<Int.random(in: 3...24, using: &random) {
        text += Self.words[Int.random(in: 0..<Self.words.count, using: &random)] + " "
      }
    }
    return
      "{\"conversationId\":\"c\(conversation)\",\"conversationTitle\":\"team \(conversation)\","
      + "\"id\":\"\(number)\",\"sender\":\"\(name)\",\"timestamp\":\(1_736_150_400 + number * 60),"
      + "\"text\":\"\(text)\"}\n"
  }
}
