import Store
import System

/// `watch`: prints each change of an item as a JSON line, or runs a command for each. `WatchLoop` follows the store.
enum WatchCommand {
  static let since = Option<Int>.number(
    "since", 0...Int.max,
    "start after change number N (default: after the last one; with --no-follow or a new --name, "
      + "at the beginning)"
  ).perCall
  static let noFollow = Option.flag("no-follow", "exit at the end instead of waiting for more")
    .perCall
  static let name = Option.named(
    "store the cursor under NAME, and continue from it next time"
  ).perCall
  static let exec = Option.text(
    "exec", "CMD", "run the shell command CMD for every change, with the JSON on its standard input"
  ).perCall

  static let command = Command(
    name: "watch", summary: "print changes of items as they happen",
    details: """
      Prints each change of an item as one JSON object per line, in order, as it is committed by this or any
      other process: "sequence", "change" (created, updated, completed, reopened, deleted, reset),
      "at", "by" (model, person, sync), "run" and the "item" after the change. Numbers increase but may have
      gaps; --since 0 starts at the beginning. If compaction has removed the next change, the store was
      restored, or its lines are damaged, a "reset" says so, and every item follows once.

      With --name the cursor is stored; it starts at the beginning. With --exec a command is run for each
      change instead of printing it, one after the other; the cursor moves only after it exits with 0, so
      that every change is delivered at least once. A command that fails ends the watch with status 1.
      """,
    options: [since, noFollow, name, exec], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let folder = try invocation.existingStoreFolder()
    let store = try invocation.openStore()
    let settings = invocation.settings
    let delivery = WatchDelivery(
      command: settings.value(of: exec), name: settings.value(of: name), store: folder,
      storeId: store.id, output: invocation.console.output)
    let console = invocation.console
    let loop = WatchLoop(
      reader: try await reader(folder, store, settings, delivery), folder: folder,
      delivery: delivery
    ) { console.alert($0) }
    guard settings.isOn(noFollow) else {
      try await loop.follow()
      return .done
    }
    // The reader reports damage with the numbers of the lost changes.
    return try await loop.readOnce() ? .done : .store
  }

  private static func reader(
    _ folder: DiskFolder, _ store: ActionItemStore, _ settings: Settings, _ delivery: WatchDelivery
  ) async throws -> sending ChangeReader {
    if let since = settings.value(of: since) {
      return try ChangeReader(folder: folder, since: since)
    }
    if settings.value(of: name) != nil {
      guard let position = try delivery.position() else {
        return try ChangeReader(folder: folder, since: 0)
      }
      return try ChangeReader(folder: folder, resuming: position)
    }
    let start = settings.isOn(noFollow) ? 0 : try await store.lastSequence()
    return try ChangeReader(folder: folder, since: start)
  }
}
