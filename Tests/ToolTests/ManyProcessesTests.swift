import Foundation
import TestSupport
import Testing

/// Processes that use one store at the same time: two extract, two edit, one compacts and three watch.
@Suite struct ManyProcessesTests {
  private static let messages = 5
  private static let rounds = 5

  @Test func `eight concurrent processes see each change once, in order, and no partial commit`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    let environment = ScriptedEndpoint.environment(server)
    let all = ScriptedEndpoint.conversations(2 * Self.rounds + 1, messages: Self.messages)
    for (number, line) in all.split(separator: "\n").enumerated() {
      try directory.write(String(line), to: "chat\(number).jsonl")
    }
    @Sendable func extract(_ number: Int) async throws {
      try await directory.succeed(
        "extract", "--wait", "100s", "chat\(number).jsonl", environment: environment)
    }
    try await extract(2 * Self.rounds)
    let watches = try (0..<3).map { _ in
      try ToolProcess(["watch", "--since", "0", "--store", "s"], in: directory)
    }
    // Each watcher now has the first journal file open.
    for watch in watches { try await watch.waitForOutput { $0.contains("\n") } }
    try await withThrowingTaskGroup { group in
      for half in 0..<2 {
        group.addTask {
          for round in 0..<Self.rounds { try await extract(half * Self.rounds + round) }
        }
        group.addTask { try await Self.edit(in: directory, every: half + 2) }
      }
      group.addTask {
        for _ in 0..<Self.rounds {
          try await directory.succeed("store", "compact")
        }
      }
      try await group.waitForAll()
    }
    let truth = try await Self.items(in: directory)
    #expect(truth.count == (2 * Self.rounds + 1) * Self.messages)
    // A last change that every watcher must reach.
    let last = try #require(truth.keys.sorted().first)
    try await directory.succeed("edit", last, "--task", "The last change")
    let end = try await Self.items(in: directory)
    var whole: [[String]] = []
    for watch in watches {
      try await watch.waitForOutput { $0.contains("The last change") }
      watch.signal(SIGINT)
      let watched = try await watch.outcome()
      if try Self.check(watched, end) == 0 { whole.append(watched.lines) }
    }
    // Watchers that did not restart have seen every change, and therefore the same ones.
    #expect(whole.allSatisfy { $0 == whole[0] })
  }

  /// Completes and reopens items of a list that must show conversations in full.
  private static func edit(in directory: TemporaryDirectory, every step: Int) async throws {
    for _ in 0..<rounds {
      let items = try await items(in: directory)
      let counts = items.values.reduce(into: [String: Int]()) { counts, item in
        counts[item["conversationId"] as? String ?? "", default: 0] += 1
      }
      #expect(counts.values.allSatisfy { $0 == messages }, "half a commit: \(counts)")
      let ids = items.keys.sorted().enumerated().filter { $0.offset % step == 0 }.map(\.element)
      for verb in ["done", "reopen", "done"] {
        try await directory.succeed([verb] + ids.prefix(3))
      }
    }
  }

  private static func items(in directory: TemporaryDirectory) async throws -> [String: [String:
    Any]]
  {
    let list = try await directory.succeed("list", "--all", "--json")
    return try list.lines.map { try ReportStore.object($0) }
      .reduce(into: [:]) { $0[$1["id"] as? String ?? ""] = $1 }
  }

  /// Compares the output of a watcher with the final store; returns how often it restarted.
  private static func check(
    _ watched: ToolProcess.Outcome, _ end: [String: [String: Any]]
  ) throws -> Int {
    var resets = 0
    #expect(watched.status == 128 + SIGINT, "\(watched.errors)")
    var held: [String: NSDictionary] = [:]
    var sequence = 0
    for line in watched.lines {
      let event = try ReportStore.object(line)
      let change = event["change"] as? String
      let number = event["sequence"] as? Int ?? -1
      if change == "reset" {
        // A full listing follows, with each item once, and then the later changes.
        held = [:]
        (sequence, resets) = (0, resets + 1)
        continue
      }
      #expect(number > sequence, "\(number) came behind \(sequence)")
      sequence = number
      let item = try #require(event["item"] as? [String: Any])
      held[item["id"] as? String ?? ""] = item as NSDictionary
    }
    #expect(held == end.mapValues { $0 as NSDictionary })
    return resets
  }
}
