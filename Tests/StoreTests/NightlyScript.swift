import ActionItems
import CivilTime
import Store

@testable import Extraction
@testable import ItemRecords

/// Runs steps of some nights, given by a test, on a store, and counts those that were acknowledged. A repeated step
/// changes nothing.
struct NightlyScript {
  /// A window as a loader and a model would produce it.
  struct Window {
    var conversation: String
    var message: String
    var tasks: [String]
    var digests: [UInt64]

    func outcome(run: Int) -> WindowOutcome {
      StoreFixture.outcome(
        tasks, conversation: conversation, message: message, digests: digests, run: run)
    }
  }

  /// One step: a command's action that it acknowledges.
  enum Step {
    /// Reads the unread windows, as one group.
    case read([Window])
    case fail(String, [UInt64])
    case edit(task: String, of: String)
    case done(String)
    case remove(String)
    case compact
    case purge(conversation: String)
  }

  /// The steps, each a command of its own that opens the store.
  let steps: [Step]
  let folder: any StorageFolder
  let clock: TestClock

  /// Runs the steps in order; returns the number acknowledged, and the error of the next one.
  func run() async -> (acknowledged: Int, error: (any Error)?) {
    for (number, step) in steps.enumerated() {
      do {
        try await perform(step)
      } catch {
        return (number, error)
      }
    }
    return (steps.count, nil)
  }

  func open() throws -> ActionItemStore {
    try ActionItemStore(folder: folder, creating: true, now: clock.now)
  }

  private func perform(_ step: Step) async throws {
    let store = try open()
    switch step {
    case .read(let windows): try await read(windows, store)
    case .fail(let conversation, let digests):
      let failures = try await store.failures().count { $0.conversationId == conversation }
      if failures > 0 { return }
      try await store.note(
        [FailedWindow(conversationId: conversation, what: "w", why: "y", digests: digests)],
        run: try await store.nextRun())
    case .edit(let task, let old):
      try await store.edit(.init(task: task), idsBeginning: [try await id(of: [task, old], store)])
    case .done(let task):
      try await store.setComplete(true, idsBeginning: [try await id(of: [task], store)])
    case .remove(let task):
      guard let id = try? await id(of: [task], store) else { return }
      try await store.remove(idsBeginning: [id], because: "no")
    case .compact: try await store.compact()
    case .purge(let conversation):
      _ = try await store.purge(.init(conversations: [conversation]))
    }
  }

  private func read(_ windows: [Window], _ store: ActionItemStore) async throws {
    let lock = try RunLock(folder: folder, now: clock.now())
    defer { withExtendedLifetime(lock) {} }
    let run = try await store.nextRun()
    var outcomes: [WindowOutcome] = []
    for window in windows {
      let marks = try await store.marks(forConversation: window.conversation)
      if window.digests.allSatisfy({ marks.readLevel(of: $0) != nil }) { continue }
      outcomes.append(window.outcome(run: run))
    }
    if !outcomes.isEmpty { _ = try await store.commit(outcomes) }
  }

  /// The id of the first existing item with one of these tasks.
  private func id(of tasks: [String], _ store: ActionItemStore) async throws -> String {
    let items = try await store.fetch()
    guard let item = items.first(where: { tasks.contains($0.task) }) else {
      throw StoreError.noItem(beginning: tasks[0], matches: 0)
    }
    return item.id
  }

  /// The same script, with the windows of each group read one by one.
  var split: NightlyScript {
    let single = steps.flatMap { step -> [Step] in
      if case .read(let windows) = step { return windows.map { .read([$0]) } }
      return [step]
    }
    return NightlyScript(steps: single, folder: folder, clock: clock)
  }
}
