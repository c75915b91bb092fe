import ActionItems
import FoundationEssentials
import Glibc
import Loading
import TestSupport
import Testing

/// Several workers deliver the same results as one.
@Suite struct SideBySideTests {
  /// Records every call, in order.
  final class Transcript: ConversationSink {
    private(set) var lines: [String] = []
    private let limit: Int

    struct Enough: Error {}

    init(limit: Int = .max) { self.limit = limit }

    private func note(_ line: String) throws {
      lines.append(line)
      if lines.count == limit { throw Enough() }
    }

    func begin(_ conversation: Conversation) throws {
      try note(
        "begin \(conversation.id) \(conversation.title ?? "-") \(conversation.participants.map(\.name))"
      )
    }
    func add(_ messages: [Message]) throws {
      for message in messages {
        try note("\(message.id) \(message.digest) \(message.sender ?? "-"): \(message.text)")
      }
    }
    func end(_ report: ConversationReport) throws {
      let skipped = report.skipped.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      try note(
        "end \(report.file) \(report.format) \(report.records) \(skipped) \(report.warnings) \(report.timeZoneKnown)"
      )
    }
    func fail(_ error: LoadingError) throws { try note("fail \(error.path) \(error)") }
    func skip(_ reason: SkippedFileReason, path: String) throws {
      try note("pass \(path) \(reason)")
    }
  }

  static func lines(_ path: String, jobs: Int) throws -> [String] {
    var options = LoadingOptions.testing
    options.jobs = jobs
    let transcript = Transcript()
    try ConversationLoader(options: options).load(path: path, into: transcript)
    return transcript.lines
  }

  @Test func `the fixtures of all formats together read alike by one, two and seven workers`()
    throws
  {
    let alone = try Self.lines(ExportFixtures.folder, jobs: 1)
    #expect(alone.count > 500)
    #expect(try Self.lines(ExportFixtures.folder, jobs: 2) == alone)
    #expect(try Self.lines(ExportFixtures.folder, jobs: 7) == alone)
  }

  /// Chats as JSON, some larger than a worker may hold back, among unreadable files.
  private func fill(_ folder: TemporaryDirectory, chats: Int, large: Int) throws {
    for number in 0..<chats {
      let text = String(repeating: "lorem ipsum ", count: number % large == 0 ? 700 : 2)
      let messages = (0..<(number % large == 0 ? 160 : 3)).map {
        #"{"id":"\#($0)","user":"Ann \#(number)","ts":\#(1_769_874_480 + $0),"text":"\#(text)\#($0)"}"#
      }
      try folder.write(
        "[" + messages.joined(separator: ",") + "]", to: "chat-\(1000 + number).json")
      if number % 5 == 0 { try folder.write("[{\"text\":\"x\",", to: "cut-\(1000 + number).json") }
      if number % 7 == 0 { try folder.write("\u{1}\u{2}", to: "other-\(1000 + number).bin") }
    }
  }

  @Test func `files keep their order, with what is told of them between`() throws {
    let folder = try TemporaryDirectory()
    try fill(folder, chats: 60, large: 20)
    let alone = try Self.lines(folder.path, jobs: 1)
    #expect(alone.count { $0.hasPrefix("fail") } == 12)
    #expect(alone.count { $0.hasPrefix("pass") } == 9)
    #expect(alone.count { $0.hasPrefix("begin") } == 60)
    for jobs in [2, 7] { #expect(try Self.lines(folder.path, jobs: jobs) == alone) }
  }

  @Test func `conversations of one file keep their order, each with its own damage`() throws {
    let folder = try TemporaryDirectory()
    var lines: [String] = []
    for number in 0..<12_000 {
      lines.append(
        #"{"channel":"c\#(number % 9)","id":"\#(number)","user":"Ann","ts":\#(1_769_874_480 + number),"text":"hello \#(number)"}"#
      )
      if number % 2500 == 0 { lines.append("{\"channel\":") }
    }
    let path = try folder.write(lines.joined(separator: "\n"), to: "all.jsonl")
    let alone = try Self.lines(path, jobs: 1)
    #expect(alone.count { $0.hasPrefix("begin") } == 9)
    for jobs in [2, 7] { #expect(try Self.lines(path, jobs: jobs) == alone) }
  }

  /// Mixed lines: messages with all kinds of times, conversations, and unknown or damaged lines.
  static func mixedLines(_ count: Int) -> String {
    var text = "\u{FEFF}"
    for number in 0..<count {
      let (day, minute) = (number / 1440 % 28 + 1, number % 60)
      let time: String
      switch number % 5 {
      case 0: time = "\(1_769_874_480 + number)"
      case 1: time = "\"2026-01-\(day / 10)\(day % 10)T10:\(minute / 10)\(minute % 10):00\""
      case 2: time = "\"\(day)/2/2026 10:\(minute / 10)\(minute % 10) AM\""
      case 3: time = "\"2026-01-\(day / 10)\(day % 10)T10:\(minute / 10)\(minute % 10):00+02:00\""
      default: time = "null"
      }
      let filler = String(repeating: "lorem ", count: number % 90)
      text += """
        {"channel":"c\(number % 7)","id":"\(number)","user":"Ann \(number % 300)","uid":"U\(number % 290)",\
        "ts":\(time),"text":"hello \(filler)\(number)"}\(number % 3 == 0 ? "\r" : "")\n
        """
      if number % 997 == 0 { text += "{\"channel\":\n\n" }
      if number % 1999 == 0 { text += "[1,2]\n{\"other\":1}\n" }
      if number % 2999 == 0 {
        text +=
          #"{"id":"g\#(number)","messages":[{"user":"Bo","text":"in \#(number)"},{"user":"Bo"}]}"#
          + "\n"
      }
      if number % 3999 == 0 {
        text += #"{"channel":"c1","text":""# + String(repeating: "x", count: 4000) + "\"}\n"
      }
    }
    return text
  }

  @Test func `stretches of one large file are noted in its order, whoever looks at them`() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Self.mixedLines(4100), to: "all.jsonl")
    var options = LoadingOptions.testing
    options.recordLimit = 3000
    func lines(_ jobs: Int) throws -> [String] {
      options.jobs = jobs
      let transcript = Transcript()
      try ConversationLoader(options: options).load(path: path, into: transcript)
      return transcript.lines
    }
    let alone = try lines(1)
    #expect(alone.count > 4100)
    for jobs in [2, 7] { #expect(try lines(jobs) == alone) }
  }

  @Test func `what a Slack folder holds beside its days is read behind them, in one order`() throws
  {
    let folder = try TemporaryDirectory()
    try folder.write(
      #"[{"id":"C1","name":"a","members":[]},{"id":"C2","name":"b","members":[]}]"#,
      to: "channels.json")
    for channel in ["a", "b", "c"] {
      try folder.write(
        #"[{"type":"message","user":"U1","ts":"1769874480.000100","text":"in \#(channel)"}]"#,
        to: "\(channel)/2026-01-31.json")
      try folder.write(
        #"{"messages":[{"user":"Ann","ts":"2026-01-31T10:00:00Z","text":"beside \#(channel)"}]}"#,
        to: "\(channel)/2026-02-01.json")
      try folder.write("no export", to: "\(channel)/notes.bin")
    }
    let alone = try Self.lines(folder.path, jobs: 1)
    #expect(alone.count { $0.contains("beside") } == 3)
    for jobs in [2, 7] { #expect(try Self.lines(folder.path, jobs: jobs) == alone) }
  }

  @Test func `Slack channels without an index keep their order, with what lies beside their days`()
    throws
  {
    let folder = try TemporaryDirectory()
    let other = #"[{"user":"Ann","ts":"2026-01-31T10:00:00Z","text":"beside"}]"#
    for number in 100..<140 {
      let text = String(repeating: "lorem ipsum ", count: number % 9 == 0 ? 3_000 : 2)
      for day in 10..<13 {
        let messages = (0..<40).map {
          #"{"type":"message","user":"U1","ts":"\#(1_769_874_480 + $0).000100","text":"\#(text)"}"#
        }
        try folder.write(
          "[" + messages.joined(separator: ",") + "]", to: "c\(number)/2026-01-\(day).json")
      }
      guard number % 6 == 0 else { continue }
      // A worker finds out that this is not a day file, and the walking thread sees the others.
      try folder.write(
        #"{"messages":\#(other)}"#, to: "c\(number)/2026-02-01.json")
      try folder.write("no export", to: "c\(number)/notes.bin")
      try folder.write(other, to: "c\(number)/more/chat.json")
      if number % 12 == 0 {
        let link = folder.path + "/c\(number + 2)/link.json"
        try FileManager.default.createDirectory(
          atPath: folder.path + "/c\(number + 2)", withIntermediateDirectories: true)
        #expect(symlink("../c\(number)/2026-02-01.json", link) == 0)
      }
    }
    let alone = try Self.lines(folder.path, jobs: 1)
    #expect(alone.count { $0.hasPrefix("begin") } == 40 + 14)
    #expect(alone.count { $0.hasPrefix("pass") } == 7 + 3)
    for jobs in [2, 7] { #expect(try Self.lines(folder.path, jobs: jobs) == alone) }
  }

  @Test(arguments: [1, 2, 7])
  func `a sink that has had enough ends all workers`(jobs: Int) throws {
    let folder = try TemporaryDirectory()
    try fill(folder, chats: 40, large: 13)
    var options = LoadingOptions.testing
    options.jobs = jobs
    let loader = ConversationLoader(options: options)
    let transcript = Transcript(limit: 5)
    #expect(throws: Transcript.Enough.self) {
      try loader.load(path: folder.path, into: transcript)
    }
    #expect(transcript.lines.count == 5)
    // The loader can be used again.
    #expect(try Self.lines(folder.path, jobs: jobs).count > 5)
  }
}
