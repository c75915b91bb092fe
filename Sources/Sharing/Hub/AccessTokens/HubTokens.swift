package import CivilTime
import Crypto
package import Store
import Synchronization
import System

/// The named tokens of a hub, in its folder: keeps the secret that signs them and the register of issued ones, checks
/// tokens for the hub, and issues and revokes them for `hub` commands.
///
/// Only the owner can read the secret. The register is read again at every login, so a revocation by another process
/// takes effect at once. No token is valid if the register or secret is missing, or if the secret was replaced.
package final class HubTokens: Sendable {
  package let folder: any StorageFolder
  private let secret: TokenSecret
  private let check: TokenCheck
  private let state: Mutex<State>

  private struct State {
    var register = TokenRegister()
    /// The bytes that the register was read from; nil before the first read.
    var bytes: [UInt8]?
    var problem: String?
    var isTold = false
  }

  package static let folderName = DeviceRecords.folder
  package static let secretName = "token.secret"
  private static let registerName = "tokens"
  /// The lock of both files. The lock file is never removed, so it shows that tokens were issued.
  private static let lockName = "tokens.lock"
  /// A file that keeps room for the register, and its least size in bytes.
  private static let (roomName, leastRoom) = ("tokens.room", 64 << 10)

  /// Opens the tokens of the hub whose store has this id; nil if there is no secret, so that no token is valid.
  ///
  /// Throws `HubError` if the secret cannot be used.
  package init?(of store: String, in storeFolder: any StorageFolder) throws {
    // The folder shows that a hub has served. Looking for tokens must not create it.
    guard try storeFolder.identity(of: Self.folderName) != nil else { return nil }
    folder = try storeFolder.existingFolder(Self.folderName)
    guard let secret = try Self.secret(in: folder) else { return nil }
    self.secret = secret
    check = TokenCheck(secret: secret, audience: store)
    state = Mutex(State())
    // The hub reports problems of the files with its first `reload`.
    state.withLock { refresh(&$0) }
  }

  /// Whether a store has ever had tokens, including lost and revoked ones. Such a hub must never be open to everyone.
  package static func wereIssued(in storeFolder: any StorageFolder) throws -> Bool {
    guard try storeFolder.identity(of: folderName) != nil else { return false }
    let folder = try storeFolder.existingFolder(folderName)
    return try [lockName, registerName, secretName].contains { try folder.identity(of: $0) != nil }
  }

  // MARK: - Checking

  func access(_ token: String, at now: Timestamp) throws(TokenProblem) -> HubAccess {
    let claims = try check.claims(of: token.utf8, at: now)
    let access = HubAccess(claims)
    // Reads the register again, so that a token revoked just before is refused.
    state.withLock { refresh(&$0) }
    if let problem = problem(of: access, at: now) { throw problem }
    return access
  }

  /// The reason why an access is no longer valid; nil if it is valid.
  func problem(of access: HubAccess, at now: Timestamp) -> TokenProblem? {
    guard let claims = access.claims else { return nil }
    if TokenCheck.isExpired(claims.expires, at: now) { return .expired(claims.expires) }
    return state.withLock { state in
      if state.problem != nil { return .uncertain }
      return state.register.problem(of: claims)
    }
  }

  /// Whether a person has no valid token left.
  func areGone(of subject: String, at now: Timestamp) -> Bool {
    state.withLock { state in
      state.problem == nil
        && state.register.entries.allSatisfy {
          $0.subject != subject || $0.revoked != nil || TokenCheck.isExpired($0.expires, at: now)
        }
    }
  }

  /// A key for another purpose, derived from the secret. The same secret always gives the same key.
  func key(for purpose: String) -> [UInt8] {
    HMACSHA256.code(purpose.utf8, key: secret.text)
  }

  /// Reads the files again; returns their problem, each one once.
  @discardableResult
  func reload() -> String? {
    state.withLock { state in
      refresh(&state)
      defer { state.isTold = true }
      return state.isTold ? nil : state.problem
    }
  }

  private func refresh(_ state: inout State) {
    do {
      guard try Self.secret(in: folder) == secret else {
        throw HubError(
          "use \(folder.path)/\(Self.secretName)",
          reason: "it was replaced or removed since the hub was started; restart the hub")
      }
      // Compares all bytes: a replaced file may have the same inode, size and time.
      let bytes = try Self.registerBytes(in: folder)
      guard bytes != state.bytes || state.problem != nil else { return }
      state.register = try Self.register(bytes, in: folder)
      (state.bytes, state.problem) = (bytes, nil)
    } catch let error as StorageError
      where error.isForWantOfDescriptors && state.bytes != nil
    {
      // A lack of file descriptors says nothing about the files; what is known of them stays valid.
      return
    } catch {
      if state.problem != "\(error)" { state.isTold = false }
      state.problem = "\(error)"
    }
  }

  // MARK: - Files

  /// The register on disk; empty if no token was ever issued. Throws `HubError` if it is damaged or lost.
  package static func register(in folder: any StorageFolder) throws -> TokenRegister {
    try register(registerBytes(in: folder), in: folder)
  }

  private static func register(
    _ bytes: [UInt8], in folder: any StorageFolder
  ) throws -> TokenRegister {
    do throws(TokenRegister.Problem) {
      return try TokenRegister(parsing: bytes)
    } catch {
      throw unreadable("\(error)", in: folder)
    }
  }

  /// The register's bytes; empty if no token was ever issued.
  private static func registerBytes(in folder: any StorageFolder) throws -> [UInt8] {
    guard try folder.identity(of: registerName) != nil else {
      if try folder.identity(of: secretName) == nil { return [] }
      throw unreadable("it is missing", in: folder)
    }
    let file = try folder.open(registerName, .reading)
    let size = try file.size()
    guard size <= TokenRegister.largest else { throw unreadable("it is too large", in: folder) }
    return try file.read(size, at: 0)
  }

  private static func unreadable(_ problem: String, in folder: any StorageFolder) -> HubError {
    HubError(
      "read \(folder.path)/\(registerName)",
      reason:
        "\(problem), so it is unknown which tokens are allowed; run 'actionitems hub revoke --all', restart "
        + "the hub, and issue new tokens")
  }

  /// Writes the register durably. A file of spaces reserves disk space, so a full disk does not prevent revocations.
  private static func write(_ register: TokenRegister, in folder: any StorageFolder) throws {
    let bytes = register.bytes
    do {
      try folder.replace(registerName, with: bytes)
    } catch let error as StorageError where error.isOutOfSpace {
      guard try folder.identity(of: roomName) != nil else { throw error }
      try folder.remove(roomName)
      try folder.replace(registerName, with: bytes)
      return  // a later change reserves space again
    }
    let needed = bytes.count + leastRoom / 2
    if try folder.identity(of: roomName) != nil,
      try folder.open(roomName, .reading).size() >= needed
    {
      return
    }
    do {
      try folder.replace(roomName, with: [UInt8](repeating: 0x20, count: 2 * needed))
    } catch let error as StorageError where error.isOutOfSpace {
      return  // the register itself is written
    }
  }

  /// Changes the register durably under a lock against other processes. Drops expired tokens.
  package static func change<Result>(
    in folder: any StorageFolder, at now: Timestamp, _ body: (inout TokenRegister) throws -> Result
  ) throws -> Result {
    let lock = try folder.lock(lockName, wait: true)
    defer { withExtendedLifetime(lock) {} }
    var register = try register(in: folder)
    register.dropExpired(at: now)
    let result = try body(&register)
    try write(register, in: folder)
    return result
  }

  /// The secret; nil if it does not exist. Throws if others than its owner can read it.
  package static func secret(in folder: any StorageFolder) throws -> TokenSecret? {
    guard try folder.identity(of: secretName) != nil else { return nil }
    let path = "\(folder.path)/\(secretName)"
    let status: FileStatus
    do throws(SystemError) {
      status = try FileStatus(of: path, followsLinks: false)
    } catch {
      throw HubError("read \(path)", reason: error.description)
    }
    guard status.isPrivate else {
      throw HubError(
        "use \(path)",
        reason:
          "other users can read it; run 'chmod 600' on it; if somebody may have read it, run 'actionitems hub revoke --all'"
      )
    }
    let file = try folder.open(secretName, .reading)
    guard let secret = TokenSecret(text: try file.read(min(try file.size(), 4096), at: 0)) else {
      throw HubError(
        "use \(path)",
        reason: "it contains no secret; run 'actionitems hub revoke --all', and issue new tokens")
    }
    return secret
  }

  /// Revokes all tokens and replaces the secret, whatever state both files are in. Returns the tokens that were not
  /// revoked before, as far as the register can be read. This is the step for a stolen secret.
  package static func revokeAll(
    in folder: any StorageFolder, at now: Timestamp
  ) throws -> [TokenRegister.Entry] {
    let lock = try folder.lock(lockName, wait: true)
    defer { withExtendedLifetime(lock) {} }
    // A damaged register is replaced by an empty one, which allows nothing.
    var register = (try? register(in: folder)) ?? TokenRegister()
    let revoked = register.revokeAll(at: now)
    try write(register, in: folder)
    var random = SystemRandomNumberGenerator()
    try folder.replace(secretName, with: TokenSecret(random: &random).text)
    return revoked
  }

  /// Returns the secret; makes one if it does not exist, which revokes all tokens in the register. Throws `HubError` if
  /// the register is damaged.
  package static func makeSecret(
    in folder: any StorageFolder, at now: Timestamp
  ) throws -> TokenSecret {
    let lock = try folder.lock(lockName, wait: true)
    defer { withExtendedLifetime(lock) {} }
    if let secret = try secret(in: folder) { return secret }
    var random = SystemRandomNumberGenerator()
    let secret = TokenSecret(random: &random)
    // Writes the register first, because a secret without a register means a lost register. The tokens of an existing
    // register were signed with a lost secret.
    var register = try register(in: folder)
    register.revokeAll(at: now)
    try write(register, in: folder)
    try folder.replace(secretName, with: secret.text)
    return secret
  }

  /// Whether a text names a channel that a token can be limited to. `conversation:` or `person:` is required, because a
  /// typing error would make a token that shows nothing.
  package static func isChannel(_ name: String) -> Bool {
    guard ["conversation:", "person:"].contains(where: name.hasPrefix) else { return false }
    var channels = Channels()
    return (try? channels.subscribe(name)) != nil && name.utf8.count <= TokenScope.longestChannel
  }
}
