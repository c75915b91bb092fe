import TestSupport
import Testing

/// The output of `list` for a store.
enum StoreListing {
  /// The items of a store from `list --all --json`, without times and runs.
  static func items(in directory: TemporaryDirectory) async throws -> [String] {
    let listed = try await directory.succeed("list", "--all", "--json")
    return try listed.lines.map { line in
      let object = try ReportStore.object(line)
      let kept = [
        "id", "conversationId", "task", "assignee", "deadline", "priority", "messageId", "quote",
        "isComplete",
      ]
      return kept.map { "\($0)=\(object[$0] ?? "-")" }.joined(separator: " ")
    }.sorted()
  }
}
