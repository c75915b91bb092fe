import ActionItems
import CivilTime
import LanguageModel
import TestSupport
import Testing
import Windowing

@testable import Extraction
@testable import ItemRecords

/// The requests about a window, and the messages that count as read. Also: the fewest tokens of a text.
@Suite struct WindowReaderTests {
  static func read(
    _ window: Window, _ model: ReplayModel, tokens: Int = 2000,
    certain: @escaping @Sendable (Window) -> [Int] = { _ in [] }
  ) async -> WindowReading {
    var reader = WindowReader(
      model: model,
      grounder: GroundingFixture.grounder(strictness: .lenient),
      people: People(), omissionRetry: OmissionRetry(silentWindows: nil, certain: certain))
    await reader.read(window, tokens: tokens)
    return reader.reading
  }

  /// The ids of the messages that count as read, and of those with items.
  static func outcome(_ reading: WindowReading) -> (read: [String], found: [String]) {
    (
      reading.parts.flatMap { $0.read.map(\.id) },
      reading.parts.flatMap { $0.findings.map(\.messageId) }
    )
  }

  static let usage = ModelUsage(requests: 1, promptTokens: 10, completionTokens: 2)

  @Test func `a reply that cannot be read is asked for once more, with the reason`() async {
    let model = ReplayModel { window, mistake in
      guard let mistake else { return WindowReply(text: "Sure!", usage: Self.usage) }
      #expect(mistake.reply == "Sure!" && mistake.problem.contains("no JSON"))
      return WindowReply(text: ReplayModel.items(window), usage: Self.usage)
    }
    let reading = await Self.read(NumberedChat.window(3), model)
    #expect(Self.outcome(reading) == (NumberedChat.ids(1...3), NumberedChat.ids(1...3)))
    #expect(reading.failures.isEmpty && reading.usageStats.usage.requests == 2)
    #expect(model.asked.count == 2 && model.discarded == [NumberedChat.ids(1...3)])
  }

  @Test func `it is not asked for a third time`() async {
    let model = ReplayModel { _, _ in WindowReply(text: "Sure!") }
    let reading = await Self.read(NumberedChat.window(3), model)
    #expect(reading.failures.count == 1 && reading.parts.isEmpty && model.asked.count == 2)
    #expect(reading.failure?.why.hasSuffix("also after a retry") == true)
    #expect(reading.failures.first?.what == "Chat, messages 1 to 3")
  }

  @Test func `a reply that was cut keeps its whole items, and the rest is asked again`() async {
    let model = ReplayModel { window, _ in
      let text = ReplayModel.items(window, upTo: 4)
      let isWhole = window.newMessages.map(\.id).count <= 4
      return isWhole
        ? WindowReply(text: text)
        : WindowReply(text: String(text.dropLast(2)) + #",{"task":"Ha"#, isCut: true)
    }
    let reading = await Self.read(NumberedChat.window(9), model)
    // The findings of the last message before the cut may be incomplete.
    #expect(
      model.asked == [NumberedChat.ids(1...9), NumberedChat.ids(4...9), NumberedChat.ids(7...9)])
    #expect(Self.outcome(reading) == (NumberedChat.ids(1...9), NumberedChat.ids(1...9)))
    #expect(reading.failures.isEmpty && reading.parts.count == 3)
    #expect(model.discarded.count == 2)
  }

  @Test func `a cut without usable items is retried in halves`() async {
    let model = ReplayModel { window, _ in
      window.newMessages.map(\.id).count > 2
        ? WindowReply(text: #"{"items":[{"task":"no end"#, isCut: true)
        : WindowReply(text: ReplayModel.items(window))
    }
    let reading = await Self.read(NumberedChat.window(5), model)
    #expect(Self.outcome(reading) == (NumberedChat.ids(1...5), NumberedChat.ids(1...5)))
    #expect(reading.failures.isEmpty)
  }

  @Test func `items out of order do not hide what is unread`() async {
    let model = ReplayModel { window, _ in
      guard window.newMessages.map(\.id).count > 2 else {
        return WindowReply(text: ReplayModel.items(window))
      }
      return WindowReply(
        text: #"[{"task":"Do five","messageId":"m7"},{"task":"Do one","messageId":"m3"},{"t"#,
        isCut: true)
    }
    let reading = await Self.read(NumberedChat.window(5), model)
    #expect(Self.outcome(reading) == (NumberedChat.ids(1...5), NumberedChat.ids(1...5)))
  }

  @Test func `one message whose reply is always cut keeps its items and counts as unread`() async {
    let model = ReplayModel { window, _ in
      WindowReply(text: #"[{"task":"Do one","messageId":"m3"},{"ta"#, isCut: true)
    }
    let reading = await Self.read(NumberedChat.window(1), model)
    #expect(Self.outcome(reading) == ([], ["1"]))
    #expect(reading.failures.count == 1 && reading.failure == nil && model.asked.count == 1)
  }

  @Test func `a cut reply that is whole all the same is used`() async {
    let model = ReplayModel { window, _ in
      WindowReply(text: ReplayModel.items(window) + "   ", isCut: true)
    }
    let reading = await Self.read(NumberedChat.window(3), model)
    #expect(Self.outcome(reading).found == NumberedChat.ids(1...3) && model.asked.count == 1)
  }

  @Test func `a window that is too long is asked in parts, down to a message`() async {
    let model = ReplayModel { window, _ throws(ModelFailure) in
      let ids = window.newMessages.map(\.id)
      if ids.contains("2") || ids.count > 2 { throw ModelFailure(.tooLong, "too long") }
      return WindowReply(text: ReplayModel.items(window))
    }
    let reading = await Self.read(NumberedChat.window(5), model)
    #expect(Set(Self.outcome(reading).read) == ["1", "3", "4", "5"])
    #expect(reading.failures.map(\.what) == ["Chat, message 2"] && reading.failure == nil)
  }

  @Test func `questions have an end, whatever the model does`() async {
    for scope in [FailureScope.tooLong, .refused] {
      let model = ReplayModel { _, _ throws(ModelFailure) in
        throw ModelFailure(scope, "no", Self.usage)
      }
      let reading = await Self.read(NumberedChat.window(200), model)
      #expect(model.asked.count <= 17 && reading.usageStats.usage.requests == model.asked.count)
    }
    let cutting = ReplayModel { window, _ in WindowReply(text: "[{", isCut: true) }
    _ = await Self.read(NumberedChat.window(200), cutting)
    #expect(cutting.asked.count == 7)
  }

  @Test func `a refusal is narrowed down, and the rest of the window is read`() async {
    let model = ReplayModel { window, _ throws(ModelFailure) in
      if window.newMessages.contains(where: { $0.id == "6" }) {
        throw ModelFailure(.refused, "filtered")
      }
      return WindowReply(text: ReplayModel.items(window))
    }
    let reading = await Self.read(NumberedChat.window(8), model)
    #expect(Set(Self.outcome(reading).found) == Set(NumberedChat.ids(1...8)).subtracting(["6"]))
    // Its earlier findings are not withdrawn, and it does not count as read.
    #expect(Set(Self.outcome(reading).read) == Set(NumberedChat.ids(1...8)).subtracting(["6"]))
    #expect(reading.failures.map(\.what) == ["Chat, message 6"])
    #expect(reading.failures.map(\.scope) == [.refused])
  }

  @Test func `the last request is still sent if a refusal is narrowed down`() async {
    let model = ReplayModel { window, mistake throws(ModelFailure) in
      let ids = window.newMessages.map(\.id)
      if ids.contains("8") { throw ModelFailure(.refused, "filtered") }
      guard !ids.contains("1") else { return WindowReply(text: ReplayModel.items(window)) }
      // The second half costs 13 of the 14 requests: eight for its pieces, and five for unreadable replies.
      if ids.count > 2 || ids == ["15", "16"] { throw ModelFailure(.tooLong, "too long") }
      return WindowReply(text: mistake == nil ? "Sure!" : ReplayModel.items(window))
    }
    let reading = await Self.read(NumberedChat.window(16), model)
    #expect(model.asked.count == 17)
    let found = NumberedChat.ids(1...4) + NumberedChat.ids(9...16)
    #expect(Set(Self.outcome(reading).found) == Set(found))
    #expect(reading.failures.map(\.what) == ["Chat, messages 5 to 8"])
  }

  @Test func `a refusal of everything costs three questions`() async {
    let model = ReplayModel { _, _ throws(ModelFailure) in
      throw ModelFailure(.refused, "filtered")
    }
    let reading = await Self.read(NumberedChat.window(8), model)
    #expect(model.asked.count == 3 && reading.parts.isEmpty && reading.failures.count == 1)
    #expect(reading.failure?.scope == .refused)
  }

  @Test func `silence about a message is doubted once, and the second answer is believed`() async {
    let model = ReplayModel { window, _ in
      let ids = window.newMessages.map(\.id)
      return WindowReply(text: ids == ["2"] ? ReplayModel.items(window) : "[]")
    }
    // Lines 3 and 5 are messages 2 and 4.
    let reading = await Self.read(
      NumberedChat.window(5), model,
      certain: { window in
        window.lines.indices.filter { ["2", "4"].contains(window.lines[$0].message.id) }
      })
    #expect(model.asked == [NumberedChat.ids(1...5), ["2"], ["4"]])
    #expect(Self.outcome(reading) == (NumberedChat.ids(1...5), ["2"]))
    #expect(reading.failures.isEmpty && model.discarded.isEmpty)
  }

  @Test func `a message that was asked about alone at first is asked about once more`() async {
    let model = ReplayModel { _, _ in WindowReply(text: "[]") }
    let reading = await Self.read(NumberedChat.window(1), model, certain: { _ in [2] })
    #expect(model.asked == [["1"], ["1"]] && model.discarded == [["1"]])
    #expect(Self.outcome(reading).read == ["1"] && reading.failures.isEmpty)
  }

  @Test func `after three answers in vain silence is meant, and where some find it goes on`() async
  {
    for (finding, asked) in [([], 3), (["2", "3", "4", "5"], 7)] {
      let model = ReplayModel { window, _ in
        let isFound =
          window.newCount == 1 && window.newMessages.contains { finding.contains($0.id) }
        return WindowReply(text: isFound ? ReplayModel.items(window) : "[]")
      }
      let reading = await Self.read(NumberedChat.window(9), model, certain: { _ in Array(2...10) })
      #expect(model.asked.count == 1 + asked && reading.failures.isEmpty)
      #expect(Self.outcome(reading) == (NumberedChat.ids(1...9), finding))
    }
  }

  @Test func `what a failing endpoint cannot be asked about alone stays unread`() async {
    let model = ReplayModel { window, _ throws(ModelFailure) in
      if window.newCount == 1 { throw ModelFailure(.busy, "busy") }
      return WindowReply(text: "[]")
    }
    let reading = await Self.read(NumberedChat.window(9), model, certain: { _ in Array(2...8) })
    #expect(model.asked.count == 4 && reading.failures.count == 7)
    #expect(Self.outcome(reading).read == ["8", "9"])
  }

  @Test func `a message that a reply passes over is asked about alone, too`() async {
    let model = ReplayModel { window, _ in WindowReply(text: ReplayModel.items(window, upTo: 1)) }
    // Line 3 is message 2.
    let reading = await Self.read(NumberedChat.window(5), model, certain: { _ in [3] })
    #expect(model.asked == [NumberedChat.ids(1...5), ["2"]])
    #expect(Self.outcome(reading) == (NumberedChat.ids(1...5), ["1", "2"]))
  }

  @Test(arguments: [
    ("busy", FailureScope.busy), ("no answer", .endpoint), ("over", .limit),
  ])
  func `an unanswered second request does not count against the message`(
    why: String, scope: FailureScope
  ) async {
    let model = ReplayModel { window, _ throws(ModelFailure) in
      if window.newCount == 1 { throw ModelFailure(scope, why) }
      return WindowReply(text: "[]")
    }
    let reading = await Self.read(NumberedChat.window(5), model, certain: { _ in [3] })
    #expect(reading.failures.map(\.why) == [why])
    #expect(reading.failures.map(\.scope) == [scope])
    #expect(Self.outcome(reading).read == ["1", "3", "4", "5"])
  }

  @Test func `a second answer that is cut or no answer is told as that`() async {
    for (text, why) in [("[{\"task\":\"Ha", "cut"), ("Sure!", "no JSON")] {
      let model = ReplayModel { window, _ in
        WindowReply(text: window.newCount == 1 ? text : "[]")
      }
      let reading = await Self.read(NumberedChat.window(5), model, certain: { _ in [3] })
      #expect(reading.failures.count == 1 && model.discarded == [["2"]])
      #expect(reading.failures.first?.why.contains(why) == true)
    }
  }

  @Test func `messages before a cut are checked again, too`() async {
    let model = ReplayModel { window, _ in
      if window.newCount == 5 {
        return WindowReply(text: #"[{"task":"Do four","messageId":"m6"},{"ta"#, isCut: true)
      }
      return WindowReply(text: ReplayModel.items(window))
    }
    // Line 3 is message 2.
    let reading = await Self.read(
      NumberedChat.window(5), model,
      certain: { window in window.lines.indices.filter { window.lines[$0].message.id == "2" } })
    #expect(model.asked == [NumberedChat.ids(1...5), ["2"], ["4", "5"]])
    #expect(Self.outcome(reading) == (NumberedChat.ids(1...5), ["2", "4", "5"]))
  }

  @Test func `objects that stand one after another are cut where the endpoint says so`() async {
    let model = ReplayModel { window, _ in
      if window.newCount < 5 { return WindowReply(text: ReplayModel.items(window)) }
      let lines = [3, 4].map { #"{"task":"Do it","messageId":"m\#($0)"}"# }
      return WindowReply(text: lines.joined(separator: "\n") + "\n", isCut: true)
    }
    let reading = await Self.read(NumberedChat.window(5), model)
    #expect(model.asked == [NumberedChat.ids(1...5), NumberedChat.ids(2...5)])
    #expect(Self.outcome(reading).found == NumberedChat.ids(1...5))
  }

  @Test func `a task that a reply finds in another message is not passed over`() async {
    let model = ReplayModel { _, _ in
      WindowReply(
        text: #"[{"task":"Send the yearly report to Zoe","assignee":"I","messageId":"m3"}]"#)
    }
    var window = NumberedChat.window(3)
    window.lines[2].message.text = "please send Zoe the yearly report"
    window.lines[4].message.text = "I'll send Zoe the report tomorrow"
    let reading = await Self.read(window, model, certain: { _ in [4] })
    #expect(model.asked.count == 1 && reading.failures.isEmpty)
  }

  @Test func `a reply that breaks off is cut, whatever the endpoint says`() async {
    let model = ReplayModel { window, _ in
      let text = ReplayModel.items(window, upTo: 3)
      return WindowReply(
        text: window.newMessages.map(\.id).count > 3 ? String(text.dropLast(6)) : text)
    }
    let reading = await Self.read(NumberedChat.window(6), model)
    #expect(Self.outcome(reading) == (NumberedChat.ids(1...6), NumberedChat.ids(1...6)))
  }

  @Test func `a part of a long message is read when its last part is`() async {
    let model = ReplayModel { window, _ in WindowReply(text: ReplayModel.items(window)) }
    var window = NumberedChat.window(2)
    window.lines[2].part = .init(number: 2, count: 3)
    window.lines[3].part = .init(number: 3, count: 3)
    let reading = await Self.read(window, model)
    #expect(reading.parts.map { $0.messages.count } == [0])
    #expect(reading.parts.map { $0.read.map(\.id) } == [["2"]])
  }

  @Test func `when nothing more may be asked, nothing more is`() async {
    for scope in [FailureScope.limit, .run, .cancelled] {
      let model = ReplayModel { window, _ throws(ModelFailure) in
        if window.newMessages.map(\.id).count > 3 { throw ModelFailure(.tooLong, "long") }
        throw ModelFailure(scope, "over")
      }
      let reading = await Self.read(NumberedChat.window(12), model)
      #expect(model.asked.count == 3 && reading.failures.allSatisfy { $0.scope == scope })
      #expect(reading.failures.flatMap(\.digests).count == 12)
    }
  }

  @Test func `a window that is larger than is borne by now is asked in parts`() async {
    let model = ReplayModel { window, _ in WindowReply(text: ReplayModel.items(window)) }
    // A message is about fifteen tokens.
    let reading = await Self.read(NumberedChat.window(16), model, tokens: 40)
    #expect(model.asked.count == 4 && Self.outcome(reading).read == NumberedChat.ids(1...16))
  }

  @Test func `everything is requested again if some entries are not items`() async {
    let model = ReplayModel { window, mistake in
      if mistake != nil { return WindowReply(text: ReplayModel.items(window)) }
      return WindowReply(text: #"[{"task":"Do it","messageId":"m3"},{"what":"else"}]"#)
    }
    let reading = await Self.read(NumberedChat.window(3), model)
    #expect(Self.outcome(reading).found == NumberedChat.ids(1...3) && model.asked.count == 2)
    // A partial reply is better than none.
    let stubborn = ReplayModel { _, _ in
      WindowReply(text: #"[{"task":"Do it","messageId":"m3"},{"what":"else"}]"#)
    }
    let kept = await Self.read(NumberedChat.window(3), stubborn)
    #expect(Self.outcome(kept) == (NumberedChat.ids(1...3), ["1"]) && stubborn.asked.count == 2)
    let dropped = kept.diagnostics.filter { $0.rejection == .noItem }
    #expect(dropped.count == 1 && dropped.allSatisfy { $0.conversationId == "c" })
  }

  @Test(arguments: [
    ("words", "the quick brown fox", 4), ("punctuation", "it's done -- really!", 4),
    ("numbers", "2026-01-05 14:03", 6), ("long numbers", "1234567", 3), ("nothing", " \n. ", 0),
    ("umlauts", "über Brücken", 2), ("no spaces", "会議の確認", 1), ("mixed", "[m1] Mon", 3),
  ])
  func `a text has at least so many tokens`(name: String, text: String, count: Int) {
    #expect(PromptCount.least(in: text) == count, "\(name)")
  }

  @Test func `eight bytes at once are counted as one by one`() {
    var random = SeededRandom(seed: 5)
    let pieces = ["a", "Z", "7", "12", " ", "-", "{", "@", "`", "[", "/", ":", "é", "会", "\u{7F}"]
    for _ in 0..<5000 {
      let count = Int.random(in: 0...40, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random)! }.joined()
      #expect(PromptCount.least(in: text) == Self.leastOneByOne(text), "\(text)")
    }
  }

  private static func leastOneByOne(_ text: String) -> Int {
    var count = 0
    var isInWord = false
    var digits = 0
    for byte in text.utf8 {
      let isLetter = byte >= 0x80 || Unicode.Scalar(byte).properties.isAlphabetic
      if isLetter, !isInWord { count += 1 }
      isInWord = isLetter
      guard (0x30...0x39).contains(byte) else {
        digits = 0
        continue
      }
      if digits % 3 == 0 { count += 1 }
      digits += 1
    }
    return count
  }
}
