import Encoding
import Peering
import Store
import Sync
import System

/// `peer`: syncs the store with paired machines of the network, without a server. With `--list`, lists the machines.
enum PeerCommand {
  static let follow = Option.flag("follow", "keep running and sync each change as it is made")
    .perCall
  static let list = Option.flag("list", "list the peers on the network").perCall
  static let wait = Option.duration(
    "wait", "how long to search for peers, without --follow or with --list"
  ).defaulting(to: "3s").perCall

  static let command = Command(
    name: "peer", summary: "sync the list with other machines on this network, without a server",
    details: """
      Finds the machines that 'peer pair' has paired with this one and syncs with them: each sends what has changed
      since the last sync, and fields are merged as by 'sync'. Machines are found by multicast DNS (as printers
      are); --connect gives an address if multicast is blocked, and --listen sets the port. Without --follow, each
      machine found within --wait is synced once.

      A machine must be paired to connect; being on the same network is not enough. The two of a pair share a key in
      peers/ in the store's folder, mode 0600. Messages are encrypted with ChaCha20-Poly1305. There is no forward
      secrecy: anyone who gets the key of a pair can decrypt recorded traffic; 'peer forget' and a new pairing
      replace the key. Pair a restored or copied store again after 'store renew'.

      Each pair is a remote of its name for 'sync --status', --conflicts and --resolve. --prefer, --conversation,
      --kind and --assignee set, for the pair of --name or else for all, which value wins if people disagree (by
      default the later one; --conflicts lists the other) and which items the other machine gets; they are stored.
      Items that no longer match are deleted there and stay here. Direct messages are not sent unless --kind
      includes them.
      """,
    options: [
      follow, list, wait, PeerOptionSet.name, PeerOptionSet.connect, PeerOptionSet.listen,
      PeerOptionSet.noDiscovery, PeerOptionSet.deviceName, RemoteOptionSet.prefer,
      LimitOptionSet.maxTime,
    ] + StoreLimitOptions.all + RemoteFilterOptions.all, isServer: true, run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let settings = invocation.settings
    let isList = settings.isOn(list)
    for option in command.options where settings.source(of: option) == .commandLine {
      let isUsed =
        option.name == wait.name ? !settings.isOn(follow) : !isList || option.name == list.name
      try refuse(
        if: !isUsed,
        "--\(isList ? list.name : follow.name) and --\(option.name) cannot be used together")
    }
    if isList { return try await tellWhoIsThere(invocation) }
    let store = try invocation.openStore()
    let setup = try setup(invocation, store)
    await invocation.warn(of: store)
    let service: PeerService
    do {
      service = try PeerService(setup)
    } catch let error as PeerError {
      throw CommandFailure(.locked, "\(error)")
    } catch let error as PeerLinkError {
      throw CommandFailure(.usage, "\(error)")
    }
    // Only the process that holds the store may change the options. No peer is contacted yet.
    try keepOptions(setup, invocation)
    if setup.search == nil {
      invocation.console.inform("listening on \(PeerOptionSet.place(settings, service.port))")
    }
    let results: [PeerResult]
    do {
      results = try await service.run()
    } catch is CancellationError where setup.search == nil {
      return .done
    }
    return setup.search == nil ? .done : try report(results, invocation)
  }

  private static func setup(
    _ invocation: Invocation, _ store: ActionItemStore
  ) throws -> PeerSetup {
    let (settings, console) = (invocation.settings, invocation.console)
    let (pairs, problems) = try Pairs.list(in: store.folder)
    if pairs.isEmpty, let problem = problems.first { throw CommandFailure(.store, "\(problem)") }
    let name = settings.value(of: PeerOptionSet.name)
    try refuse(
      if: pairs.isEmpty && !settings.isOn(follow),
      "no pairs yet; run 'actionitems peer pair' on this machine and on the other one")
    if let name {
      try refuse(
        if: !pairs.contains { $0.name == name },
        "unknown pair '\(name)'; see --list")
    }
    var setup = PeerSetup(
      store: store, deviceName: PeerOptionSet.deviceName(settings), wall: invocation.now)
    setup.listening = PeerOptionSet.listening(settings)
    setup.discovers = !settings.isOn(PeerOptionSet.noDiscovery)
    setup.addresses = settings.values(of: PeerOptionSet.connect)
    setup.name = name
    setup.maximumTime = settings.value(of: LimitOptionSet.maxTime)
    if !settings.isOn(follow) { setup.search = settings.value(of: wait) ?? .seconds(3) }
    setup.options = { pair in
      let kept = try RemoteState.read(pair.name, in: store.folder)?.options
      let options = RemoteOptionSet.options(settings, over: kept ?? RemoteOptions())
      let filter = try RemoteFilterOptions.filter(
        options, isOnLoopback: false, invocation, store: store.folder)
      return (options, filter)
    }
    setup.limits = StoreLimitOptions.limits(settings)
    setup.log = { console.detail($0) }
    setup.inform = { console.inform($0) }
    setup.warn = { console.warn($0) }
    return setup
  }

  /// Checks the options of each pair, and stores those on the command line.
  private static func keepOptions(_ setup: PeerSetup, _ invocation: Invocation) throws {
    let folder = setup.store.folder
    let nothing = RemoteOptions()
    let isGiven = RemoteOptionSet.options(invocation.settings, over: nothing) != nothing
    for pair in try Pairs.list(in: folder).pairs where setup.name == nil || pair.name == setup.name
    {
      do {
        let (options, _) = try setup.options(pair)
        guard isGiven else { continue }
        try RemoteState.keep(
          options, of: pair.name, at: Pair.address(of: pair.device), in: folder)
      } catch  where !isGiven {
        // The other pairs are valid; the session reports this one again.
        invocation.console.warn("\(pair.name): \(error)")
      }
    }
  }

  private static func report(_ results: [PeerResult], _ invocation: Invocation) throws -> ExitStatus
  {
    var statuses: [ExitStatus] = []
    for result in results {
      guard let report = result.report else {
        statuses.append(tellFailure(result, invocation))
        continue
      }
      let outcome = SyncOutcome(name: result.name, report: report)
      try outcome.printReport(invocation)
      statuses.append(outcome.status == .endpoint ? .partial : outcome.status)
      if result.isTimeUp { statuses.append(.limit) }
    }
    // If no peer was found, nothing was done.
    let isNobody = results.allSatisfy { $0.report == nil } && statuses.allSatisfy { $0 == .partial }
    return isNobody ? .endpoint : .mostImportant(of: statuses)
  }

  /// Reports why there was no session with a pair, and returns the exit status.
  private static func tellFailure(_ result: PeerResult, _ invocation: Invocation) -> ExitStatus {
    let console = invocation.console
    if result.isTimeUp {
      console.fail("\(result.name): --max-time reached")
      return .limit
    }
    if let error = result.error, !(error is PeerLinkError) {
      let failure = Tool.failure(error)
      console.fail("\(result.name): \(failure.message)")
      return failure.status
    }
    if result.isReported { return .partial }
    console.fail(
      "\(result.name): \(result.error.map { "\($0)" } ?? "not found; is 'actionitems peer --follow' running there? If multicast is blocked, use --connect HOST:PORT")"
    )
    return .partial
  }

  private static func tellWhoIsThere(_ invocation: Invocation) async throws -> ExitStatus {
    let console = invocation.console
    // The machines in the network can be listed without a store.
    let isMissing = DiskFolder.isMissing(at: try invocation.storePath())
    let folder = isMissing ? nil : try invocation.existingStoreFolder()
    let (pairs, problems) = try folder.map { try Pairs.list(in: $0) } ?? ([], [])
    for problem in problems { console.warn("\(problem)") }
    let own = try folder.map {
      try ActionItemStore(folder: $0, creating: false, now: invocation.now).id
    }
    let (found, failures) = await PeerSearch.devices(
      for: invocation.settings.value(of: wait) ?? .seconds(3), log: { console.detail($0) })
    for failure in failures { console.warn(failure) }
    var rows: [Row] = found.filter { $0.record.device != own }.map { found in
      Row(
        pair: pairs.first { $0.device == found.record.device }, device: found.record.device,
        deviceName: found.record.deviceName, addresses: found.endpoints.map { "\($0)" },
        state: found.record.isPairing ? "pairing" : "here")
    }
    let here = Set(rows.map(\.device))
    rows += pairs.filter { !here.contains($0.device) }.map {
      Row(
        pair: $0, device: $0.device, deviceName: $0.deviceName,
        addresses: $0.address.map { ["\($0)"] } ?? [], state: "not found")
    }
    try invocation.print(
      rows, titles: ["NAME", "DEVICE", "CALLS ITSELF", "ADDRESS", "STATE"],
      cells: { row in
        [
          row.pair?.name ?? "-", String(row.device.prefix(8)), row.deviceName,
          row.addresses.first ?? "-", row.state,
        ]
      },
      object: { row in
        [
          "name": .text(row.pair?.name), "device": .string(row.device),
          "deviceName": .string(row.deviceName), "addresses": .texts(row.addresses),
          "state": .string(row.state), "pairedAt": .text(row.pair.map { "\($0.pairedAt)" }),
        ]
      })
    return .done
  }

  /// A device that was found or is paired.
  private struct Row {
    let pair: Pair?
    let device: String
    let deviceName: String
    let addresses: [String]
    let state: String
  }
}
