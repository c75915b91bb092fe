import Encoding
import Peering
import Store
import Sync
import System

/// `peer pair` and `peer forget`: pair this machine with another one, which may then sync, and remove a pair.
enum PeerPairCommands {
  static let words = Option.flag(
    "words", "read the words that the other machine shows from the terminal or standard input"
  ).perCall
  static let connect = Option<PeerEndpoint>.value(
    "connect", "HOST:PORT", expected: "an address such as anna.example:7311",
    "the address of the other machine, for networks without multicast", read: { PeerEndpoint($0) }
  ).perCall
  static let name = Option.named("the name of the other machine on this one")
    .defaulting(to: "its own name").perCall

  static let pair = Command(
    name: "peer pair", summary: "pair this machine with another one",
    details: """
      Shows eight words and waits, for ten minutes or --max-time. On the other machine, enter them into
      'actionitems peer pair --words'. From then on, 'peer' on both syncs the list. The words are random, valid
      once and not stored; give them only to the person at the other machine. A store is created if there is none.
      Pairing two machines again replaces their key.
      """,
    options: [
      words, connect, name, PeerOptionSet.listen, PeerOptionSet.noDiscovery,
      PeerOptionSet.deviceName, LimitOptionSet.maxTime,
    ], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let (settings, console) = (invocation.settings, invocation.console)
    let address = settings.value(of: connect)
    try refuse(
      if: address != nil && !settings.isOn(words),
      "--connect needs --words")
    if settings.isOn(words) {
      try refuse(
        if: settings.source(of: PeerOptionSet.listen) == .commandLine,
        "--words and --listen cannot be used together: the other machine listens")
      try refuse(
        if: address == nil && settings.isOn(PeerOptionSet.noDiscovery),
        "--words and --no-discovery need --connect: nothing else finds the other machine")
    }
    // The words are read before a store is created, so that a typo creates none.
    let words = settings.isOn(words) ? try await read(console) : nil
    let path = try invocation.storePath()
    let isNew = (try? DiskFolder(existing: path)) == nil
    let store = try invocation.makeStore()
    if isNew { console.inform("created a store at \(path)") }
    try Pairs.prepare(in: store.folder)
    let service = PairingService(
      store: store, deviceName: PeerOptionSet.deviceName(settings), name: settings.value(of: name),
      wall: invocation.now, log: { console.detail($0) }, warn: { console.warn($0) })
    let limit = settings.value(of: LimitOptionSet.maxTime) ?? .seconds(600)
    let made: Pair?
    do {
      if let words {
        console.inform("searching for the machine that shows these words")
        made = try await within(limit) { try await service.join(words, at: address) }
      } else {
        made = try await show(service, limit, invocation)
      }
    } catch let error as PeerLinkError {
      if case .listening = error { throw CommandFailure(.usage, "\(error)") }
      throw CommandFailure(.endpoint, "\(error)")
    } catch let failure as Pairs.Failure {
      throw CommandFailure(.usage, "\(failure)")
    }
    guard let made else {
      throw CommandFailure(
        .limit, "no machine with the same words was found in time; nothing changed")
    }
    try invocation.printOutcome([
      "name": .string(made.name), "device": .string(made.device),
      "deviceName": .string(made.deviceName),
    ])
    console.inform(
      "paired with \(made.deviceName), here '\(made.name)'; 'actionitems peer' syncs the list")
    return .done
  }

  private static func show(
    _ service: PairingService, _ limit: Duration, _ invocation: Invocation
  ) async throws -> Pair? {
    let (settings, console) = (invocation.settings, invocation.console)
    let words = PairingWords()
    let (address, port) = PeerOptionSet.listening(settings)
    let waiting = try await service.wait(for: words, address: address, port: port)
    if invocation.isJSON {
      try invocation.printJSON(["words": .string(words.text)])
    } else {
      try console.output.writeLines([words.text])
    }
    // The words are needed now, not at the end.
    try console.output.flush()
    console.inform(
      "on the other machine, run 'actionitems peer pair --words' and enter these eight words (listening on \(PeerOptionSet.place(settings, waiting.port)))"
    )
    let discovers = !settings.isOn(PeerOptionSet.noDiscovery)
    return try await within(limit) { try await service.run(waiting, discovers: discovers) }
  }

  /// Reads the words from the terminal or standard input. Command-line arguments would be visible to all users of the
  /// machine.
  private static func read(_ console: Console) async throws -> PairingWords {
    if InputStream.isTerminal { console.inform("the eight words that the other machine shows:") }
    let text = try await runBlocking("words") {
      var text = ""
      while text.split(whereSeparator: { " -,\t\n".contains($0) }).count < PairingWords.count,
        text.utf8.count < 1000, let line = readLine()
      { text += line + " " }
      return text
    }
    do throws(PairingWords.Problem) {
      return try PairingWords(text)
    } catch {
      throw CommandFailure(.usage, "\(error)")
    }
  }

  static let forget = Command(
    name: "peer forget", operands: "NAME|DEVICE", operandCount: 1...1,
    summary: "remove a pair and its key",
    details: """
      Removes a pair, given by its name or a prefix of the device's id of at least four characters: its key is
      removed, and an active session ends. Items that came from the other machine stay, and it keeps what it has.
      """,
    options: [], run: forgetPair)

  @Sendable private static func forgetPair(_ invocation: Invocation) async throws -> ExitStatus {
    let wanted = invocation.operands[0]
    let folder = try invocation.existingStoreFolder()
    let (pairs, problems) = try Pairs.list(in: folder)
    let named = pairs.filter { $0.name == wanted }
    // A very short prefix could match any device.
    let begun = pairs.filter { wanted.utf8.count >= 4 && $0.device.hasPrefix(wanted.lowercased()) }
    let found = named.isEmpty ? begun : named
    guard found.count == 1 else {
      // A damaged pair has no name.
      if found.isEmpty, try Pairs.remove(wanted.lowercased(), in: folder) {
        invocation.console.inform(
          "removed the unreadable pair with \(wanted.lowercased())")
        return .done
      }
      for problem in problems { invocation.console.warn("\(problem)") }
      throw CommandFailure(
        .usage,
        found.isEmpty
          ? "unknown pair '\(wanted)'; see 'actionitems peer --list'"
          : "'\(wanted)' is ambiguous: \(found.map(\.name).joined(separator: " or "))")
    }
    let pair = found[0]
    _ = try Pairs.remove(pair.device, in: folder)
    try await forgetState(of: pair.name, in: folder)
    try invocation.printOutcome(["forgotten": .string(pair.name), "device": .string(pair.device)])
    invocation.console.inform("\(pair.name): removed; items that came from it stay")
    return .done
  }

  /// Deletes the stored state of a pair after its current session has ended.
  private static func forgetState(of name: String, in folder: any StorageFolder) async throws {
    for wait in [0, 100, 300, 1000, 3000] {
      try await Task.sleep(for: .milliseconds(wait))
      do {
        return try RemoteState.forget(name, in: folder)
      } catch SyncError.busy {
        continue
      }
    }
    throw CommandFailure(
      .locked,
      "\(name): the pair is removed, but another process is still syncing with it; after that, run 'actionitems sync --forget --name \(name)'"
    )
  }
}
