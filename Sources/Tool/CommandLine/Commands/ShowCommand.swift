import ActionItems
import Encoding
import Exporting
import Extraction
import ItemRecords
import Store
import Sync
import System

/// `show ID`: prints one item with the message that proves it, or opens its link. Other commands use `find`.
enum ShowCommand {
  static let history = Option.flag(
    "history", "show its changes and their authors, as far as the store has them"
  ).perCall

  static let open = Option.flag(
    "open", "open the link of its message instead, by xdg-open"
  ).perCall

  static let command = Command(
    name: "show", operands: "ID", operandCount: 1...1,
    summary: "show an item with its source message",
    details: """
      Shows an item, also a removed one, with who removed it and why. The ID may be any unique prefix.
      Times are in your zone, or in that of --time-zone; the sender's clock is added if it differs.
      Different values that people set without knowing of each other are marked as a conflict;
      'sync --resolve ID --prefer mine' or 'theirs' resolves it. --history lists the last \(ItemHistory.length) changes
      that compaction has not removed.
      """,
    options: [history, open, ExportCommand.linkBase, ZoneOption.timeZone, PeopleOption.people]
      + Pager.options, run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    invocation.beginPaging()
    let store = try invocation.openStore()
    let known = try await find(invocation.operands[0], store, invocation)
    let status = await invocation.statusOfReading(store)
    if invocation.settings.isOn(open) {
      try openLink(of: known.item, invocation)
      return status
    }
    let clock = try invocation.itemClock()
    let sync = try ItemSync(invocation, store)
    let history =
      invocation.settings.isOn(history) ? try await store.history(ofItem: known.item.id) : nil
    let change = sync.isEmpty ? nil : try await store.lastChange(ofItem: known.item.id)
    if invocation.isJSON {
      try invocation.console.output.writeJSON(known, store: store.id) { writer in
        writer.context(known.neighbours)
        if let change { writer.members(of: sync, change) }
        if let history { writer.members(of: history) }
      }
    } else {
      let output = invocation.console.output
      var details = ItemDetails(clock: clock, store: store.id, width: output.width)
      let people = try PeopleOption.directory(invocation, store: store.folder)
      details.add(known, people.named(known.item), sync: change.map(sync.states) ?? [])
      if let history { details.add(history) }
      try output.writeLines(details.lines)
    }
    return status
  }

  /// Opens the link of an item's message in the user's browser.
  private static func openLink(
    of item: ActionItem, _ invocation: Invocation
  ) throws(CommandFailure) {
    let links = MessageLinks(invocation.settings.values(of: ExportCommand.linkBase))
    guard let link = WebAddress.checked(links.link(to: item)) else {
      throw CommandFailure(
        .partial,
        "the item has no link; for Slack, Zulip, Mattermost and Discord, --link-base names the address of the chat"
      )
    }
    let quoted = "'" + link.replacing(every: "'", with: "%27") + "'"
    let folder = invocation.environment["TMPDIR"] ?? "/tmp"
    guard try ShellCommand("xdg-open \(quoted)", input: [], folder: folder).wait() == 0 else {
      throw CommandFailure(.partial, "xdg-open cannot open \(link)")
    }
  }

  static func find(
    _ id: String, _ store: ActionItemStore, _ invocation: Invocation
  ) async throws -> ItemRecord {
    let known = try await findAny(id, store, invocation)
    guard invocation.shown.matches(known.item) else {
      throw StoreError.noItem(beginning: id, matches: 0)
    }
    return known
  }

  private static func findAny(
    _ id: String, _ store: ActionItemStore, _ invocation: Invocation
  ) async throws -> ItemRecord {
    do { return try await store.item(beginning: id) } catch StoreError.noItem(_, matches: 0) {
    } catch {
      throw await invocation.ambiguity(error, in: store) ?? error
    }
    do {
      return try await store.removedItem(beginning: id)
    } catch let error as StoreError {
      guard case .noItem(_, matches: 0) = error,
        await invocation.statusOfReading(store) == .store
      else { throw error }
      throw CommandFailure(.store, "\(error); it may be in a damaged part of the store")
    }
  }
}
