import ActionItems
import Encoding
import Store
import Sync
import System

/// Asks a hub who is connected, for `sync --who`, and for a warning if another person edits the same item.
/// `within` (at the end) limits the time of any task.
enum ConnectedPeople {
  /// Maximum wait of `sync --who` for a response.
  private static let patience: Duration = .seconds(10)
  /// Maximum wait of an edit, which only prints a warning.
  private static let editPatience: Duration = .milliseconds(500)

  static func list(_ name: String, _ invocation: Invocation) async throws -> ExitStatus {
    let store = try invocation.openStore()
    let remote = try Remote(
      name, to: invocation.settings.value(of: RemoteOptionSet.to),
      given: invocation.settings, invocation, in: store.folder)
    let people: [PresenceQuery.Person]
    do {
      people = try await ask(remote, within: patience)
    } catch let failure as SessionFailure {
      throw CommandFailure(.endpoint, "\(name): \(failure)")
    }
    try invocation.print(
      people, titles: ["NAME", "STATE", "ITEM", "DEVICE"],
      cells: { [$0.name, $0.state, $0.item ?? "-", String($0.device.prefix(8))] },
      object: {
        [
          "name": .string($0.name), "device": .string($0.device), "state": .string($0.state),
          "item": .text($0.item),
        ]
      })
    return .done
  }

  /// Warns if another person is editing one of the items. Asks the store's hub if there is exactly one, and stays
  /// silent if it does not answer in time.
  static func warn(
    of items: [ActionItem], in store: ActionItemStore, _ invocation: Invocation
  ) async {
    guard let names = try? RemoteState.known(in: store.folder), names.count == 1,
      let remote = try? Remote(names[0], invocation, in: store.folder),
      let people = try? await ask(remote, within: editPatience)
    else { return }
    for person in people where person.state == "editing" {
      guard let item = items.first(where: { $0.id == person.item }) else { continue }
      invocation.console.warn(
        "\(SafeText.line(person.name)) is editing '\(SafeText.line(item.task))' now: the later change wins"
      )
    }
  }

  private static func ask(
    _ remote: Remote, within time: Duration
  ) async throws -> [PresenceQuery.Person] {
    guard let people = try await within(time, { try await remote.people() }) else {
      throw SessionFailure(.transient, "no answer in time; is it a hub of the same version?")
    }
    return people
  }
}

/// Runs a task with a time limit. Returns nil on timeout.
func within<Result: Sendable>(
  _ time: Duration, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result? {
  try await withThrowingTaskGroup(of: Result?.self) { group in
    group.addTask { try await body() }
    group.addTask {
      try await Task.sleep(for: time)
      return nil
    }
    defer { group.cancelAll() }
    return try await group.next() ?? nil
  }
}
