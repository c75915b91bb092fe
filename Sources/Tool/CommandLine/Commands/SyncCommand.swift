import ActionItems
import Extraction
import ItemRecords
import Store
import Sync
import Synchronization
import System

/// `sync`: sends local changes to a server and applies the changes it returns.
enum SyncCommand {
  static let once = Option.flag(
    "once", "deliver everything that waits, and end; this is what happens by default"
  ).perCall
  static let follow = Option.flag("follow", "go on, and deliver each change as it is made").perCall
  static let status = Option.flag(
    "status", "say how far delivery has come, for one destination or all"
  ).perCall
  static let who = Option.flag(
    "who", "list who is there with the hub, and what they look at or edit"
  ).perCall
  static let reset = Option.flag(
    "reset", "forget what was delivered: everything is sent again, as something new"
  ).perCall
  static let forget = Option.flag(
    "forget", "let go of a destination: its address, its options, and what was delivered"
  ).perCall
  static let conflicts = Option.flag(
    "conflicts", "list what persons set differently without knowing of each other"
  ).perCall
  static let resolve = Option.text(
    "resolve", "ID", "have one side of an item's conflicts stand: --prefer says which"
  ).perCall
  static let noAck = Option.flag(
    "no-ack", "for an engine that never acknowledges: what was sent counts once it has closed"
  ).perCall

  static let command = Command(
    name: "sync", summary: "deliver changes to a sync engine, and take over its own",
    details: """
      Delivers every change of the store to an engine over WebSocket, once and in order, and takes over what
      the engine sends. How far delivery has come is kept under the destination's name: what is
      not acknowledged is sent again next time. 'actionitems hub' is such an engine. Where there is no
      store yet, --to makes one. --conversation, --kind and --assignee say which items a destination is told
      of; one that fits no more is deleted there, and stays here. What comes in is taken over all the same.

      What is said of a destination is kept once a session has stood (at once, where none ever has), until
      something else is said or --forget; --ca, --pin, --token-env, --token-file, --tunnel, --channel,
      --conversation, --kind and --assignee are taken off by an empty value. With --no-ack nobody knows what the
      program behind the server has read.

      Each field of an item is merged for itself: what a person set goes before what a model found, then the later
      counts. A person's setting that loses against another's who did not know of it is kept: --conflicts lists
      both, and --resolve ID --prefer mine, theirs or a device (any beginning of its id) decides, everywhere.
      --prefer with a destination decides such cases for it from then on.

      The token comes from the environment, or from --token-file. Certificates are always checked; ws:// is for
      this machine.
      Without --follow or --max-time, five tries in a row that achieve nothing end it with status 4.
      """,
    options: RemoteOptionSet.all + RemoteFilterOptions.all + [
      once, follow, status, who, conflicts, resolve, reset, forget, noAck,
      LimitOptionSet.maxTime, RunOptionSet.metrics,
    ], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let settings = invocation.settings
    let item = settings.value(of: resolve)
    let modes =
      [once, follow, status, who, conflicts, reset, forget].filter { settings.isOn($0) }.map(\.name)
      + (item == nil ? [] : [resolve.name])
    try refuse(if: modes.count > 1, "--\(modes[0]) and --\(modes[1]) cannot be had together")
    try refuse(
      if: settings.isOn(noAck) && settings.isOn(follow),
      "--no-ack is for --once: nobody would ever know what has arrived")
    for mode in modes where ![once.name, follow.name, who.name].contains(mode) {
      try refuse(
        if: settings.source(of: RemoteOptionSet.to) == .commandLine,
        "--\(mode) reaches no engine: --to has no meaning with it")
    }
    if settings.isOn(conflicts) {
      return try await SyncConflicts(invocation: invocation, store: try invocation.openStore())
        .list()
    }
    if let item {
      guard let rule = settings.value(of: RemoteOptionSet.prefer).flatMap({ ConflictRule($0) })
      else {
        throw CommandFailure(
          .usage, "--resolve \(item): --prefer mine, theirs or a device says which side is to stand"
        )
      }
      return try await SyncConflicts(invocation: invocation, store: try invocation.openStore())
        .resolve(item, rule)
    }
    let name = settings.value(of: RemoteOptionSet.name) ?? "default"
    if settings.isOn(status) {
      return try SyncStatus(invocation, try invocation.openStore()).tell()
    }
    if settings.isOn(who) { return try await PeopleThere.list(name, invocation) }
    if settings.isOn(forget) { return try forget(name, invocation, try invocation.openStore()) }
    if settings.isOn(reset) { return try reset(name, invocation, try invocation.openStore()) }
    let (remote, store) = try open(name, invocation)
    try await noteEmptyFilter(remote, store, invocation)
    let mode: SyncMode =
      settings.isOn(follow) ? .follow : settings.isOn(noAck) ? .onceUnacknowledged : .once
    let report = try await remote.sync(
      store, mode, maximumTime: settings.value(of: LimitOptionSet.maxTime))
    let outcome = SyncOutcome(name: name, report: report)
    if let path = settings.value(of: RunOptionSet.metrics) {
      var metrics = SyncMetrics()
      try metrics.add(name, report, in: store.folder)
      try await metrics.write(to: path, invocation.pipePatience)
    }
    await invocation.warn(of: store)
    try outcome.tell(invocation)
    return outcome.status
  }

  /// Opens the remote and the store. Creates the store if it does not exist, since a new machine may start with
  /// the items of others.
  private static func open(
    _ name: String, _ invocation: Invocation
  ) throws -> (Remote, ActionItemStore) {
    let address = invocation.settings.value(of: RemoteOptionSet.to)
    let path = try invocation.storePath()
    if let store = try address == nil ? invocation.openStore() : existingStore(at: path, invocation)
    {
      let remote = try Remote(
        name, to: address, given: invocation.settings, invocation, in: store.folder)
      return (remote, store)
    }
    // The store is created only after the remote is known.
    let remote = try Remote(
      name, to: address, given: invocation.settings, invocation, in: nil)
    let store = try invocation.makeStore()
    invocation.console.inform("made a store at \(path)")
    return (remote, store)
  }

  /// Warns if no item matches the new filter: a mistyped name removes all items from the remote.
  private static func noteEmptyFilter(
    _ remote: Remote, _ store: ActionItemStore, _ invocation: Invocation
  ) async throws {
    typealias Options = RemoteFilterOptions
    let given = [Options.assignee, Options.conversation].filter {
      !(invocation.settings.value(of: $0) ?? "").isEmpty
    }
    guard !given.isEmpty else { return }
    let name = invocation.settings.value(of: Options.assignee) ?? ""
    let wanted = RemoteFilter(
      conversations: invocation.settings.values(of: Options.conversation).filter { !$0.isEmpty },
      assignee: name.isEmpty ? nil : try WantedAssignee(name, invocation, store: store.folder))
    let seen = Mutex((any: false, fitting: false))
    try await store.forEachItem { known in
      let fits = wanted.takes(known.item)
      seen.withLock { $0 = (true, fits) }
      return !fits
    }
    guard seen.withLock({ $0.any && !$0.fitting }) else { return }
    let options = given.map { "--\($0.name)" }.joined(separator: " and ")
    invocation.console.alert(
      "\(remote.name): no item fits \(options): what the destination has from here is deleted there"
    )
  }

  private static func existingStore(
    at path: String, _ invocation: Invocation
  ) throws -> ActionItemStore? {
    if InputProbe.isMissing(store: path) { return nil }
    do {
      return try invocation.openStore()
    } catch StoreError.missing {
      return nil
    }
  }

  private static func forget(
    _ name: String, _ invocation: Invocation, _ store: ActionItemStore
  ) throws -> ExitStatus {
    try requireRemote(name, in: store)
    try RemoteState.forget(name, in: store.folder)
    invocation.console.inform("\(name): forgotten; items that came from there stay")
    return .done
  }

  private static func requireRemote(_ name: String, in store: ActionItemStore) throws {
    // Does not read the remote, because this may serve to remove a damaged one.
    try refuse(
      if: !RemoteState.known(in: store.folder).contains(name),
      "there is no destination '\(name)' (--status lists them)")
  }

  private static func reset(
    _ name: String, _ invocation: Invocation, _ store: ActionItemStore
  ) throws -> ExitStatus {
    try requireRemote(name, in: store)
    try RemoteState.resetKept(name, in: store.folder)
    invocation.console.inform("\(name): everything will be delivered again")
    if try RemoteState.read(name, in: store.folder)?.address == nil {
      invocation.console.inform(
        "\(name): its address is not known any more: 'actionitems sync --to URL --name \(name)' sets it"
      )
    }
    return .done
  }
}
