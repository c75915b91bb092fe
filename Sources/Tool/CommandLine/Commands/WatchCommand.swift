import Store
import System

/// `watch`: prints the change feed, one JSON object per line.
enum WatchCommand {
  static let since = Option<Int>.number(
    "since", 0...Int.max,
    "start after change number N (default: after the last one there is; with --no-follow, or a --name that is "
      + "new, at the beginning)"
  ).perCall
  static let noFollow = Option.flag("no-follow", "stop at the end instead of waiting for more")
    .perCall
  static let name = Option.named(
    "keep the position in the store under NAME, and go on from there next time"
  ).perCall
  static let exec = Option.text(
    "exec", "CMD", "run CMD by the shell for every change, with the JSON on its standard input"
  ).perCall

  static let command = Command(
    name: "watch", summary: "follow the changes of items",
    details: """
      Prints each change of an item as one JSON object a line, in order, as it is committed by this or any
      other process: "sequence", "change" (created, updated, completed, reopened, deleted, reset),
      "at", "by" (model, person, sync), "run" and the "item" after the change. Numbers rise but may have
      gaps; --since 0 begins at the beginning. Where compaction has let go of what comes next, or the store
      was restored, or lines of it are damaged, a "reset" says so, and every item follows once.

      With --name the position is kept, at first at the beginning. With --exec a command is run for each
      change instead of printing it, one after the other; the position moves only after it ended with 0, so
      that every change is delivered at least once. A command that fails ends the watch with status 1.
      """,
    options: [since, noFollow, name, exec], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let folder = try invocation.existingStoreFolder()
    let store = try invocation.openStore()
    let settings = invocation.settings
    let outbox = WatchDelivery(
      command: settings.value(of: exec), name: settings.value(of: name), store: folder,
      storeId: store.id, output: invocation.console.output)
    let console = invocation.console
    let loop = WatchLoop(
      reader: try await reader(folder, store, settings, outbox), folder: folder,
      outbox: outbox
    ) { console.alert($0) }
    guard settings.isOn(noFollow) else {
      try await loop.follow()
      return .done
    }
    // The reader reports damage with the numbers of the lost changes.
    return try await loop.readOnce() ? .done : .store
  }

  private static func reader(
    _ folder: DiskFolder, _ store: ActionItemStore, _ settings: Settings, _ outbox: WatchDelivery
  ) async throws -> sending ChangeReader {
    if let since = settings.value(of: since) {
      return try ChangeReader(folder: folder, since: since)
    }
    if settings.value(of: name) != nil {
      guard let position = try outbox.position() else {
        return try ChangeReader(folder: folder, since: 0)
      }
      return try ChangeReader(folder: folder, resuming: position)
    }
    let start = settings.isOn(noFollow) ? 0 : try await store.lastSequence()
    return try ChangeReader(folder: folder, since: start)
  }
}
