import ActionItemRepository
import HTTPTransport
import SyncEngine

/// One destination of a store, ready to be synced with.
struct Destination {
  let name: String
  private let invocation: Invocation
  private let store: ActionItemStore
  private let address: EngineAddress
  private let options: DestinationOptions
  private let token: String?

  /// Puts together what is said now and what was said before; a destination that was never given an
  /// address is status 2.
  init(
    _ name: String, to text: String? = nil, _ invocation: Invocation, _ store: ActionItemStore
  ) throws {
    let kept = try DestinationState.read(name, in: store.folder)
    var before = kept?.options ?? DestinationOptions()
    if let text, let address = kept?.address, !EngineAddress.haveSameOrigin(text, address) {
      // What was allowed for one engine is not for another.
      (before.allowsInsecure, before.tokenInAddress) = (false, false)
    }
    let options = DestinationOptionSet.options(invocation.settings, over: before)
    guard let text = text ?? kept?.address else {
      throw CommandFailure(
        .usage,
        "no address is known for '\(name)': 'actionitems sync --to URL --name \(name)' sets one")
    }
    do throws(EngineAddress.Fault) {
      address = try EngineAddress(text, allowsInsecure: options.allowsInsecure)
    } catch {
      throw CommandFailure(.usage, "--to: \(error)")
    }
    let isFileGiven = invocation.settings.source(of: ModelOptionSet.caFile) == .commandLine
    if address.isPlain, options.pin != nil || isFileGiven {
      throw CommandFailure(
        .usage,
        "\(options.pin != nil ? "--pin" : "--ca"): \(address) shows no certificate to check; "
          + "use wss://, or another --name")
    }
    token = try Self.token(name, options, invocation.environment)
    self.name = name
    self.invocation = invocation
    self.store = store
    self.options = options
  }

  /// The token, from the environment alone.
  private static func token(
    _ name: String, _ options: DestinationOptions, _ environment: [String: String]
  ) throws(CommandFailure) -> String? {
    func value(_ variable: String) -> String? {
      environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }
    if let variable = options.tokenVariable {
      guard let token = value(variable) else {
        throw CommandFailure(.usage, "the token is to be in $\(variable), and there is none")
      }
      return token
    }
    let own = name.uppercased().map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
    return value("ACTIONITEMS_SYNC_TOKEN_\(own)") ?? value("ACTIONITEMS_SYNC_TOKEN")
  }

  /// Syncs; returns what it did.
  func sync(_ mode: SyncMode, maximumTime: Duration? = nil) async throws -> SyncReport {
    let console = invocation.console
    if options.tokenInAddress, token != nil {
      console.warn("the token goes into the address, where logs on the way will show it")
    }
    if address.isPlain, !address.destination.isLoopback {
      console.warn("\(address): everybody on the way can read along")
    }
    var session = SessionSettings(
      deviceID: store.id, token: token, tunnelID: options.tunnel, channels: options.channels)
    // A run at night must come to an end; with a limit of its own it may go on trying until then.
    if mode != .follow, maximumTime == nil { session.maximumAttempts = 5 }
    let setup = SyncRunner.Setup(
      store: store, address: address, link: link, options: options,
      settings: DestinationSync.Settings(name: name, mode: mode, session: session),
      maximumTime: maximumTime, wall: invocation.now,
      log: { [name] in console.detail("\(name): \($0)") },
      warn: { [name] in console.warn("\(name): \($0)") })
    console.detail("\(name) is \(address)")
    return try await SyncRunner(setup).run()
  }

  private var link: LinkSettings {
    var link = LinkSettings()
    link.transport = TransportSettings(environment: invocation.environment)
    link.transport.userAgent = "actionitems/\(Tool.version)"
    if let file = options.authorityFile {
      (link.transport.authorityFile, link.transport.authorityFolder) = (file, nil)
    }
    link.transport.pinnedKey = options.pin
    link.connectTimeout =
      invocation.settings.value(of: ModelOptionSet.connectTimeout) ?? .seconds(10)
    if options.tokenInAddress { link.tokenInAddress = token } else { link.bearer = token }
    return link
  }
}
