import ActionItems
import CivilTime
import TestSupport
import Testing

@testable import Loading

/// Tables whose columns have no known names.
@Suite struct UnnamedColumnsTests {
  static func load(
    _ text: String, columns: String?, named name: String = "chat.csv"
  ) throws -> RecordingSink {
    let folder = try TemporaryDirectory()
    var options = LoadingOptions.testing
    options.columns = try columns.map { try #require(TableColumns($0)) }
    return try RecordingSink.load(try folder.write(text, to: name), options: options)
  }

  static let tables: [(name: String, columns: String, text: String)] = [
    (
      "commas", "time,sender,text",
      "2026-01-31 10:42,ann,\"hi, all\"\n2026-01-31 10:43,bo,hello there\n2026-01-31 10:44,ann,bye now\n"
    ),
    (
      "tabs", "id,time,sender,text",
      "a1\t31/01/2026 10:42\tann\thi, all\na2\t31/01/2026 10:43\tbo\thello there\na3\t31/01/2026 10:44\tann\tbye now\n"
    ),
    (
      "a line of foreign names", "time,sender,text",
      "Zeit;Wer;Inhalt\n31.01.2026 10:42;ann;hi, all\n31.01.2026 10:43;bo;hello there\n31.01.2026 10:44;ann;bye now\n"
    ),
    (
      "day and time of day", "date,time,sender,text",
      "31/01/2026,10:42:00,ann,\"hi, all\"\n31/01/2026,10:43:00,bo,hello there\n31/01/2026,10:44:00,ann,bye now\n"
    ),
    (
      "another order, with numbers between", "text,-,sender,time",
      "\"hi, all\",4,ann,1769856120\nhello there,4,bo,1769856180\nbye now,5,ann,1769856240\n"
    ),
    (
      "channels", "time,channel,sender,text",
      "2026-01-31T10:42Z|#dock|ann|hi, all\n2026-01-31T10:43Z|#dock|bo|hello there\n2026-01-31T10:44Z|#dock|ann|bye now\n"
    ),
    (
      "quoted over lines, with a log", "time,sender,text",
      "\"2026-01-31 10:42:00\",\"ann\",\"hi, all\"\n\"2026-01-31 10:43:00\",\"bo\",\"hello there\"\n\"2026-01-31 10:44:00\",\"ann\",\"bye now\"\n"
    ),
  ]

  @Test(arguments: tables)
  func `columns are what the user says, and what is guessed is that`(
    name: String, columns: String, text: String
  ) throws {
    let sink = try Self.load(text, columns: columns)
    #expect(sink.lines == ["ann: hi, all", "bo: hello there", "ann: bye now"], "\(name)")
    #expect(sink.failures.isEmpty && sink.loaded.count == 1)
    let loaded = try #require(sink.loaded.first, "\(name)")
    #expect(
      loaded.messages.map { $0.timestamp?.description.prefix(16) }
        == ["2026-01-31T10:42", "2026-01-31T10:43", "2026-01-31T10:44"], "\(name)")
    #expect(loaded.report?.warnings.contains { $0.contains("as set by --columns") } == true)
    // A guess is reported, and can be copied unchanged.
    let guess = try #require(
      TableGuess(FormatSample(bytes: Array(text.utf8), isWhole: true)), "\(name)")
    let expected = columns.replacing("channel", with: "conversation")
    #expect(guess.columns.description == expected && guess.isConvincing, "\(name)")
    let bare = try Self.load(text, columns: nil)
    #expect(bare.loaded.isEmpty, "\(name)")
    #expect(
      bare.failures.first?.description.hasSuffix("perhaps --columns \(expected)") == true, "\(name)"
    )
  }

  @Test func `in a folder a table is passed over with the guess, other files are as they were`()
    throws
  {
    let folder = try TemporaryDirectory()
    try folder.write(Self.tables[0].text, to: "in/chat.csv")
    try folder.write("date,from,text\n2026-01-31,cy,named\n", to: "in/named.csv")
    try folder.write("a,b\n1,2\n3,4\n", to: "in/numbers.csv")
    try folder.write("[10:00:00] <ann> a, b, c\n[10:01:00] <bo> d, e, f\n", to: "in/log.txt")
    let bare = try RecordingSink.load(folder.path + "/in")
    #expect(
      bare.lines == ["cy: named", "ann: a, b, c", "bo: d, e, f"].sorted() || bare.lines.count == 3)
    #expect(
      bare.skippedFiles == [
        .unknownTable(try #require(TableColumns("time,sender,text"))), .unknownFormat,
      ])
    var options = LoadingOptions.testing
    options.columns = TableColumns("time,sender,text")
    let told = try RecordingSink.load(folder.path + "/in", options: options)
    #expect(told.lines.count == 6 && told.skippedFiles == [.unknownFormat] && told.failures.isEmpty)
    #expect(told.lines.contains("cy: named"))
  }

  @Test(arguments: [
    ("no text", "time,sender"), ("one column", "text"), ("nothing", ""),
    ("unknown", "time,who,text"),
    ("twice", "time,text,text"), ("twice by two names", "channel,conversation,text"),
    ("the day twice", "date,date,text"),
    ("an empty one", "time,,text"),
  ])
  func `columns that cannot be are refused`(name: String, columns: String) {
    #expect(TableColumns(columns) == nil, "\(name)")
  }

  @Test func `columns that do not fit are told with those that may`() throws {
    let sink = try Self.load(Self.tables[0].text, columns: "sender,text")
    #expect(
      sink.failures.map(\.description) == [
        "has an unknown format, and is not a table with the columns of --columns (sender,text), "
          + "perhaps --columns time,sender,text"
      ])
    let prose = try Self.load("just some words\nand more of them\n", columns: nil)
    #expect(prose.failures.first?.description.contains("perhaps") == false)
  }

  @Test func `without times among the columns, texts stay what they are`() throws {
    let chat = "31/01/2026, 10:42 - Ben: hi\n31/01/2026, 10:43 - Ann: hello\n"
    let sink = try Self.load(chat, columns: "sender,text")
    #expect(sink.loaded.map(\.report?.format) == ["whatsapp"])
    let table = try Self.load("Ben,hi there\nAnn,hello\n", columns: "sender,text")
    #expect(table.lines == ["Ben: hi there", "Ann: hello"])
  }

  @Test func `mutants are read or refused, and what they hold adds up`() throws {
    let folder = try TemporaryDirectory()
    for (name, columns, text) in Self.tables {
      var options = LoadingOptions.testing
      options.columns = TableColumns(columns)
      var mutator = ByteMutator(
        seed: UInt64(name.utf8.count),
        tokens: ["\n", ",", ";", "\t", "\"", "\"\"", "\"\n", "1/2/26"])
      for number in 0..<FuzzRounds.count(20) {
        let mutant = mutator.mutant(number, of: Array(text.utf8))
        let path = try folder.write(mutant, to: "mutant")
        for options in [options, .testing] {
          let sink = try RecordingSink.load(path, options: options)
          for loaded in sink.loaded {
            let report = try #require(loaded.report)
            #expect(report.records == loaded.messages.count + report.skipped.values.reduce(0, +))
          }
        }
      }
    }
  }

  @Test(arguments: [
    (
      "known names beside unknown ones", "conversation,-,-,sender,time,-,text",
      "ConversationId,ConversationName,AuthorId,AuthorName,HumanTime,Ms,Xml\n8:a,Ann,8:a,Ann,2026-01-31T10:42:00,1,\"can you send it, please?\"\n8:a,Ann,8:b,Bo,2026-01-31T10:43:00,2,sure I will\n"
    ),
    (
      "a channel that never changes", "time,-,sender,text",
      "1769856120.000100,release,ann lee,can you send it?\n1769856180.000100,release,bo,sure I will\n"
    ),
  ])
  func `the guess takes known names, and no constant for the sender`(
    name: String, columns: String, text: String
  ) throws {
    let sink = try Self.load(text, columns: nil)
    #expect(
      sink.failures.map { "\($0)".hasSuffix("--columns \(columns)") } == [true],
      "\(name): \(sink.failures)")
  }
}
