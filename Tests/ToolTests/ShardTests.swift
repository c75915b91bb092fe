import Glibc
import TestSupport
import Testing

/// An archive that several machines read in shares, and the merged list.
@Suite struct ShardTests {
  /// Interleaved chats, each with a promise by one participant.
  private static let chats: String = {
    var lines: [String] = []
    for step in 0..<4 {
      for chat in 0..<12 {
        let text = step == 1 ? "I'll send the report \(chat) by Friday" : "hello \(step)"
        lines.append(
          #"{"conversationId":"c\#(chat)","conversationTitle":"chat \#(chat)","id":"\#(step)","sender":"Ann","#
            + #""timestamp":"2026-01-05T1\#(step):00:00Z","text":"\#(text)"}"#)
      }
    }
    return lines.joined(separator: "\n")
  }()

  private static func digest(of store: String, in directory: TemporaryDirectory) async throws
    -> String
  {
    try await ToolProcess.run("store", "verify", "--digest", "--store", store, in: directory).output
  }

  @Test
  func `shares merged in any order equal one run, and the next night sends nothing`()
    async throws
  {
    let directory = try TemporaryDirectory()
    try directory.write(Self.chats, to: "chats.jsonl")
    let whole = try await ToolProcess.run(
      "extract", "--offline", "--store", "whole", "chats.jsonl", in: directory)
    #expect(whole.status == 0)
    for number in 1...3 {
      let share = try await ToolProcess.run(
        "extract", "--offline", "--shard", "\(number)/3", "--store", "part-\(number)",
        "chats.jsonl", in: directory)
      #expect(share.status == 0, "\(share.errors)")
    }
    let merged = try await ToolProcess.run(
      "merge-items", "--store", "all", "part-2", "part-3", "part-1", "part-3", in: directory)
    #expect(merged.status == 0)
    #expect(
      merged.errors.contains("12 items new or changed, ")
        && merged.errors.contains("48 messages read before"), "\(merged.errors)")
    #expect(
      try await Self.digest(of: "all", in: directory)
        == Self.digest(of: "whole", in: directory))
    _ = try await ToolProcess.run(
      "extract", "--offline", "--store", "all", "--summary", "summary.json", "chats.jsonl",
      in: directory)
    let summary = String(decoding: try directory.read("summary.json"), as: UTF8.self)
    #expect(summary.contains(#""newMessages":0"#), "\(summary)")
  }

  @Test func `items from lines are imported once each, and invalid lines are reported`()
    async throws
  {
    let directory = try TemporaryDirectory()
    try directory.write(Self.chats, to: "chats.jsonl")
    let lines = try await ToolProcess.run(
      "extract", "--offline", "--no-store", "--json", "chats.jsonl", in: directory)
    #expect(lines.lines.count == 12)
    let input = lines.output + "{\"id\":1}\nnone\n" + lines.output
    let merged = try await ToolProcess.run(
      "merge-items", "--store", "s", "--json", "-", in: directory, input: input)
    #expect(merged.status == 1)
    #expect(
      merged.output.contains(#""applied":12"#) && merged.output.contains(#""known":12"#),
      "\(merged.output)")
    #expect(merged.errors.contains("standard input, line 13: "), "\(merged.errors)")
    #expect(merged.errors.contains("standard input: 2 lines contain no item"), "\(merged.errors)")
    let list = try await ToolProcess.run("list", "--json", "--store", "s", in: directory)
    #expect(list.lines.count == 12)
  }

  @Test(
    arguments: [
      (#""deadline":"2026-99-99""#, "'2026-99-99' is not a valid deadline"),
      (#""priority":"urgent""#, "'urgent' is not a valid priority"),
      (#""task":" ""#, "task is blank"),
    ])
  func `a line with an impossible value is reported, and nothing of it is dropped`(
    member: String, problem: String
  ) async throws {
    let item =
      #"{"id":"a","conversationId":"c","task":"Call Bo","messageId":"m","#
      + #""source":{"platform":"slack"},"extractedAt":"2026-05-05T10:00:00Z","model":"m","#
    let directory = try TemporaryDirectory()
    let merged = try await ToolProcess.run(
      "merge-items", "--store", "s", "-", in: directory, input: item + member + "}\n")
    #expect(merged.status == 1 && merged.errors.contains(problem), "\(merged.errors)")
    let list = try await ToolProcess.run("list", "--all", "--json", "--store", "s", in: directory)
    #expect(list.output == "", "\(list.output)")
  }

  @Test func `unmergeable input is named, and the rest is merged`() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(Self.chats, to: "chats.jsonl")
    _ = try await ToolProcess.run(
      "extract", "--offline", "--store", "part", "chats.jsonl", in: directory)
    let part = try await ToolProcess.run(
      "merge-items", "--store", "all", "part", "missing.jsonl", in: directory)
    #expect(part.status == 1)
    #expect(part.errors.contains("missing.jsonl cannot be read: No such file"), "\(part.errors)")
    let none = try await ToolProcess.run("merge-items", "--store", "new", "gone", in: directory)
    #expect(none.status == 3)
    let list = try await ToolProcess.run("list", "--store", "new", in: directory)
    #expect(list.status == 5, "no store is made of nothing")
    let own = try await ToolProcess.run("merge-items", "--store", "part", "./part", in: directory)
    #expect(own.status == 2 && own.errors.contains("into itself"), "\(own.errors)")
  }

  @Test(arguments: [#"{"format":1,"id":"3587"#, #"{"format":99,"id":"x"}"#])
  func `a store that cannot be opened is named, and the others are merged`(
    file: String
  ) async throws {
    let directory = try TemporaryDirectory()
    for name in ["one", "two", "three"] {
      let add = try await ToolProcess.run("add", "--store", name, "Call \(name)", in: directory)
      #expect(add.status == 0)
    }
    try directory.write(file, to: "two/store.json")
    let merge = try await ToolProcess.run(
      "merge-items", "--store", "all", "one", "two", "three", in: directory)
    #expect(merge.status == 1 && merge.errors.contains("two"), "\(merge.errors)")
    let list = try await ToolProcess.run("list", "--store", "all", in: directory)
    #expect(list.output.contains("Call one") && list.output.contains("Call three"))
  }

  @Test func `an unreadable folder is not reported as a missing store`() async throws {
    let directory = try TemporaryDirectory()
    // Permissions do not restrict root; a path of maximum length does.
    var path = directory.path
    while path.utf8.count < 4085 {
      path += "/" + String(repeating: "x", count: min(200, 4088 - path.utf8.count))
      #expect(mkdir(path, 0o700) == 0)
    }
    let run = try await ToolProcess.run("merge-items", "--store", "s", path, in: directory)
    #expect(run.status == 3 && run.errors.contains("File name too long"), "\(run.errors)")
    #expect(!run.errors.contains("no store"), "\(run.errors)")
  }

  @Test func `inspect shows the sizes of the shares, and an invalid share is refused`() async throws
  {
    let directory = try TemporaryDirectory()
    try directory.write(Self.chats, to: "chats.jsonl")
    let plan = try await ToolProcess.run(
      "inspect", "--plan", "3", "--json", "chats.jsonl", in: directory)
    #expect(plan.lines.count == 3 && plan.lines[0].contains(#""shard":"1/3""#), "\(plan.output)")
    let shown = try await ToolProcess.run("inspect", "--plan", "20", "chats.jsonl", in: directory)
    #expect(
      shown.errors.contains("more than 12 shares are not faster"), "\(shown.errors)")
    for share in ["0/3", "4/3", "3", "1/0", "1/9999999", "a/b"] {
      let refused = try await ToolProcess.run(
        "extract", "--offline", "--shard", share, "chats.jsonl", in: directory)
      #expect(refused.status == 2 && refused.errors.contains("such as 3/16"), "\(refused.errors)")
    }
  }
}
