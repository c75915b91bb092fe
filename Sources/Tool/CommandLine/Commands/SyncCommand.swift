import ActionItems
import Extraction
import ItemRecords
import Store
import Sync
import Synchronization
import System

/// `sync`: sends local changes to a server and applies the changes that it sends. `--status`, `--who`, `--conflicts`,
/// `--resolve`, `--reset` and `--forget` list or change remotes and conflicts instead.
enum SyncCommand {
  static let once = Option.flag(
    "once", "send pending changes and exit; this is the default"
  ).perCall
  static let follow = Option.flag("follow", "keep running and send each change as it is made")
    .perCall
  static let status = Option.flag(
    "status", "show the progress of one remote or all"
  ).perCall
  static let who = Option.flag(
    "who", "list who is connected to the hub, and what they view or edit"
  ).perCall
  static let reset = Option.flag(
    "reset", "forget the cursors: everything is sent again"
  ).perCall
  static let forget = Option.flag(
    "forget", "remove a remote: its address, options and cursors"
  ).perCall
  static let conflicts = Option.flag(
    "conflicts", "list conflicting values set by people"
  ).perCall
  static let resolve = Option.text(
    "resolve", "ID", "resolve an item's conflicts with the value of --prefer"
  ).perCall
  static let noAck = Option.flag(
    "no-ack", "for servers without acknowledgements: changes count as sent after a clean close"
  ).perCall

  static let command = Command(
    name: "sync", summary: "sync the store with a server",
    details: """
      Sends every change of the store to a server over WebSocket, once and in order, and applies the changes that
      the server sends. The progress is stored under the name of the remote; unacknowledged changes are sent again
      next time. 'actionitems hub' is such a server. If there is no store yet, --to creates one. --conversation,
      --kind and --assignee select the items that a remote gets; an item that no longer matches is deleted there
      and stays here. Incoming items are not filtered.

      The options of a remote are stored after an established session (at once if there never was one) until
      they are changed or removed by --forget. An empty value removes --ca, --pin, --token-env, --token-file,
      --tunnel, --channel, --conversation, --kind or --assignee. With --no-ack, it is unknown whether the program
      that the server forwards to has read the changes.

      Each field of an item is merged separately: a person's value wins over a model's, then the later one. If a
      person's value loses against another person's who did not know of it, both are kept as a conflict:
      --conflicts lists them, and --resolve ID --prefer mine, theirs or a device (a prefix of its id) resolves
      them, everywhere. --prefer with a remote resolves later conflicts with it.

      The token comes from the environment, or from --token-file. Certificates are always checked; ws:// is for
      this machine. Without --follow or --max-time, five attempts in a row without progress exit with status 4.
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
    try refuse(if: modes.count > 1, "--\(modes[0]) and --\(modes[1]) cannot be used together")
    try refuse(
      if: settings.isOn(noAck) && settings.isOn(follow),
      "--no-ack and --follow cannot be used together: nothing would confirm arrival")
    for mode in modes where ![once.name, follow.name, who.name].contains(mode) {
      try refuse(
        if: settings.source(of: RemoteOptionSet.to) == .commandLine,
        "--\(mode) and --to cannot be used together: it connects to no server")
    }
    if settings.isOn(conflicts) {
      return try await SyncConflicts(invocation: invocation, store: try invocation.openStore())
        .list()
    }
    if let item {
      guard let rule = settings.value(of: RemoteOptionSet.prefer).flatMap({ ConflictRule($0) })
      else {
        throw CommandFailure(
          .usage, "--resolve \(item) needs --prefer mine, theirs or a device"
        )
      }
      return try await SyncConflicts(invocation: invocation, store: try invocation.openStore())
        .resolve(item, rule)
    }
    let name = settings.value(of: RemoteOptionSet.name) ?? "default"
    if settings.isOn(status) {
      return try SyncStatus(invocation, try invocation.openStore()).report()
    }
    if settings.isOn(who) { return try await ConnectedPeople.list(name, invocation) }
    if settings.isOn(forget) { return try forget(name, invocation, try invocation.openStore()) }
    if settings.isOn(reset) { return try reset(name, invocation, try invocation.openStore()) }
    try invocation.checkOutputs([RunOptionSet.metrics])
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
      try await metrics.write(to: path, invocation.pipeWait)
    }
    await invocation.warn(of: store)
    try outcome.printReport(invocation)
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
    invocation.console.inform("created a store at \(path)")
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
      assignee: name.isEmpty ? nil : try AssigneeFilter(name, invocation, store: store.folder))
    let seen = Mutex((any: false, fitting: false))
    try await store.forEachItem { known in
      let fits = wanted.matches(known.item)
      seen.withLock { $0 = (true, fits) }
      return !fits
    }
    guard seen.withLock({ $0.any && !$0.fitting }) else { return }
    let options = given.map { "--\($0.name)" }.joined(separator: " and ")
    invocation.console.alert(
      "\(remote.name): no item matches \(options): all items from here are deleted on the remote"
    )
  }

  private static func existingStore(
    at path: String, _ invocation: Invocation
  ) throws -> ActionItemStore? {
    if DiskFolder.isMissing(at: path) { return nil }
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
    invocation.console.inform("\(name): removed; items that came from it stay")
    return .done
  }

  private static func requireRemote(_ name: String, in store: ActionItemStore) throws {
    // Does not read the remote, because this may serve to remove a damaged one.
    try refuse(
      if: !RemoteState.known(in: store.folder).contains(name),
      "unknown remote '\(name)'; see --status")
  }

  private static func reset(
    _ name: String, _ invocation: Invocation, _ store: ActionItemStore
  ) throws -> ExitStatus {
    try requireRemote(name, in: store)
    try RemoteState.resetKept(name, in: store.folder)
    invocation.console.inform("\(name): everything will be sent again")
    if try RemoteState.read(name, in: store.folder)?.address == nil {
      invocation.console.inform(
        "\(name): its address is unknown; set it with 'actionitems sync --to URL --name \(name)'"
      )
    }
    return .done
  }
}
