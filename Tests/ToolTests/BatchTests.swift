import Foundation
import TestSupport
import Testing

/// Batches from requests to answers, with files only. Also batches that are dropped or purged.
@Suite struct BatchTests {
  static func digest(_ directory: TemporaryDirectory) async throws -> String {
    let outcome = try await directory.succeed("store", "verify", "--digest")
    return outcome.output
  }

  // MARK: - There and back

  @Test
  func `shuffled, repeated and failed answers in several files match a direct run`()
    async throws
  {
    let directory = try ScriptedEndpoint.directory(conversations: 6, messages: 30)
    let prepared = try await BatchCommand.prepare(
      "--window-tokens", "200", "--file-requests", "5", "chat.jsonl", in: directory)
    #expect(prepared.status == 0, "\(prepared.errors)")
    let questions = try BatchEngine.questions(
      "requests.jsonl", "requests-2.jsonl", "requests-3.jsonl", "requests-4.jsonl", in: directory)
    #expect(questions.count == 18 && Set(questions.map(\.id)).count == questions.count)
    #expect(try BatchEngine.questions("requests.jsonl", in: directory).count == 5)
    for name in ["requests.jsonl", "requests-2.jsonl"] {
      #expect(try directory.mode(of: name) == 0o600, "\(name)")
    }

    // The nightly run skips the pending messages, and so does another preparation.
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    let night = try await ExtractCommand.run(
      "--window-tokens", "200", "chat.jsonl", in: directory, server)
    #expect(night.status == 0 && server.requests.isEmpty, "\(night.errors)")
    #expect(night.errors.contains("180 messages pending in a batch (requests.jsonl)"))
    #expect(try ExtractCommand.summary(directory)["messagesWaiting"] as? Int == 180)
    try await directory.run("batch", "prepare", "--model", "test", "-o", "more.jsonl", "chat.jsonl")
      .expect(0, "no new messages in")
    #expect(!directory.has("more.jsonl"))

    // Three requests fail: one with a server error, one expired, and one over the context length.
    var random = SeededRandom(seed: 7)
    var results = questions.map { BatchEngine.result($0) }
    results[2] = BatchEngine.failure(questions[2].id, status: 500, message: "server error")
    results[4] = BatchEngine.expired(questions[4].id)
    results[7] = BatchEngine.failure(
      questions[7].id, status: 400, message: "maximum context length is 10 tokens")
    results.shuffle(using: &random)
    try directory.write(lines: Array(results[..<6]), to: "a.jsonl")
    try directory.write(lines: Array(results[6...]), to: "b.jsonl")
    let collected = try await directory.run(
      "batch", "collect", "b.jsonl", "a.jsonl", "b.jsonl", "--summary", "summary.json")
    #expect(collected.status == 1, "\(collected.errors)")
    #expect(collected.errors.contains("3 windows failed"), "\(collected.errors)")
    let summary = try ExtractCommand.summary(directory)
    #expect(summary["windowsFailed"] as? Int == 3 && summary["windows"] as? Int == questions.count)
    // An expired request was never sent to the model.
    #expect(summary["requests"] as? Int == questions.count - 1)
    #expect(summary["promptTokens"] as? Int == 100 * (questions.count - 3))

    // Reading the same files again adds nothing.
    let journal = try directory.read("s/journal.jsonl")
    let again = try await directory.run("batch", "collect", "a.jsonl", "b.jsonl")
    #expect(again.status == 0 && again.output.isEmpty, "\(again.errors)")
    #expect(again.errors.contains("\(questions.count) results were collected before"))
    #expect(try directory.read("s/journal.jsonl") == journal)

    // The next run reads the failed messages, and then the store equals that of a direct run.
    let next = try await ExtractCommand.run(
      "--window-tokens", "200", "chat.jsonl", in: directory, server)
    #expect(next.status == 0 && !server.requests.isEmpty, "\(next.errors)")
    let direct = try await BatchCommand.direct(6, 30)
    let (mine, theirs) = (
      Set(try await StoreListing.items(in: directory)),
      Set(try await StoreListing.items(in: direct))
    )
    #expect(mine.symmetricDifference(theirs) == [])
    let runs = try await directory.run("runs", "--json")
    #expect(runs.lines.count == 3 && runs.lines[1].contains("\"exitStatus\":1"), "\(runs.output)")
  }

  @Test(arguments: [true, false])
  func `answers in one go or step by step leave the same store as a direct run`(atOnce: Bool)
    async throws
  {
    let directory = try ScriptedEndpoint.directory(conversations: 3, messages: 30)
    _ = try await BatchCommand.prepare("--window-tokens", "200", "chat.jsonl", in: directory)
    let questions = try BatchEngine.questions("requests.jsonl", in: directory)
    var parts = questions.reversed().map { [BatchEngine.result($0)] }
    if atOnce { parts = [parts.flatMap { $0 }] }
    var left = questions.count
    for part in parts {
      try directory.write(lines: part, to: "r.jsonl")
      let outcome = try await directory.succeed("batch", "collect", "r.jsonl")
      left -= part.count
      let told = "\(left) question\(left == 1 ? " is" : "s are") still unanswered"
      #expect(left == 0 || outcome.errors.contains(told))
    }
    let direct = try await BatchCommand.direct(3, 30)
    #expect(try await StoreListing.items(in: directory) == StoreListing.items(in: direct))
    #expect(try await Self.digest(directory) == Self.digest(direct))
  }

  @Test func `the next run reads a batch that was dropped or waited too long`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 2)
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    _ = try await BatchCommand.prepare("chat.jsonl", in: directory)
    let result = try BatchEngine.questions("requests.jsonl", in: directory).map {
      BatchEngine.result($0)
    }
    try directory.write(lines: result, to: "r.jsonl")
    try await BatchCommand.prepare("chat.jsonl", in: directory).expect(2, "is there already")
    try await directory.run("batch", "cancel", "requests.jsonl").expect(
      0, "2 questions cancelled")
    let late = try await directory.run("batch", "collect", "r.jsonl")
    late.expect(0, "2 results were collected before")
    // Under another name, the same chats are prepared again with almost no waiting time.
    try await directory.run(
      "batch", "prepare", "--model", "test", "-o", "other.jsonl", "--wait-for-answers", "0.001",
      "chat.jsonl"
    ).expect(0, "batch 2: 2 questions")
    let run = try await ExtractCommand.run("chat.jsonl", in: directory, server)
    #expect(run.status == 0 && server.requests.count == 2, "\(run.errors)")
    // The answers arrive anyway, but too late.
    let other = try BatchEngine.questions("other.jsonl", in: directory).map {
      BatchEngine.result($0)
    }
    try directory.write(lines: other, to: "o.jsonl")
    let journal = try directory.read("s/journal.jsonl")
    try await directory.run("batch", "collect", "o.jsonl").expect(
      0, "2 answers came too late")
    #expect(try directory.read("s/journal.jsonl") == journal)
    try await directory.run("batch", "cancel", "none.jsonl").expect(
      2, "no batch 'none.jsonl'")
  }

  @Test func `requests are not answers, and answers for another store are not accepted`()
    async throws
  {
    let directory = try ScriptedEndpoint.directory(conversations: 2)
    _ = try await BatchCommand.prepare("chat.jsonl", in: directory)
    let result = try BatchEngine.questions("requests.jsonl", in: directory).map {
      BatchEngine.result($0)
    }
    try directory.write(lines: result, to: "r.jsonl")
    try await directory.run("batch", "collect", "requests.jsonl").expect(
      1, "2 lines are not results")
    let strange = result.map { $0.replacing("actionitems-1-", with: "actionitems-7-") }
    #expect(strange != result)
    try directory.write(lines: strange, to: "strange.jsonl")
    try await directory.run("batch", "collect", "strange.jsonl").expect(
      1, "2 results belong to no question")
    try await directory.succeed("batch", "collect", "r.jsonl")
    #expect(try await StoreListing.items(in: directory).count == 2)
  }

  @Test(arguments: [
    ("a conversation", ["--conversation", "c0"], 1), ("a person", ["--person", "ann"], 2),
    ("a time", ["--before", "2026-02-01"], 2), ("somebody else", ["--person", "Bob"], 0),
  ])
  func `purged content does not return with the answers of a batch`(
    name: String, options: [String], given: Int
  ) async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 2)
    _ = try await BatchCommand.prepare("chat.jsonl", in: directory)
    let result = try BatchEngine.questions("requests.jsonl", in: directory).map {
      BatchEngine.result($0)
    }
    try directory.write(lines: result, to: "r.jsonl")
    // Nothing but the store is needed to find what is purged.
    try FileManager.default.removeItem(atPath: directory.path + "/requests.jsonl")
    let purged = try await directory.run(["store", "purge", "--yes"] + options)
    #expect(purged.status == 0, "\(name): \(purged.errors)")
    // If no request was dropped, nothing was found of the named people.
    #expect(
      purged.errors.contains("nothing was purged: no person") == (given == 0), "\(purged.errors)")
    #expect(purged.errors.contains("hold what was purged") == (given > 0), "\(purged.errors)")
    let collected = try await directory.run("batch", "collect", "r.jsonl")
    #expect(collected.status == 0, "\(name): \(collected.errors)")
    #expect(try await StoreListing.items(in: directory).count == 2 - given, "\(name)")
    // Messages that count as read are not sent again.
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    let run = try await ExtractCommand.run("chat.jsonl", in: directory, server)
    #expect(run.status == 0 && server.requests.isEmpty, "\(name)")
  }

  @Test func `a purge removes what a person wrote or is named in, and keeps others' words`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let texts = [
      ("Ann", "do one"), ("Bob", "do two"), ("Bob", "do three with ann"), ("Carl", "do four"),
    ]
    let messages = texts.enumerated().map { number, line in
      #"{"id":"\#(number)","sender":"\#(line.0)","ts":\#(1_767_600_000 + number),"text":"\#(line.1)"}"#
    }
    try directory.write(
      #"{"id":"c0","messages":[\#(messages.joined(separator: ","))]}"# + "\n", to: "chat.jsonl")
    _ = try await BatchCommand.prepare("chat.jsonl", in: directory)
    let purged = try await directory.run(
      "store", "purge", "--yes", "--person", "Ann", "--person", "Rumpelstilz", "--conversation",
      "none")
    purged.expect(0, "1 pending question cancelled")
    // A person with requests does not excuse the unknown names.
    #expect(
      purged.errors.contains("no person 'Rumpelstilz'") && purged.errors.contains("'none'")
        && !purged.errors.contains("'Ann'"), "\(purged.errors)")
    let ledger = try directory.text("s/batches/1.jsonl")
    #expect(!ledger.contains("Ann") && ledger.contains("\"waiting\":0"), "\(ledger)")
    // The next run reads what was not purged.
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    try await ExtractCommand.succeed("chat.jsonl", in: directory, server)
    let items = try await StoreListing.items(in: directory)
    #expect(items.count == 2, "\(items)")
  }

  @Test func `a purge tells in advance what others' items and the batches lose`() async throws {
    let directory = try TemporaryDirectory()
    func chat(_ texts: [(String, String)]) throws {
      let messages = texts.enumerated().map { number, line in
        #"{"id":"\#(number)","sender":"\#(line.0)","ts":\#(1_767_600_000 + number),"text":"\#(line.1)"}"#
      }
      try directory.write(
        #"{"id":"c0","messages":[\#(messages.joined(separator: ","))]}"# + "\n", to: "chat.jsonl")
    }
    let texts = [("Ann", "do one"), ("Bob", "hello"), ("Carl", "do two")]
    try chat(texts)
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    try await ExtractCommand.succeed("chat.jsonl", in: directory, server)
    try chat(texts + [("Bob", "do three")])
    _ = try await BatchCommand.prepare("chat.jsonl", in: directory)
    func purge(_ name: String, _ options: String...) async throws -> String {
      let outcome = try await directory.succeed(["store", "purge", "--person", name] + options)
      return outcome.errors
    }
    let bob = try await purge("Bob", "--dry-run")
    #expect(
      bob.contains(
        "no items would be removed; 2 more items would lose quotes or context; "
          + "1 pending question would be cancelled; nothing was changed"), "\(bob)")
    let ann = try await purge("Ann", "--dry-run")
    #expect(ann.contains("1 item would be removed; 1 more item would lose"), "\(ann)")
    let done = try await purge("Bob", "--yes")
    #expect(
      done.contains(
        "no items purged; 2 more items lost quotes or context; 1 pending question cancelled"),
      "\(done)")
    let again = try await purge("Bob", "--dry-run")
    #expect(again.contains("no items would be removed; nothing was changed"), "\(again)")
  }

  @Test func `a run that rereads everything reads pending messages`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 2)
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    _ = try await BatchCommand.prepare("chat.jsonl", in: directory)
    let run = try await ExtractCommand.run("--again", "chat.jsonl", in: directory, server)
    #expect(run.status == 0 && server.requests.count == 2, "\(run.errors)")
  }

  @Test func `a batch asks what a run would ask and a dry run shows, open items included`()
    async throws
  {
    let directory = try ScriptedEndpoint.directory(conversations: 1, messages: 3)
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    let first = try await ExtractCommand.run("chat.jsonl", in: directory, server)
    #expect(first.status == 0 && server.requests.count == 1)
    try directory.write(ScriptedEndpoint.conversations(1, messages: 5), to: "chat.jsonl")
    let shown = try await ExtractCommand.run(
      "--show-prompts", "--body-option", "seed=7", "chat.jsonl", in: directory, server)
    try await directory.succeed(
      "batch", "prepare", "-o", "requests.jsonl", "--body-option", "seed=7", "chat.jsonl",
      environment: ScriptedEndpoint.environment(server))
    _ = try await directory.run("batch", "cancel", "1")
    _ = try await ExtractCommand.run(
      "--body-option", "seed=7", "chat.jsonl", in: directory, server)
    let asked = String(decoding: try #require(server.requests.last).body, as: UTF8.self)
    #expect(asked.contains("Open items:") && asked.contains("\"seed\":7"))
    #expect(shown.lines == [asked])
    let questions = try BatchEngine.questions("requests.jsonl", in: directory)
    #expect(questions.count == 1 && questions[0].text.contains("\"body\":" + asked + "}"))
  }

  // MARK: - Chats that change

  @Test func `answers are used after chats have grown, and the next run reads the rest`()
    async throws
  {
    let directory = try ScriptedEndpoint.directory(conversations: 2, messages: 12)
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    _ = try await BatchCommand.prepare("--window-tokens", "100", "chat.jsonl", in: directory)
    let questions = try BatchEngine.questions("requests.jsonl", in: directory)
    try directory.write(lines: questions.map { BatchEngine.result($0) }, to: "r.jsonl")
    // The newer messages of one chat are read before the answers come. Titles do not matter.
    let chats = ScriptedEndpoint.conversations(2, messages: 16)
    try directory.write(
      chats.replacing(#","messages""#, with: #","title":"New","messages""#), to: "chat.jsonl")
    let between = try await ExtractCommand.run(
      "--conversation", "c0", "chat.jsonl", in: directory, server)
    #expect(between.status == 0 && server.requests.count == 1, "\(between.errors)")
    try await directory.run("batch", "collect", "r.jsonl").expect(
      0, "24 new of 24", "batch 1 is complete")
    #expect(try await StoreListing.items(in: directory).count == 28)
    let next = try await ExtractCommand.run("chat.jsonl", in: directory, server)
    #expect(next.errors.contains("4 new of 32"), "\(next.errors)")
    #expect(try await StoreListing.items(in: directory).count == 32)
  }

  @Test func `an answer about changed messages is not used, and the next run asks again`()
    async throws
  {
    let directory = try ScriptedEndpoint.directory(conversations: 3, messages: 3)
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    _ = try await BatchCommand.prepare("chat.jsonl", in: directory)
    let questions = try BatchEngine.questions("requests.jsonl", in: directory)
    try directory.write(lines: questions.map { BatchEngine.result($0) }, to: "r.jsonl")
    let chat = ScriptedEndpoint.conversations(3, messages: 3)
    try directory.write(chat.replacing("do 1 1", with: "do 7 7"), to: "chat.jsonl")
    try await directory.run("batch", "collect", "r.jsonl", "--summary", "summary.json").expect(
      0, "1 answer is not used")
    // It was paid for all the same.
    #expect(try ExtractCommand.summary(directory)["requests"] as? Int == 3)
    #expect(try await StoreListing.items(in: directory).count == 6)
    let next = try await ExtractCommand.run("chat.jsonl", in: directory, server)
    #expect(next.status == 0 && server.requests.count == 1, "\(next.errors)")
    #expect(try await StoreListing.items(in: directory).count == 9)
  }

  @Test func `an answer is used although an open item in its question is done now`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 1, messages: 3)
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    _ = try await ExtractCommand.run("chat.jsonl", in: directory, server)
    try directory.write(ScriptedEndpoint.conversations(1, messages: 5), to: "chat.jsonl")
    _ = try await BatchCommand.prepare("chat.jsonl", in: directory)
    let questions = try BatchEngine.questions("requests.jsonl", in: directory)
    #expect(questions.count == 1 && questions[0].text.contains("Open items:"))
    try directory.write(lines: questions.map { BatchEngine.result($0) }, to: "r.jsonl")
    let listed = try await directory.run("list", "--json")
    let item = try ReportStore.object(listed.lines.first ?? "")
    let id = try #require(item["id"] as? String)
    try await directory.succeed("done", id)
    try await directory.run("batch", "collect", "r.jsonl").expect(0, "2 new items")
  }

  @Test(arguments: [true, false])
  func `answers wait for a chat in a folder that is missing or half-written`(isMissing: Bool)
    async throws
  {
    let directory = try TemporaryDirectory()
    let files = FileManager.default
    try files.createDirectory(
      atPath: directory.path + "/chats", withIntermediateDirectories: false)
    let lines = (10..<40).map { "[05.01.26, 10:\($0):00] Ann: do team \($0)\n" }
    try directory.write(lines.joined(), to: "chats/team.txt")
    try directory.write(ScriptedEndpoint.conversations(1, messages: 2), to: "chats/other.jsonl")
    let prepared = try await BatchCommand.prepare("--window-tokens", "100", "chats", in: directory)
    #expect(prepared.status == 0, "\(prepared.errors)")
    let questions = try BatchEngine.questions("requests.jsonl", in: directory)
    #expect(questions.count > 4)
    try directory.write(lines: questions.map { BatchEngine.result($0) }, to: "r.jsonl")
    if isMissing {
      try files.removeItem(atPath: directory.path + "/chats/team.txt")
    } else {
      // The last line is cut in its text.
      try directory.write(String(lines[..<11].joined().dropLast(2)), to: "chats/team.txt")
    }
    let early = try await directory.run("batch", "collect", "r.jsonl", "--quiet")
    #expect(early.status == 1, "\(early.errors)")
    #expect(
      early.errors.contains("answers wait for chats that are missing or incomplete"),
      "\(early.errors)")
    #expect(!early.errors.contains("are not used"), "\(early.errors)")
    try directory.write(lines.joined(), to: "chats/team.txt")
    try await directory.run("batch", "collect", "r.jsonl").expect(0, "is complete")
    #expect(try await StoreListing.items(in: directory).count == 32)
  }

  @Test func `an answer is used although the context in its question was edited`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 1, messages: 2)
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    _ = try await ExtractCommand.run("chat.jsonl", in: directory, server)
    let chat = ScriptedEndpoint.conversations(1, messages: 4)
    try directory.write(chat, to: "chat.jsonl")
    _ = try await BatchCommand.prepare("chat.jsonl", in: directory)
    let questions = try BatchEngine.questions("requests.jsonl", in: directory)
    #expect(questions.count == 1)
    try directory.write(lines: questions.map { BatchEngine.result($0) }, to: "r.jsonl")
    try directory.write(chat.replacing("do 0 1", with: "undo 0 1"), to: "chat.jsonl")
    try await directory.run("batch", "collect", "r.jsonl").expect(0, "2 new items")
    let next = try await ExtractCommand.run("chat.jsonl", in: directory, server)
    #expect(next.errors.contains("1 new of 4"), "\(next.errors)")
  }

  // MARK: - What answers leave open

  @Test func `a partial answer keeps its items and leaves the rest to the next run`()
    async throws
  {
    let directory = try ScriptedEndpoint.directory(conversations: 4, messages: 6)
    _ = try await BatchCommand.prepare("chat.jsonl", in: directory)
    let questions = try BatchEngine.questions("requests.jsonl", in: directory)
    #expect(questions.count == 4)
    let items = questions.map { ScriptedEndpoint.items($0.lines) }
    // One answer is cut in its fourth item, one has an invalid entry, and one is not JSON at all.
    let cut = items[0].range(of: "do 0 3\",\"assignee").map { String(items[0][..<$0.upperBound]) }
    try directory.write(
      lines: [
        BatchEngine.result(questions[0].id, text: try #require(cut), finish: "length"),
        BatchEngine.result(questions[1].id, text: items[1].dropLast() + ",{\"nothing\":1}]"),
        BatchEngine.result(questions[2].id, text: "I would rather not."),
        BatchEngine.result(questions[3]),
      ], to: "r.jsonl")
    let collected = try await directory.succeed(
      "batch", "collect", "r.jsonl", "--summary", "summary.json")
    #expect(collected.errors.contains("16 messages left to the next run"), "\(collected.errors)")
    #expect(try ExtractCommand.summary(directory)["messagesLeft"] as? Int == 16)
    #expect(try await StoreListing.items(in: directory).count == 15)
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    try await ExtractCommand.succeed("chat.jsonl", in: directory, server)
    #expect(try ExtractCommand.summary(directory)["newMessages"] as? Int == 16)
    let direct = try await BatchCommand.direct(4, 6)
    #expect(try await StoreListing.items(in: directory) == StoreListing.items(in: direct))
  }

  @Test func `a model that finds nothing in any window is doubted unless allowed`()
    async throws
  {
    let directory = try ScriptedEndpoint.directory(conversations: 25)
    _ = try await BatchCommand.prepare("chat.jsonl", in: directory)
    let results = try BatchEngine.questions("requests.jsonl", in: directory).map {
      BatchEngine.result($0.id, text: "[]")
    }
    try directory.write(lines: results, to: "r.jsonl")
    try await directory.run("batch", "collect", "r.jsonl").expect(4, "--trust-silence")
    try await directory.run("batch", "collect", "--trust-silence", "r.jsonl").expect(
      0, "25 new of 25")
  }
}
