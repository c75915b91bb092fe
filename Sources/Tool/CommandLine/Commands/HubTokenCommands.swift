import CivilTime
import Encoding
import Store
import Sync
import SyncHub
import System

/// `hub token`, `hub tokens` and `hub revoke`: create, list and revoke named access tokens of a hub.
enum HubTokenCommands {
  static let name = Option<String>.value(
    "name", "NAME", expected: "a name of at most 100 bytes without control characters",
    "the name of the token's owner",
    read: { TokenClaims.isName($0) ? $0 : nil }
  ).perCall
  static let scope = Option<Bool>.value(
    "scope", "read|write", expected: "read or write", "the access that it grants",
    read: { ["read": false, "write": true][$0] }
  ).defaulting(to: "read").perCall
  static let channel = Option<String>.value(
    "channel", "NAME", expected: "conversation:GLOB or person:NAME", isRepeatable: true,
    "limit it to this channel, conversation:GLOB or person:NAME",
    read: { HubTokens.isChannel($0) ? $0 : nil }
  ).perCall
  static let lifetime = Option.duration("for", "how long it is valid").defaulting(to: "30d").perCall

  static let maxItems = Option<Int>.number(
    "max-items", 0...1_000_000_000, "let it add at most N items"
  ).perCall
  static let maxBytes = Option<Int>.size("max-bytes", "let it send at most SIZE of changes").perCall

  static let outputFile = Option.text(
    "output", letter: "o", "FILE",
    "write it to FILE, mode 0600, instead of standard output"
  ).perCall

  private static let longestDays = 400

  static let token = Command(
    name: "hub token", summary: "create a token for a person",
    details: """
      Prints a token, a JSON Web Token signed by this hub. A person's 'actionitems sync' is accepted with it until
      it expires or 'hub revoke' revokes it. It is printed once and not stored: treat it like a password, or write
      it to a private file with -o. The signing secret is created on first use, in hub/token.secret in the store's
      folder. Restart a hub that was started before the first token was made.
      """,
    options: [name, scope, channel, lifetime, maxItems, maxBytes, outputFile], run: make)

  @Sendable private static func make(_ invocation: Invocation) async throws -> ExitStatus {
    let settings = invocation.settings
    guard let name = settings.value(of: name) else {
      throw CommandFailure(.usage, "'hub token' needs --name")
    }
    let time = settings.value(of: lifetime) ?? .seconds(30 * 86_400)
    let seconds = Int(time / .seconds(1))
    try refuse(
      if: !(1...longestDays * 86_400).contains(seconds),
      "--for must be from 1s to \(longestDays)d, so that lost tokens expire")
    let channels = settings.values(of: channel)
    try refuse(
      if: channels.count > TokenScope.limit,
      "--channel: a token can have at most \(TokenScope.limit) channels")
    let mayWrite = settings.value(of: scope) ?? false
    for option in [maxItems, maxBytes] {
      try refuse(
        if: !mayWrite && settings.value(of: option) != nil,
        "--\(option.name) needs --scope write: a read-only token adds nothing")
    }
    let output = invocation.path(of: outputFile)
    if let output { try checkOutput(output) }
    let path = try invocation.storePath()
    let isNew = (try? DiskFolder(existing: path)) == nil
    let store = try invocation.makeStore()
    if isNew { invocation.console.inform("created a store in \(path)") }
    let now = invocation.now()
    guard let start = Timestamp(seconds: now.seconds),
      let end = Timestamp(seconds: now.seconds + seconds)
    else { throw CommandFailure(.usage, "--for: the token would expire after the year 9999") }
    var scope = TokenScope(
      mayWrite: mayWrite, channels: channels.isEmpty ? nil : channels)
    scope.quota = StoreLimits(
      items: settings.value(of: maxItems), bytes: settings.value(of: maxBytes))
    let claims = TokenClaims(
      subject: name, name: name, audience: [store.id], expires: end, notBefore: start,
      issued: start, id: String(UInt64.random(in: .min ... .max), radix: 36), scope: scope)
    let folder = try store.folder.folder(HubTokens.folderName)
    let isFirst = try HubTokens.secret(in: folder) == nil
    let entry = TokenRegister.Entry(claims, issued: start)
    let secret = try HubTokens.makeSecret(in: folder, at: now)
    // The token is registered before it is output, because an unregistered one could not be revoked.
    try HubTokens.change(in: folder, at: now) { try $0.add(entry, at: now) }
    let token = claims.token(signedWith: secret)
    do {
      if let output {
        try await write(Array("\(token)\n".utf8), to: output, invocation.pipeWait)
      } else {
        try print(token, entry, invocation)
      }
    } catch {
      // The token was not output completely.
      _ = try HubTokens.change(in: folder, at: now) { $0.revoke(claims.id, at: now) }
      if output == nil { invocation.console.warn("the token was not delivered, so it is revoked") }
      throw error
    }
    if output != nil { try invocation.printOutcome(.joined(json(entry), ["token": .null])) }
    invocation.console.inform("token \(claims.id) of \(name), valid until \(end)")
    if isFirst, try store.folder.lock("hub.lock", wait: false) == nil {
      invocation.console.warn(
        "a running hub of this store was started without named tokens; restart it, until then it "
          + "accepts the same clients as before")
    }
    return .done
  }

  /// Prints a token and flushes the output.
  private static func print(
    _ token: String, _ entry: TokenRegister.Entry, _ invocation: Invocation
  ) throws(OutputError) {
    if invocation.isJSON {
      try invocation.printJSON(.joined(json(entry), ["token": .string(token)]))
    } else {
      try invocation.console.output.writeLines([token])
    }
    try invocation.console.output.flush()
  }

  /// Checks the output path before a token is made. Only a regular file may be replaced.
  /// - Throws: `CommandFailure` if the path cannot be used.
  private static func checkOutput(_ path: String) throws(CommandFailure) {
    let parts = path.split(separator: "/").suffix(2)
    try refuse(
      if: parts.count == 2 && parts.first == Substring(HubTokens.folderName),
      "--output \(path): the folder 'hub' is reserved for the hub")
    let kind = (try? FileStatus(of: path, followsLinks: false))?.kind ?? .file
    try refuse(
      if: kind != .file,
      "--output \(path): not a regular file; without --output the token is printed")
  }

  /// Writes a file that only its owner can read, replacing an existing one.
  private static func write(
    _ bytes: [UInt8], to path: String, _ patience: PipeWait
  ) async throws(CommandFailure) {
    do {
      let file = try await ReplacedFile(path: path, isPrivate: true, patience)
      try file.stream.write(bytes)
      try file.commit()
    } catch {
      throw CommandFailure(.partial, "--output \(path): \(error); the token is revoked")
    }
  }

  static let tokens = Command(
    name: "hub tokens", summary: "list the valid tokens",
    details: """
      Lists the tokens that have not expired: id, name, access, expiry, and whether they are revoked. The tokens
      themselves are not stored.
      """,
    options: [], run: list)

  @Sendable private static func list(_ invocation: Invocation) async throws -> ExitStatus {
    var register = TokenRegister()
    // Without the secret no token is valid.
    if let folder = try hubFolder(invocation), try HubTokens.secret(in: folder) != nil {
      register = try HubTokens.register(in: folder)
    }
    register.dropExpired(at: invocation.now())
    try invocation.print(
      register.entries, titles: ["ID", "NAME", "SCOPE", "EXPIRES", "REVOKED"],
      cells: { entry in
        let quota = entry.scope.quota
        let limits =
          (entry.scope.channels ?? [])
          + [
            quota.items.map { $0.counted("item") }, quota.bytes.map { $0.counted("byte") },
          ].compactMap { $0 }
        let shown = limits.isEmpty ? "" : " (\(limits.joined(separator: ", ")))"
        return [
          entry.id, entry.name, "\(entry.scope)\(shown)", "\(entry.expires)",
          entry.revoked?.description ?? "-",
        ]
      },
      object: { .joined(json($0), ["revoked": .text($0.revoked?.description)]) })
    return .done
  }

  private static func json(_ entry: TokenRegister.Entry) -> JSONValue {
    [
      "id": .string(entry.id), "name": .string(entry.name), "scope": .string("\(entry.scope)"),
      "channels": entry.scope.channels.map(JSONValue.texts) ?? .null,
      "maxItems": .int(entry.scope.quota.items), "maxBytes": .int(entry.scope.quota.bytes),
      "issued": .string("\(entry.issued)"), "expires": .string("\(entry.expires)"),
    ]
  }

  static let all = Option.flag(
    "all", "revoke all tokens and replace the secret, in case it may have been stolen"
  ).perCall

  static let revoke = Command(
    name: "hub revoke", operands: "[ID|NAME]", operandCount: 0...1,
    summary: "revoke a token, or all tokens of a person",
    details: """
      Revokes the token with an id, as listed by 'hub tokens', or all tokens of a person by name. Sessions with a
      revoked token are closed within a second; what they sent before is kept. --all also works if the files of
      the tokens are damaged or lost. A running hub then accepts no named tokens until it is restarted.
      """,
    options: [all], run: revoke)

  @Sendable private static func revoke(_ invocation: Invocation) async throws -> ExitStatus {
    let isAll = invocation.settings.isOn(all)
    try refuse(
      if: isAll == (invocation.operands.first != nil),
      "'hub revoke' needs the id or name of a token, or --all")
    let now = Timestamp(seconds: invocation.now().seconds) ?? invocation.now()
    var revoked: [TokenRegister.Entry] = []
    let store = try invocation.existingStoreFolder()
    if let folder = try hubFolder(invocation), try isAll || HubTokens.wereIssued(in: store) {
      do {
        revoked =
          if let name = invocation.operands.first {
            try HubTokens.change(in: folder, at: now) { $0.revoke(name, at: now) }
          } else {
            try HubTokens.revokeAll(in: folder, at: now)
          }
      } catch let error as StorageError {
        throw CommandFailure(
          .store,
          "the revocation failed, so tokens may still be valid: \(error); solve that and try again, or stop the hub"
        )
      }
    }
    let name = invocation.operands.first ?? ""
    try refuse(
      if: revoked.isEmpty && !isAll,
      "no valid token has the id or name '\(name)'; see 'hub tokens'")
    try invocation.printOutcome(["revoked": .texts(revoked.map(\.id))])
    invocation.console.inform(
      revoked.count == 1
        ? "token \(revoked[0].id) of \(SafeText.line(revoked[0].name)) is revoked"
        : "\(revoked.count) tokens are revoked")
    return .done
  }

  /// Returns the folder of the tokens; nil if none was ever made.
  private static func hubFolder(_ invocation: Invocation) throws -> (any StorageFolder)? {
    let store = try invocation.existingStoreFolder()
    guard try store.identity(of: HubTokens.folderName) != nil else { return nil }
    return try store.existingFolder(HubTokens.folderName)
  }
}
