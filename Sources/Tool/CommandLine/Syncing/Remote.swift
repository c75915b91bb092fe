import Encoding
import Networking
import Peering
import Store
import Sync
import System

/// A remote server: takes its address, options, token and filter from the command line and the store, and syncs with
/// it or asks who is connected. `RemoteState` is the stored part.
struct Remote {
  let name: String
  private let invocation: Invocation
  private let address: ServerAddress
  private let options: RemoteOptions
  private let token: RemoteToken
  private let filter: RemoteFilter

  /// Combines the given settings with those stored in `folder`, if there is one.
  /// - Throws: `CommandFailure` with status 2 if no address is known.
  init(
    _ name: String, to text: String? = nil, given settings: Settings? = nil,
    _ invocation: Invocation, in folder: (any StorageFolder)?
  ) throws {
    let kept = try folder.flatMap { try RemoteState.read(name, in: $0) }
    var before = kept?.options ?? RemoteOptions()
    if let text, let address = kept?.address, !ServerAddress.haveSameOrigin(text, address) {
      // Permissions for one server do not apply to another.
      (before.allowsInsecure, before.tokenInAddress, before.tokenFile) = (false, false, nil)
    }
    var options = settings.map { RemoteOptionSet.options($0, over: before) } ?? before
    guard let text = text ?? kept?.address else {
      throw CommandFailure(
        .usage,
        "'\(name)' has no address; set it with 'actionitems sync --to URL --name \(name)'")
    }
    try refuse(
      if: kept?.address.map(Pair.isAddress) ?? false,
      "'\(name)' is a peer; use 'actionitems peer' to sync with it")
    do throws(ServerAddress.Fault) {
      address = try ServerAddress(text, allowsInsecure: options.allowsInsecure)
    } catch {
      throw CommandFailure(.usage, "--to: \(error)")
    }
    let isFileGiven =
      settings?.source(of: RemoteOptionSet.caFile) == .commandLine
      && options.authorityFile != nil
    try refuse(
      if: address.isPlain && (options.pin != nil || isFileGiven),
      "\(options.pin != nil ? "--pin" : "--ca"): \(address) has no certificate to check; "
        + "use wss://, or another --name (--\(options.pin != nil ? "pin" : "ca") '' removes the option)"
    )
    // A stored file was checked when it was given. If it is missing now, the connection reports it.
    if !address.isPlain, settings?.source(of: RemoteOptionSet.caFile) != nil,
      let file = options.authorityFile
    {
      options.authorityFile = try Self.checked(authorityFile: file)
    }
    if let file = options.tokenFile {
      options.tokenFile = WorkingFolder.absolute(file)
      token = try RemoteToken(file: file)
    } else {
      token = try RemoteToken(
        name, variable: options.tokenVariable,
        isKept: settings?.source(of: RemoteOptionSet.tokenVariable) == nil,
        invocation.environment)
    }
    filter = try RemoteFilterOptions.filter(
      options, isOnLoopback: address.destination.isLoopback, invocation, store: folder)
    (self.name, self.invocation, self.options) = (name, invocation, options)
  }

  /// Returns the absolute path of a file of certificate authorities, so that it does not depend on the working folder.
  /// - Throws: `CommandFailure` if the file contains no certificate.
  private static func checked(authorityFile path: String) throws(CommandFailure) -> String {
    // For comparison, the system's own file has 250 kB.
    let bytes = try SmallFile.read(
      path, for: RemoteOptionSet.caFile.name, limit: 16 << 20)
    try refuse(
      if: !bytes.holds("-----BEGIN ".utf8),
      "--ca: \(path) contains no PEM certificate (-----BEGIN)")
    return WorkingFolder.absolute(path)
  }

  func sync(
    _ store: ActionItemStore, _ mode: SyncMode, maximumTime: Duration? = nil
  ) async throws -> SyncReport {
    let console = invocation.console
    if options.tokenInAddress, token.value != nil {
      console.warn(
        "the token is sent in the address, where logs may record it "
          + "(ACTIONITEMS_TOKEN_IN_URL=false turns that off)")
    }
    if address.seemsToHoldToken {
      console.warn(
        "\(address): the query seems to contain a token, which the process list shows and the store keeps; "
          + "remove it and set $ACTIONITEMS_SYNC_TOKEN, with --token-in-url if the server needs it there"
      )
    }
    if address.isPlain, !address.destination.isLoopback {
      console.warn("\(address): the connection is not encrypted")
    }
    var token = token
    while true {
      let report = try await sync(store, mode, maximumTime, with: token)
      guard mode == .follow, maximumTime == nil, let tokenFile = options.tokenFile,
        case .failed(let failure) = report.ending, failure.kind == .credentials
      else { return report }
      // The expired token may already have been replaced.
      if try RemoteToken(file: tokenFile).value == token.value {
        console.warn("\(name): \(failure); waiting for another token in \(tokenFile)")
      }
      token = try await Self.otherToken(than: token, in: tokenFile)
    }
  }

  func people() async throws -> [PresenceQuery.Person] {
    try await PresenceQuery.people(at: address, link: link(token), token: token.value)
  }

  private static func otherToken(
    than refused: RemoteToken, in path: String
  ) async throws -> RemoteToken {
    while true {
      // The file may be missing briefly while it is replaced.
      if let token = try? RemoteToken(file: path), token.value != refused.value {
        return token
      }
      try await Task.sleep(for: .seconds(1))
    }
  }

  private func sync(
    _ store: ActionItemStore, _ mode: SyncMode, _ maximumTime: Duration?,
    with token: RemoteToken
  ) async throws -> SyncReport {
    let console = invocation.console
    let link = link(token)
    var session = SessionSettings(
      deviceID: store.id, token: token.value, tunnelID: options.tunnel, channels: options.channels)
    session.openTimeout = link.connectTimeout
    // A nightly run must end; with a time limit it may retry until then.
    if mode != .follow, maximumTime == nil { session.maximumAttempts = 5 }
    var settings = RemoteSync.Settings(name: name, mode: mode, session: session)
    settings.filter = filter
    let setup = SyncRunner.Setup(
      store: store, transport: WebSocketTransport(address, link), options: options,
      settings: settings,
      maximumTime: maximumTime, wall: invocation.now,
      log: { [name] in console.detail("\(name): \($0)") },
      warn: { [name] in console.warn("\(name): \($0)") })
    console.detail("\(name) is \(address)")
    var report = try await SyncRunner(setup).run()
    if case .failed(var failure) = report.ending, failure.kind == .credentials {
      failure.description += "; \(token.hint)"
      report.ending = .failed(failure)
    }
    if report.ending != .delivered { try tellWhatIsNotKept(store) }
    return report
  }

  /// Reports that the given settings are not stored, because no session was established with them.
  private func tellWhatIsNotKept(_ store: ActionItemStore) throws {
    guard let kept = try RemoteState.read(name, in: store.folder),
      kept.address != address.text || kept.options != options
    else { return }
    let place = kept.address.flatMap { $0 == address.text ? nil : $0.prefix { $0 != "?" } }
    invocation.console.inform(
      "\(name): the new options are not stored, because no session was established"
        + (place.map { "; the address remains \($0)" } ?? ""))
  }

  private func link(_ token: RemoteToken) -> ConnectionSettings {
    var link = ConnectionSettings()
    link.transport = TransportSettings(environment: invocation.environment)
    link.transport.userAgent = "actionitems/\(Tool.version)"
    if let file = options.authorityFile {
      (link.transport.authorityFile, link.transport.authorityFolder) = (file, nil)
    }
    link.transport.pinnedKey = options.pin
    link.connectTimeout =
      invocation.settings.value(of: ModelOptionSet.connectTimeout) ?? .seconds(10)
    if options.tokenInAddress {
      link.tokenInAddress = token.value
    } else {
      link.bearer = token.value
    }
    return link
  }
}
