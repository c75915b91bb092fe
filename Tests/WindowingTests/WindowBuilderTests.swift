import ActionItems
import CivilTime
import Testing
import Windowing

/// Windows as `WindowBuilder` cuts them. Also the short ids of a `Window`, and `TokenEstimate`.
@Suite struct WindowBuilderTests {
  static func message(
    _ id: Int, minutes: Int? = nil, kind: Message.Kind = .message, words: Int = 10,
    thread: Int? = nil
  ) -> Message {
    Message(
      id: "\(id)", sender: "a", timestamp: Timestamp(seconds: (minutes ?? id) * 60),
      text: Array(repeating: "word", count: words).joined(separator: " "), kind: kind,
      threadId: thread.map { "\($0)" })
  }

  /// Cuts messages into windows; each window is written as its lines, new ones as `5`, context as
  /// `(5)`.
  static func cut(
    _ messages: [Message], read: Set<Int> = [], settings: WindowBuilder.Settings = .init()
  ) -> [String] {
    let conversation = Conversation(id: "c", title: nil, platform: "json")
    var builder = WindowBuilder(conversation: conversation, settings: settings)
    var windows: [Window] = []
    for message in messages {
      let isNew = !read.contains(Int(message.id) ?? 0)
      windows += builder.add(message, isNew: isNew)
    }
    windows += builder.finish()
    #expect(windows.map(\.number) == Array(windows.indices))
    return windows.map { window in
      window.lines.map { line in
        let id = line.message.id + (line.part.map { "." + "\($0.number)/\($0.count)" } ?? "")
        return line.isNew ? id : "(\(id))"
      }.joined(separator: " ")
    }
  }

  static let small = WindowBuilder.Settings(
    tokens: 75, contextBefore: 2, contextAfter: 2, contextTokens: 100, silence: 3600)

  @Test func `new messages fill windows up to the budget, with those before as context`() {
    let windows = Self.cut((1...7).map { Self.message($0) }, settings: Self.small)
    #expect(windows == ["1 2 3", "(2) (3) 4 5 6", "(5) (6) 7"])
  }

  @Test func `no new messages make no window`() {
    #expect(Self.cut((1...5).map { Self.message($0) }, read: [1, 2, 3, 4, 5]).isEmpty)
    #expect(Self.cut([]).isEmpty)
  }

  @Test func `one edited message among read ones is read alone, with what stands around it`() {
    let windows = Self.cut(
      (1...9).map { Self.message($0) }, read: [1, 2, 3, 4, 6, 7, 8, 9], settings: Self.small)
    #expect(windows == ["(3) (4) 5 (6) (7)"])
  }

  @Test func `a read message between two new ones parts them`() {
    let windows = Self.cut((1...3).map { Self.message($0) }, read: [2], settings: Self.small)
    #expect(windows == ["1 (2)", "(1) (2) 3"])
  }

  @Test func `windows are cut the same when a broken-off run goes on`() {
    check((1...20).map { Self.message($0, words: $0 * 3 % 17 + 1) })
    check((1...40).map { Self.message($0, words: $0 * 5 % 13 + 1, thread: $0 % 3 == 0 ? 7 : nil) })
    check(
      (1...40).map { number in
        let thread = [9: 4, 12: 4, 15: 11, 16: 4, 18: 11, 30: 22, 33: 22][number]
        return Self.message(number, words: number * 7 % 11 + 2, thread: thread)
      })
  }

  private func check(_ messages: [Message]) {
    let all = Self.cut(messages, settings: Self.small)
    for done in 1..<all.count {
      let read = all.prefix(done).flatMap { window in
        window.split(separator: " ").compactMap { Int($0) }
      }
      let rest = Self.cut(messages, read: Set(read), settings: Self.small)
      #expect(rest == Array(all.dropFirst(done)))
    }
  }

  @Test func `a message over the budget is cut into parts, nothing is left out`() {
    let messages = [Self.message(1), Self.message(2, words: 100), Self.message(3)]
    #expect(
      Self.cut(messages, settings: Self.small)
        == ["1", "(1) 2.1/2", "(1) (2.1/2) 2.2/2", "(2.2/2) 3"])
  }

  @Test func `a thread is kept whole where it fits, its later messages are taken forward`() {
    // 5 and 6 answer 3 while others talk.
    let messages = (1...7).map { Self.message($0, thread: [5: 3, 6: 3][$0]) }
    #expect(Self.cut(messages, settings: Self.small) == ["1 2", "(1) (2) 3 5 6", "(2) (3) 4 7"])
  }

  @Test func `a thread that no window can hold goes in order`() {
    let messages = (1...6).map { Self.message($0, thread: $0 > 1 ? 1 : nil) }
    #expect(Self.cut(messages, settings: Self.small) == ["1 2 3", "(1) (3) 4 5 6"])
  }

  @Test(arguments: [21, 40, 80])
  func `what begins a thread is kept, however long ago its first answer was`(first: Int) {
    let messages = (1...1500).map {
      Self.message($0, thread: $0 == first || $0 == 1400 ? 20 : nil)
    }
    let windows = Self.cut(messages, settings: .init(tokens: 10_000))
    let window = windows.first { $0.split(separator: " ").contains("1400") } ?? ""
    #expect(
      windows.count > 2 && window.split(separator: " ").contains("(20)"), "\(window.prefix(80))")
  }

  @Test func `an answer in an old thread comes with the beginning of that thread`() {
    let messages =
      [Self.message(1), Self.message(2, thread: 1)] + (3...80).map { Self.message($0) }
      + [Self.message(81, thread: 1)]
    #expect(
      Self.cut(messages, read: Set(1...80), settings: Self.small) == ["(1) (2) 81"])
  }

  @Test func `windows over a counted limit are cut smaller`() {
    var settings = Self.small
    let messages = (1...6).map { Self.message($0) }
    #expect(Self.cut(messages, settings: settings).count == 2)
    settings.scale = 2
    #expect(Self.cut(messages, settings: settings).count == 6)
  }

  @Test func `a long silence ends a window that is half full`() {
    let messages = [1, 2, 3].map { Self.message($0) } + [Self.message(4, minutes: 500)]
    var settings = Self.small
    settings.tokens = 120
    #expect(Self.cut(messages, settings: settings) == ["1 2 3", "(2) (3) 4"])
    #expect(
      Self.cut([Self.message(1), Self.message(2, minutes: 500)], settings: settings) == ["1 2"])
  }

  @Test func `bots are context, the system is not even that`() {
    let messages = [
      Self.message(1), Self.message(2, kind: .bot), Self.message(3, kind: .system), Self.message(4),
    ]
    #expect(Self.cut(messages, settings: Self.small) == ["1 (2) 4"])
    #expect(Self.cut([Self.message(1, kind: .bot), Self.message(2, kind: .system)]).isEmpty)
  }

  @Test func `bots that talk without end get no more room than context has`() {
    var settings = Self.small
    settings.contextTokens = 60
    let flood = (2...5000).map { Self.message($0, kind: .bot) }
    // The messages nearest to the new ones, two of which take 50 tokens.
    #expect(
      Self.cut([Self.message(1)] + flood + [Self.message(5001)], settings: settings)
        == ["1 (4999) (5000) 5001"])
    // Bots before the first new message leave room for people.
    let before = [Self.message(1)] + flood + [Self.message(5001)]
    #expect(Self.cut(before, read: [1], settings: settings) == ["(1) (5000) 5001"])
    let long = [Self.message(1), Self.message(2, kind: .bot, words: 9000), Self.message(3)]
    #expect(Self.cut(long, settings: settings) == ["1 3"])
    #expect(Self.cut(long, read: [1], settings: settings) == ["(1) 3"])
  }

  @Test func `what a thread said long ago does not wait for a window without end`() {
    var builder = WindowBuilder(
      conversation: Conversation(id: "c", title: nil, platform: "json"), settings: Self.small)
    #expect(builder.add(Self.message(1), isNew: true).isEmpty)
    var cutAt: Int?
    for id in 2...3000 where cutAt == nil {
      if !builder.add(Self.message(id, thread: 2), isNew: false).isEmpty { cutAt = id }
    }
    #expect(cutAt.map { $0 < 2000 } == true)
  }

  @Test func `short ids name lines and nothing else`() {
    let lines = [(1, false), (2, true)].map { Window.Line(Self.message($0.0), isNew: $0.1) }
    let window = Window(
      conversation: Conversation(id: "c", title: nil, platform: "json"), number: 0, lines: lines)
    #expect(window.shortId(ofLine: 0) == "c1" && window.shortId(ofLine: 1) == "m2")
    let answers = [
      "m2", "[m2]", "M2", "c1", "message m2, line 4", "2", "[1]", "m1", "c2", "item2", "m2b", "m3",
      "m0", "m-1", "3", "0", "", "m99999999999999999999", "m-9223372036854775808", "m+2", "m",
    ]
    #expect(
      answers.map { window.line(forShortId: $0) }
        == [1, 1, 1, 0, 1, 1, 0] + Array(repeating: nil, count: 14))
  }

  @Test(arguments: [
    ("nothing", "", 0), ("a word", "word", 1), ("a sentence", "I will send it now.", 5),
    ("Chinese", "会議の確認", 5), ("emoji", "🎉🎉", 2),
  ])
  func `tokens are estimated by letters and scripts`(name: String, text: String, tokens: Int) {
    #expect(TokenEstimate.tokens(in: text) == tokens, "\(name)")
  }

  @Test func `a letter outside ASCII is seen wherever it stands`() {
    for length in [7, 8, 31, 32, 33, 63, 65, 100] {
      for place in 0..<length {
        var letters = [Character](repeating: "x", count: length)
        letters[place] = "ü"
        // All letters but one count as four to a token, and that one as one token.
        #expect(TokenEstimate.tokens(in: String(letters)) == (length - 1 + 3) / 4 + 1)
      }
    }
  }
}
