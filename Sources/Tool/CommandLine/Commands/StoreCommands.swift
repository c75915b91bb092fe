import ActionItems
import Encoding
import Extraction
import Store
import Sync
import System

/// `store verify`, `store compact`, `store purge` and `store renew`: maintain the files of a store.
enum StoreCommands {
  static let digest = Option.flag(
    "digest", "print a digest of items and read markers, without sequence numbers, times and runs"
  ).perCall

  static let verify = Command(
    name: "store verify", summary: "check every byte of the store",
    details: """
      Reads every file of the store and checks every line and index. Damage is reported, with the exit
      status 5. Two stores with the same --digest contain the same items and read markers.
      """,
    options: [digest], run: verify)

  @Sendable private static func verify(_ invocation: Invocation) async throws -> ExitStatus {
    let store = try invocation.openStore()
    let found = try await store.verify()
    for damage in found.damages { invocation.console.fail(damage) }
    let output = invocation.console.output
    if invocation.isJSON {
      try invocation.printJSON([
        "store": .string(store.id), "items": .int(found.items), "removed": .int(found.removed),
        "marks": .int(found.marks), "sequence": .int(found.sequence),
        "digest": .string(found.digest), "damages": .texts(found.damages),
      ])
    } else if invocation.settings.isOn(digest) {
      try output.write(found.digest + "\n")
    } else if !invocation.console.isQuiet {
      try output.write(
        "\(found.items.counted("item")), \(found.removed.counted("removed one")), \(found.marks.counted("message")) read, "
          + "last change \(found.sequence): "
          + (found.damages.isEmpty ? "no damage found\n" : "damaged\n"))
    }
    return found.damages.isEmpty ? .done : .store
  }

  static let dropDamaged = Option.flag(
    "drop-damaged", "drop items whose lines cannot be read; their bytes are set aside"
  ).perCall

  static let compact = Command(
    name: "store compact", summary: "compact the journal into a snapshot",
    details: """
      Writes a snapshot of the store and starts a new journal. Runs do that on their own when it pays off;
      readers and writers may continue meanwhile. A follower of the feed with a cursor before the snapshot
      gets one reset and every item once. If the last change of an item is damaged, the item is named and keeps
      its earlier state, or stays removed. A damaged line of the current snapshot is an error without
      --drop-damaged.
      """,
    options: [dropDamaged], run: compact)

  @Sendable private static func compact(_ invocation: Invocation) async throws -> ExitStatus {
    let store = try invocation.openStore()
    let isDone = try await store.compact(losingDamaged: invocation.settings.isOn(dropDamaged))
    await invocation.warn(of: store)
    guard isDone else {
      throw CommandFailure(.locked, "another process is compacting the store")
    }
    try invocation.printOutcome(["store": .string(store.id), "compacted": .bool(true)])
    invocation.console.inform("compacted")
    return .done
  }

  static let conversation = Option.text(
    "conversation", "ID", isRepeatable: true, "remove everything of the conversation with this id"
  ).perCall
  static let person = Option.text(
    "person", "NAME", isRepeatable: true,
    "remove everything that this person wrote or has to do, by name or id"
  ).perCall
  static let before = Option.time(
    "before", "TIME", "remove everything written before TIME: a date, or an age such as 365d"
  ).perCall

  static let dryRun = Option.flag(
    "dry-run", "print the items that would be removed, and what else; remove nothing"
  ).perCall
  static let yes = Option.flag(
    "yes", "remove without asking; required if standard input is not a terminal"
  ).perCall

  static let purge = Command(
    name: "store purge", summary: "permanently remove items",
    details: """
      Removes items so that only their ids are left in the store's files; the feed reports their deletion, so
      that remotes remove them too. Give one or more of --conversation, --person and --before; each selects items
      by itself. What a person said in or near the items of others is removed as well. It cannot be undone, so it
      lists the items and asks. Existing copies, such as backups, are not changed. The read markers stay: the
      messages are not read again.

      Questions of batches about purged messages are cancelled, and their files are listed for you to delete. A
      person who is only named, and neither writes nor is listed in the chat, is not found in waiting batches. If
      a batch of an earlier version cannot be checked, the status is 1. A person or conversation that matches
      nothing causes a warning, also with --quiet, since the name may be mistyped. The status stays 0, since it
      may have been purged before.
      """,
    options: [conversation, person, before, dryRun, yes, PeopleOption.people, LockWait.wait],
    run: purge)

  @Sendable private static func purge(_ invocation: Invocation) async throws -> ExitStatus {
    let settings = invocation.settings
    try refuse(
      if: [conversation, person, before].allSatisfy { settings.value(of: $0) == nil },
      "'store purge' needs --conversation, --person or --before")
    try refuse(
      if: !settings.isOn(dryRun) && !settings.isOn(yes) && !InputStream.isTerminal,
      "nothing was purged: it cannot be undone, and nobody can be asked here; see --dry-run, then add --yes"
    )
    let store = try invocation.openStore()
    let people = try PeopleOption.directory(invocation, store: store.folder)
    var purge = ActionItemStore.Purge()
    purge.conversations = Set(settings.values(of: conversation))
    let persons = settings.values(of: person).map { people.person(named: $0)?.allNames ?? [$0] }
    purge.people = Set(persons.joined())
    purge.before = try TimeText.time(of: before, invocation)
    try await refuseDamaged(store, invocation.console)
    let wanted = purge
    if settings.isOn(dryRun) || !settings.isOn(yes) {
      let items = try await store.items(toPurge: wanted)
      let effects = PurgeEffects(
        items: items.removed.count, reduced: items.reduced,
        questions: try BatchPurge(wanted, of: store, invocation.console).count())
      if settings.isOn(dryRun) {
        try await ItemOutput(invocation, store).print(items.removed)
        invocation.console.inform(
          effects.sentence("would be removed", "would lose", "would be cancelled")
            + "; nothing was changed")
        return .done
      }
      try await confirm(items.removed, effects, invocation.console)
    }
    // Questions are cancelled first, so that items that an answer adds in the meantime are purged as well.
    let batches = try await LockWait.having(store.folder, invocation) {
      try await BatchPurge(wanted, of: store, invocation.console).run()
    }
    let purged = try await LockWait.waiting(invocation) { try await store.purge(wanted) }
    await invocation.warn(of: store)
    // A mistyped name must not look like a successful purge. Batch questions may be all that matched.
    var known = purged.known
    known.formUnion(batches.known)
    for id in purge.conversations.sorted() where !known.contains(conversation: id) {
      invocation.console.alert(
        "nothing was purged: no conversation '\(id)' in the store")
    }
    for names in persons where !known.contains(anyOf: names) {
      let all = names.map { "'\($0)'" }.joined(separator: ", ")
      invocation.console.alert("nothing was purged: no person \(all) in the store")
    }
    try invocation.printOutcome([
      "store": .string(store.id), "purged": .int(purged.items),
      "reduced": .int(purged.reduced), "questions": .int(batches.questions),
    ])
    let effects = PurgeEffects(
      items: purged.items, reduced: purged.reduced, questions: batches.questions)
    invocation.console.inform(effects.sentence("purged", "lost", "cancelled"))
    return batches.isComplete ? .done : .partial
  }

  /// Lists items on standard error and asks whether to remove them.
  /// - Throws: `CommandFailure` unless the answer is `yes`.
  private static func confirm(
    _ items: [ActionItem], _ effects: PurgeEffects, _ console: Console
  ) async throws {
    for item in items { console.alert("to be purged: \(item.id)  \(item.task)") }
    console.alert(
      effects.sentence("will be removed for good", "will lose", "will be cancelled")
        + "; type 'yes' to go on")
    let answer = try await runBlocking("answer") { readLine() ?? "" }
    guard answer.split(whereSeparator: \.isWhitespace) == ["yes"] else {
      throw CommandFailure(.partial, "nothing was purged: the answer was not 'yes'")
    }
  }

  /// Refuses to purge a damaged store. A purge rewrites the store: unreadable lines would be lost, and their messages
  /// would count as unread.
  /// - Throws: `CommandFailure` if the store is damaged.
  private static func refuseDamaged(_ store: ActionItemStore, _ console: Console) async throws {
    let damages = try await store.verify().damages
    if damages.isEmpty { return }
    for damage in damages { console.alert(damage) }
    throw CommandFailure(
      .store,
      "nothing was purged, because the damaged part of the store would be lost: run 'actionitems store compact', which "
        + "moves it to a file of its own (delete that if it may contain what to purge), then purge again"
    )
  }

  static let renew = Command(
    name: "store renew", summary: "give a restored store a new id",
    details: """
      Run this once after restoring a store from a backup. The store gets a new id, so that its followers
      ('watch --name', remotes) start over with a reset, and do not miss changes whose numbers were used
      before.
      """,
    options: [], run: renew)

  @Sendable private static func renew(_ invocation: Invocation) async throws -> ExitStatus {
    let folder = try invocation.existingStoreFolder()
    let id = try ActionItemStore.renew(in: folder)
    // Acknowledged changes were sent under the former id.
    for name in try RemoteState.names(in: folder) {
      try RemoteState.resetKept(name, in: folder)
    }
    try invocation.printOutcome(["store": .string(id)])
    invocation.console.inform("new id of the store: \(id)")
    return .done
  }
}
