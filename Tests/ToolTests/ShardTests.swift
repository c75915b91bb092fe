import Glibc
import TestSupport
import Testing

/// An archive that several machines read in shares, and the merged list. Also invalid input of `merge-items`.
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
    try await directory.tool("store", "verify", "--digest", "--store", store).output
  }

  @Test
  func `shares merged in any order equal one run, and the next night sends nothing`()
    async throws
  {
    let directory = try TemporaryDirectory(Self.chats, in: "chats.jsonl")
    let whole = try await directory.tool("extract", "--offline", "--store", "whole", "chats.jsonl")
    #expect(whole.status == 0)
    for number in 1...3 {
      let share = try await directory.tool(
        "extract", "--offline", "--shard", "\(number)/3", "--store", "part-\(number)", "chats.jsonl"
      )
      #expect(share.status == 0, "\(share.errors)")
    }
    let merged = try await directory.tool(
      "merge-items", "--store", "all", "part-2", "part-3", "part-1", "part-3")
    #expect(merged.status == 0)
    #expect(
      merged.errors.contains("12 items new or changed, ")
        && merged.errors.contains("48 messages read before"), "\(merged.errors)")
    #expect(
      try await Self.digest(of: "all", in: directory)
        == Self.digest(of: "whole", in: directory))
    _ = try await directory.tool(
      "extract", "--offline", "--store", "all", "--summary", "summary.json", "chats.jsonl")
    let summary = try directory.text("summary.json")
    #expect(summary.contains(#""newMessages":0"#), "\(summary)")
  }

  @Test func `items from lines are imported once each, and invalid lines are reported`()
    async throws
  {
    let directory = try TemporaryDirectory(Self.chats, in: "chats.jsonl")
    let lines = try await directory.tool(
      "extract", "--offline", "--no-store", "--json", "chats.jsonl")
    #expect(lines.lines.count == 12)
    let input = lines.output + "{\"id\":1}\nnone\n" + lines.output
    let merged = try await directory.run("merge-items", "--json", "-", input: input)
    #expect(merged.status == 1)
    #expect(
      merged.output.contains(#""applied":12"#) && merged.output.contains(#""known":12"#),
      "\(merged.output)")
    #expect(merged.errors.contains("standard input, line 13: "), "\(merged.errors)")
    #expect(merged.errors.contains("standard input: 2 lines contain no item"), "\(merged.errors)")
    let list = try await directory.run("list", "--json")
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
    try await directory.run("merge-items", "-", input: item + member + "}\n").expect(1, problem)
    let list = try await directory.run("list", "--all", "--json")
    #expect(list.output == "", "\(list.output)")
  }

  @Test func `unmergeable input is named, and the rest is merged`() async throws {
    let directory = try TemporaryDirectory(Self.chats, in: "chats.jsonl")
    _ = try await directory.tool("extract", "--offline", "--store", "part", "chats.jsonl")
    let part = try await directory.tool("merge-items", "--store", "all", "part", "missing.jsonl")
    #expect(part.status == 1)
    #expect(part.errors.contains("missing.jsonl cannot be read: No such file"), "\(part.errors)")
    let none = try await directory.tool("merge-items", "--store", "new", "gone")
    #expect(none.status == 3)
    let list = try await directory.tool("list", "--store", "new")
    #expect(list.status == 5, "no store is made of nothing")
    try await directory.tool("merge-items", "--store", "part", "./part").expect(2, "into itself")
  }

  @Test(arguments: [#"{"format":1,"id":"3587"#, #"{"format":99,"id":"x"}"#])
  func `a store that cannot be opened is named, and the others are merged`(
    file: String
  ) async throws {
    let directory = try TemporaryDirectory()
    for name in ["one", "two", "three"] {
      let add = try await directory.tool("add", "--store", name, "Call \(name)")
      #expect(add.status == 0)
    }
    try directory.write(file, to: "two/store.json")
    try await directory.tool("merge-items", "--store", "all", "one", "two", "three").expect(
      1, "two")
    let list = try await directory.tool("list", "--store", "all")
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
    let run = try await directory.run("merge-items", path)
    run.expect(3, "File name too long")
    #expect(!run.errors.contains("no store"), "\(run.errors)")
  }

  @Test func `inspect shows the sizes of the shares, and an invalid share is refused`() async throws
  {
    let directory = try TemporaryDirectory(Self.chats, in: "chats.jsonl")
    let plan = try await directory.tool("inspect", "--plan", "3", "--json", "chats.jsonl")
    #expect(plan.lines.count == 3 && plan.lines[0].contains(#""shard":"1/3""#), "\(plan.output)")
    let shown = try await directory.tool("inspect", "--plan", "20", "chats.jsonl")
    #expect(
      shown.errors.contains("more than 12 shares are not faster"), "\(shown.errors)")
    for share in ["0/3", "4/3", "3", "1/0", "1/9999999", "a/b"] {
      try await directory.tool("extract", "--offline", "--shard", share, "chats.jsonl").expect(
        2, "such as 3/16")
    }
  }
}
