import ActionItemModel
import CivilTime
import ConversationLoading
import TestSupport
import Testing

/// Where most messages are only counted, they count as if all were read.
@Suite struct SampledReadingTests {
  /// What a message is, but for its id and what it says.
  private struct Head: Hashable {
    var kind: Message.Kind
    var sender: String?
    var senderId: String?
    var time: Timestamp?
  }

  private static let formats = ["slack", "jsonl", "discord", "telegram", "whatsapp"]
  private static let words = [
    "hello", "ümlaut", "会議", "<@U1> look", "<https://a.example|here>", "&lt;b&gt;", "", " ",
    "\\u00a0", "\\ud83d", "\\u0041", "<Media omitted>", "“so”", "-", "\\n",
  ]

  /// One message of a format, of one of a few people.
  private static func message(_ format: String, _ number: Int, _ random: inout SeededRandom)
    -> String
  {
    let text =
      words[Int.random(in: 0..<words.count, using: &random)] + (number % 3 == 0 ? "" : " x")
    let person = Int.random(in: 0..<4, using: &random)
    // Some are late, and then mostly of another one's time; a Slack file is sampled before it is sorted.
    let isLate = Int.random(in: 0..<20, using: &random) == 0 && format != "slack"
    let time = 1_700_000_000 + (number - (isLate ? 7 : 0)) * 20
    let extra = Int.random(in: 0..<30, using: &random)
    switch format {
    case "slack":
      let more = [#","subtype":"bot_message""#, #","bot_id":"B1""#, #","edited":{"ts":"1"}"#]
      return
        #"{"type":"message","user":"U\#(person)","text":"\#(text)","ts":"\#(time).000100"\#(extra < 3 ? more[extra] : "")}"#
    case "jsonl":
      let more = [
        #","isBot":true"#, #","deleted":true"#, #","senderId":"7""#, #","kind":"system""#,
      ]
      return
        #"{"channel":"c\#(person % 2)","id":"\#(number)","user":"P\#(person)","text":"\#(text)","ts":\#(time)\#(extra < 4 ? more[extra] : "")}"#
    case "discord":
      let more = [
        #","embeds":[{"title":"t"}]"#, #","mentions":[{"a"}]"#, #","timestampEdited":"1""#,
      ]
      return
        #"{"id":"\#(number)","type":"\#(extra == 9 ? "Pin" : "Default")","timestamp":\#(time),"content":"\#(text)","author":{"id":"\#(person)","name":"P"}\#(extra < 3 ? more[extra] : "")}"#
    case "telegram":
      let more = [#","forwarded_from":"Q""#, #","poll":{"question":"q"}"#, #","edited":"1""#]
      return
        #"{"id":\#(number),"type":"\#(extra == 9 ? "service" : "message")","date_unixtime":"\#(time)","from":"P\#(person)","from_id":"u\#(person)","text":"\#(text)"\#(extra < 3 ? more[extra] : "")}"#
    default:
      let clock = CivilDateTime(secondsSinceEpoch: time)?.time.description.prefix(5) ?? "10:00"
      let mark = extra == 0 ? "\u{200E}" : ""
      return "\(1 + number / 90)/11/23, \(clock) - P\(person): \(mark)\(text)"
    }
  }

  private static func export(_ format: String, seed: UInt64) -> [UInt8] {
    var random = SeededRandom(seed: seed)
    let messages = (0..<900).map { message(format, $0, &random) }
    let text =
      switch format {
      case "slack": "[" + messages.joined(separator: ",\n") + "]"
      case "discord":
        #"{"guild":{"id":"1"},"channel":{"id":"2","type":"GuildTextChat"},"messages":["#
          + messages.joined(separator: ",\n") + "]}"
      case "telegram":
        #"{"name":"n","type":"private_group","id":5,"messages":["#
          + messages.joined(separator: ",\n") + "]}"
      default: messages.joined(separator: "\n")
      }
    return Array(text.utf8)
  }

  private static func load(_ path: String, sampled: Bool, jobs: Int) throws -> RecordingSink {
    var options = LoadingOptions.testing
    options.takesSamples = sampled
    options.jobs = jobs
    return try RecordingSink.load(path, options: options)
  }

  private static func heads(_ messages: [Message]) -> [Head] {
    messages.map {
      Head(kind: $0.kind, sender: $0.sender, senderId: $0.senderId, time: $0.timestamp)
    }
  }

  private static func counts(_ report: ConversationReport?) -> String {
    guard let report else { return "no report" }
    let skipped = report.skipped.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return "\(report.records) \(skipped) \(report.warnings) \(report.timeZoneKnown)"
  }

  @Test(arguments: formats, [1, 7])
  func `what is only counted counts as what is read, damaged or not`(
    format: String, jobs: Int
  ) throws {
    let folder = try TemporaryDirectory()
    let name = format == "slack" ? "general/2023-11-14.json" : "export-\(format)"
    let whole = Self.export(format, seed: UInt64(jobs))
    var mutator = ByteMutator(seed: 11, tokens: ExportFixtures.tokens)
    for number in 0..<FuzzRounds.count(6) {
      let bytes = number == 0 ? whole : mutator.mutant(number, of: whole)
      let path = try folder.write(bytes, to: name)
      let read = try Self.load(path, sampled: false, jobs: jobs)
      let counted = try Self.load(path, sampled: true, jobs: jobs)
      #expect(read.failures.map { "\($0)" } == counted.failures.map { "\($0)" })
      #expect(read.loaded.map(\.conversation) == counted.loaded.map(\.conversation))
      for (one, other) in zip(read.loaded, counted.loaded) {
        #expect(Self.heads(one.messages) == Self.heads(other.messages), "\(format) \(number)")
        #expect(Self.counts(one.report) == Self.counts(other.report), "\(format) \(number)")
      }
    }
  }

  @Test(arguments: formats) func `a sample of what people say comes whole`(format: String) throws {
    let folder = try TemporaryDirectory()
    let name = format == "slack" ? "general/2023-11-14.json" : "export-\(format)"
    let path = try folder.write(Self.export(format, seed: 3), to: name)
    let read = try Self.load(path, sampled: false, jobs: 1)
    let counted = try Self.load(path, sampled: true, jobs: 1)
    #expect(counted.loaded.flatMap(\.messages).count { $0.text.isEmpty } > 200)
    for (one, other) in zip(read.loaded, counted.loaded) {
      var sample = MessageSample()
      for (message, head) in zip(one.messages, other.messages) where message.kind == .message {
        if sample.takesNext { #expect(message.text == head.text) }
        sample.advance()
      }
    }
  }
}
