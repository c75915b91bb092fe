import ActionItems
import Encoding
import Extraction
import Store
import Sync
import System

/// `store verify`, `store compact`, `store purge` and `store renew`.
enum StoreCommands {
  static let digest = Option.flag(
    "digest", "print one digest over items and marks, without sequence numbers, times and runs"
  ).perCall

  static let verify = Command(
    name: "store verify", summary: "go through every byte of the store",
    details: """
      Reads every file of the store and checks every line and index. What is damaged is named, and
      the exit status is 5 then. Two stores with the same --digest hold the same items and marks.
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
        "\(found.items) items, \(found.removed) removed ones, \(found.marks) messages read, "
          + "last number \(found.sequence): "
          + (found.damages.isEmpty ? "all as it was written\n" : "damaged\n"))
    }
    return found.damages.isEmpty ? .done : .store
  }

  static let dropDamaged = Option.flag(
    "drop-damaged", "leave out items whose lines cannot be read; their bytes are set aside"
  ).perCall

  static let compact = Command(
    name: "store compact", summary: "put the journal's lines together",
    details: """
      Writes a snapshot of what the store holds and lets the journal begin anew behind it. Runs do that by
      themselves when it pays; readers and writers may go on meanwhile. Whoever follows the feed from a
      number before the snapshot gets one reset and every item once. Where the last change of an item is
      damaged, the item stays as it was before that change, or away if it was removed, and is named; a
      damaged line of the present snapshot is refused, unless --drop-damaged is given.
      """,
    options: [dropDamaged], run: compact)

  @Sendable private static func compact(_ invocation: Invocation) async throws -> ExitStatus {
    let store = try invocation.openStore()
    let isDone = try await store.compact(losingDamaged: invocation.settings.isOn(dropDamaged))
    await invocation.warn(of: store)
    guard isDone else {
      throw CommandFailure(.locked, "another process is compacting the store just now")
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
    "remove everything that this person wrote or is to do, by name or id"
  ).perCall
  static let before = Option.time(
    "before", "TIME", "remove everything written before TIME: a date, or an age such as 365d"
  ).perCall

  static let purge = Command(
    name: "store purge", summary: "remove items for good",
    details: """
      Removes items so that nothing of them is left in the store's files but their ids: the feed tells
      their deletion, so that destinations remove them too. Give one or more of --conversation, --person and
      --before; each takes items by itself. It cannot be undone. Copies made before, as in backups, are
      not touched, and the marks stay: the messages are not read again. Questions of batches that hold what
      goes wait for no answer any more; their files are named, to be removed by whoever has them. Where these
      are not there to be looked through, the status is 1. A person or a conversation of which nothing is found
      is warned of, also with --quiet: the name may be mistyped. The status stays 0, for it may also have been
      purged before, and of people no name is left.
      """,
    options: [conversation, person, before, PeopleOption.people, LockWait.wait], run: purge)

  @Sendable private static func purge(_ invocation: Invocation) async throws -> ExitStatus {
    let settings = invocation.settings
    try refuse(
      if: [conversation, person, before].allSatisfy { settings.value(of: $0) == nil },
      "'store purge' needs --conversation, --person or --before")
    let store = try invocation.openStore()
    let people = try PeopleOption.directory(invocation, store: store.folder)
    var purge = ActionItemStore.Purge()
    purge.conversations = Set(settings.values(of: conversation))
    let persons = settings.values(of: person).map { people.person(named: $0)?.allNames ?? [$0] }
    purge.people = Set(persons.joined())
    purge.before = try TimeLimit.time(of: before, invocation)
    try await refuseDamaged(store, invocation.console)
    let wanted = purge
    // Items that an answer adds in the meantime are purged as well.
    let batches = try await LockWait.having(store.folder, invocation) {
      try await BatchPurge(wanted, of: store, invocation.console).run()
    }
    let purged = try await LockWait.waiting(invocation) { try await store.purge(wanted) }
    await invocation.warn(of: store)
    // A mistyped name must not look like a successful purge. Batch questions may be all that matched.
    var known = purged.known
    known.formUnion(batches.known)
    for id in purge.conversations.sorted() where !known.hold(conversation: id) {
      invocation.console.alert(
        "nothing is of the conversation '\(id)': nothing was purged of it")
    }
    for names in persons where !known.hold(anyOf: names) {
      let all = names.map { "'\($0)'" }.joined(separator: ", ")
      invocation.console.alert("nobody in the store is called \(all): nothing was purged of them")
    }
    try invocation.printOutcome([
      "store": .string(store.id), "purged": .int(purged.items),
      "questions": .int(batches.questions),
    ])
    invocation.console.inform(
      (purged.items == 0 ? "no items were purged" : "\(purged.items) items purged")
        + (batches.questions > 0
          ? ", and \(batches.questions) questions that waited for answers given up" : ""))
    return batches.isComplete ? .done : .partial
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
      "nothing was purged, as what is damaged would be lost: 'actionitems store compact' sets it aside in a file of "
        + "its own, to be removed where it may hold what is to go; then purge")
  }

  static let renew = Command(
    name: "store renew", summary: "give a store that came from a backup a new id",
    details: """
      To be called once after a store was put back from a backup: it gets a new id, and whoever followed
      the lost one ('watch --name', destinations) begins anew, with a reset, instead of missing what now
      has numbers that were used before.
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
    invocation.console.inform("the store has the new id \(id)")
    return .done
  }
}
