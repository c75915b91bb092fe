import Encoding
import Glibc
import Peering
import Store
import Sync
import System

/// `peer pair` and `peer forget`: manages the machines that may share the list.
enum PeerPairCommands {
  static let words = Option.flag(
    "words", "take the words that the other machine shows, typed or on standard input"
  ).perCall
  static let connect = Option<PeerEndpoint>.value(
    "connect", "HOST:PORT", expected: "an address such as anna.example:7311",
    "where the other machine waits, for networks without multicast", read: { PeerEndpoint($0) }
  ).perCall
  static let name = Option.named("what the other machine is called here")
    .defaulting(to: "what it calls itself").perCall

  static let pair = Command(
    name: "peer pair", summary: "make a pair of this machine and another one",
    details: """
      Shows eight words and waits, ten minutes unless --max-time says otherwise. On the other machine
      'actionitems peer pair --words' asks for them. From then on 'peer' on both shares the list. The words are
      random, count once, and are kept nowhere; read them to nobody but who sits at the other machine. Where
      there is no store yet, one is made. To pair two machines again replaces their key.
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
      "--connect is for the machine that takes the words (--words)")
    // Read before a store is created, so that a typo leaves nothing behind.
    let words = settings.isOn(words) ? try await read(console) : nil
    let path = try invocation.storePath()
    let isNew = (try? DiskFolder(existing: path)) == nil
    let store = try invocation.makeStore()
    if isNew { console.inform("made a store at \(path)") }
    try Pairs.prepare(in: store.folder)
    let service = PairingService(
      store: store, deviceName: PeerOptionSet.deviceName(settings), name: settings.value(of: name),
      wall: invocation.now, log: { console.detail($0) }, warn: { console.warn($0) })
    let limit = settings.value(of: LimitOptionSet.maxTime) ?? .seconds(600)
    let made: Pair?
    do {
      if let words {
        console.inform("looking for the machine that shows these words")
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
        .limit, "no machine with the same words was found in time; nothing was changed")
    }
    try invocation.printOutcome([
      "name": .string(made.name), "device": .string(made.device),
      "deviceName": .string(made.deviceName),
    ])
    console.inform(
      "paired with \(made.deviceName), here '\(made.name)': 'actionitems peer' shares the list")
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
      "on the other machine: 'actionitems peer pair --words' and these eight words (here on \(PeerOptionSet.place(settings, waiting.port)))"
    )
    let discovers = !settings.isOn(PeerOptionSet.noDiscovery)
    return try await within(limit) { try await service.run(waiting, discovers: discovers) }
  }

  /// Reads the words from the terminal or standard input. Command-line arguments would be visible to all users of the
  /// machine.
  private static func read(_ console: Console) async throws -> PairingWords {
    if isatty(STDIN_FILENO) == 1 { console.inform("the eight words that the other machine shows:") }
    let text = try await apart("words") {
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
    summary: "share the list with a machine no more",
    details: """
      Ends a pair, by its name or the beginning of the device's id, four characters at least: its key is
      removed, and a session that stands ends. Items that came from there stay, and what the other machine has,
      it keeps.
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
          "the pair with \(wanted.lowercased()), which could not be read, is forgotten")
        return .done
      }
      for problem in problems { invocation.console.warn("\(problem)") }
      throw CommandFailure(
        .usage,
        found.isEmpty
          ? "there is no pair '\(wanted)' ('actionitems peer --list' names them)"
          : "'\(wanted)' could be \(found.map(\.name).joined(separator: " or "))")
    }
    let pair = found[0]
    _ = try Pairs.remove(pair.device, in: folder)
    try await forgetState(of: pair.name, in: folder)
    try invocation.printOutcome(["forgotten": .string(pair.name), "device": .string(pair.device)])
    invocation.console.inform("\(pair.name): forgotten; items that came from there stay")
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
      "\(name): the pair is forgotten, but another process goes on to sync with it; then 'actionitems sync --forget --name \(name)'"
    )
  }
}
