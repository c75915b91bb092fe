import Foundation
import TestSupport

/// Exports made by seed, shaped as Slack writes them: what messages carry beside their words is there too.
struct GeneratedExports {
  let folder: URL
  /// About how many bytes each export has.
  let bytes: Int

  private static let channels = 40
  private static let words = """
    the of to and in is it you that he was for on are with as they be at one have this from can you please \
    deploy release ticket review staging rollback merge branch customer invoice budget metrics dashboard \
    latency incident roadmap sprint blocker pipeline schema migration tomorrow by Friday I'll send café \
    naïve Привет встреча 会議 🎉 — “quoted”
    """.split(separator: " ").map(String.init)

  /// Makes what is not there yet.
  func made() throws -> [(name: String, path: String)] {
    let days = folder.appending(path: "slack-\(bytes)")
    if !FileManager.default.fileExists(atPath: days.path) { try makeDays(days) }
    return [
      ("Slack day files", days.path),
      ("JSON Lines, conversations mixed", try lines()),
      ("Discord, one channel", try single("discord.json", seed: 3, discord)),
      ("Telegram, one chat", try single("telegram.json", seed: 4, telegram)),
      ("WhatsApp, one chat", try single("whatsapp.txt", seed: 5, whatsApp)),
    ]
  }

  /// How a file begins, what stands between its messages, how it ends, and what one message is.
  private struct Shape {
    var start = ""
    var between = ""
    var end = ""
    let message: (_ number: Int, _ time: Date, _ text: String, _ person: Int) throws -> String
  }

  private func single(_ name: String, seed: UInt64, _ shape: Shape) throws -> String {
    let file = folder.appending(path: "\(bytes)-\(name)")
    var random = SeededRandom(seed: seed)
    var (made, number) = (0, 0)
    try file.make {
      if made >= bytes { return nil }
      var text = made == 0 ? shape.start : ""
      for _ in 0..<1000 {
        let time = Date(timeIntervalSince1970: TimeInterval(1_400_000_000 + number * 40))
        if number > 0 { text += shape.between }
        let words = self.text(&random)
        text += try shape.message(number, time, words, Int.random(in: 0..<40, using: &random))
        number += 1
      }
      made += text.utf8.count
      return made < bytes ? text : text + shape.end
    }
    return file.path
  }

  private func text(_ random: inout SeededRandom) -> String {
    (0..<Int.random(in: 3...30, using: &random))
      .map { _ in Self.words[Int.random(in: 0..<Self.words.count, using: &random)] }
      .joined(separator: " ")
  }

  /// As DiscordChatExporter writes a channel.
  private var discord: Shape {
    Shape(
      start: #"""
        {"guild":{"id":"900","name":"Harbour"},"channel":{"id":"1001","type":"GuildTextChat","name":"plans"},
        "messages":[
        """# + "\n",
      between: ",\n", end: "\n]}\n"
    ) { number, time, text, person in
      let author: [String: Any] = [
        "id": "\(50 + person)", "name": "person\(person)", "discriminator": "0000",
        "nickname": "Person \(person)", "isBot": false,
        "avatarUrl": "https://cdn.example/\(person).png",
      ]
      return try Self.json([
        "id": "\(100_000_000_000 + number)", "type": "Default", "isPinned": false, "content": text,
        "timestamp": time.formatted(.iso8601), "author": author, "attachments": [Any](),
        "embeds": [Any](), "stickers": [Any](), "reactions": [Any](), "mentions": [Any](),
      ])
    }
  }

  /// As Telegram Desktop writes a chat.
  private var telegram: Shape {
    Shape(
      start: #"{"name":"Rowing club","type":"private_supergroup","id":1500,"messages":["# + "\n",
      between: ",\n", end: "\n]}\n"
    ) { number, time, text, person in
      try Self.json([
        "id": number + 1, "type": "message", "date": String(time.formatted(.iso8601).dropLast()),
        "date_unixtime": "\(Int(time.timeIntervalSince1970))", "from": "Person \(person)",
        "from_id": "user\(800 + person)", "text": text,
        "text_entities": [["type": "plain", "text": text]],
      ])
    }
  }

  /// As WhatsApp writes a chat on Android.
  private var whatsApp: Shape {
    let days = Date.VerbatimFormatStyle(
      format: """
        \(month: .defaultDigits)/\(day: .defaultDigits)/\(year: .twoDigits), \
        \(hour: .defaultDigits(clock: .twelveHour, hourCycle: .oneBased)):\(minute: .twoDigits) \
        \(dayPeriod: .standard(.abbreviated))
        """,
      locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
      calendar: Calendar(identifier: .gregorian))
    return Shape { _, time, text, person in
      "\(time.formatted(days)) - Person \(person): \(text)\n"
    }
  }

  private static func json(_ members: [String: Any]) throws -> String {
    let data = try JSONSerialization.data(
      withJSONObject: members, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }

  private func makeDays(_ folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let channels = (0..<Self.channels).map { #"{"id":"C\#($0)","name":"chan-\#($0)"}"# }
    try Data("[\(channels.joined(separator: ","))]".utf8).write(
      to: folder.appending(path: "channels.json"))
    var random = SeededRandom(seed: 1)
    var made = 0
    var day = 0
    while made < bytes {
      for channel in 0..<Self.channels where made < bytes {
        let place = folder.appending(path: "chan-\(channel)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        var messages: [String] = []
        for number in 0..<Int.random(in: 5...90, using: &random) {
          let time = 1_736_150_400 + day * 86_400 + number * 300
          messages.append("    " + message(at: time, channel: nil, isPretty: true, &random))
        }
        let text = "[\n" + messages.joined(separator: ",\n") + "\n]"
        let name = String(
          format: "%04d-%02d-%02d.json", 2025 + day / 336, day / 28 % 12 + 1, day % 28 + 1)
        try Data(text.utf8).write(to: place.appending(path: name))
        made += text.utf8.count
      }
      day += 1
    }
  }

  private func lines() throws -> String {
    let file = folder.appending(path: "all-\(bytes).jsonl")
    var random = SeededRandom(seed: 2)
    var (made, number) = (0, 0)
    try file.make {
      if made >= bytes { return nil }
      var text = ""
      for _ in 0..<1000 {
        let channel = "chan-\(Int.random(in: 0..<Self.channels, using: &random))"
        text +=
          message(at: 1_736_150_400 + number, channel: channel, isPretty: false, &random) + "\n"
        number += 1
      }
      made += text.utf8.count
      return text
    }
    return file.path
  }

  private func message(
    at time: Int, channel: String?, isPretty: Bool, _ random: inout SeededRandom
  ) -> String {
    let user = String(format: "U%08X", Int.random(in: 0..<400, using: &random))
    var text = ""
    for _ in 0..<Int.random(in: 3...60, using: &random) {
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<2: text += "<@\(user)> "
      case 2..<4: text += "<https://example.com/t/\(time)|ticket> "
      case 4..<6: text += "R&amp;D "
      default: text += Self.words[Int.random(in: 0..<Self.words.count, using: &random)] + " "
      }
    }
    var members: [String: Any] = [
      "type": "message", "text": text, "user": user, "ts": "\(time).\(100_000 + time % 899_999)",
      "client_msg_id": "\(time)-\(user)", "team": "T0ABCDEF1",
    ]
    if let channel { members["channel"] = channel }
    if Int.random(in: 0..<10, using: &random) < 6 {
      members["blocks"] = [
        [
          "type": "rich_text", "block_id": "b\(time % 9999)",
          "elements": [
            ["type": "rich_text_section", "elements": [["type": "text", "text": text]]]
          ],
        ]
      ]
    }
    if Int.random(in: 0..<5, using: &random) == 0 {
      members["reactions"] = [["name": "+1", "users": [user], "count": 1]]
    }
    let options: JSONSerialization.WritingOptions =
      isPretty ? [.sortedKeys, .prettyPrinted] : [.sortedKeys, .withoutEscapingSlashes]
    let data = try? JSONSerialization.data(withJSONObject: members, options: options)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }
}
