public import CivilTime
import Glibc
public import Identities
public import Journal
import Synchronization

/// The tokens of a hub: the secret that they are signed with, and the register of those that were made.
///
/// Both are beside the hub's store, for its owner alone. The register is read again when it has changed, so that what
/// another process takes back counts here at once.
public final class HubTokens: Sendable {
  /// The folder that both are in.
  public let folder: any StorageFolder
  private let check: TokenCheck
  private let state: Mutex<State>

  private struct State {
    var register = TokenRegister()
    /// The file that it was read from.
    var identity: FileIdentity?
    /// Why the present file could not be read.
    var problem: String?
    /// Whether somebody was told of that.
    var isTold = false
  }

  /// The folder in the store's folder where both are.
  public static let folderName = DeviceRecords.folder
  /// The file with the secret.
  public static let secretName = "token.secret"
  private static let registerName = "tokens"

  /// The tokens of the hub with a store; nil where none was ever made.
  ///
  /// Throws `HubError` where the secret cannot be used.
  public init?(of store: String, in storeFolder: any StorageFolder) throws {
    // It shows that a hub has served; looking for tokens is no reason to make it.
    guard try storeFolder.identity(of: Self.folderName) != nil else { return nil }
    folder = try storeFolder.existingFolder(Self.folderName)
    guard let secret = try Self.secret(in: folder) else { return nil }
    check = TokenCheck(secret: secret, audience: store)
    state = Mutex(State())
    reload()
  }

  // MARK: - Checking

  /// What the holder of a token may do.
  public func access(_ token: String, at now: Timestamp) throws(TokenProblem) -> HubAccess {
    let claims = try check.claims(of: token.utf8, at: now)
    let access = HubAccess(claims)
    // Whoever comes in after it was taken back is too late, however soon.
    state.withLock { refresh(&$0) }
    if let problem = problem(of: access, at: now) { throw problem }
    return access
  }

  /// Why an access counts no more; nil where it does.
  public func problem(of access: HubAccess, at now: Timestamp) -> TokenProblem? {
    guard let claims = access.claims else { return nil }
    if TokenCheck.isExpired(claims.expires, at: now) { return .expired(claims.expires) }
    return state.withLock { state in
      // Which ones were taken back is not known then.
      if state.problem != nil { return .revoked }
      return state.register.isRevoked(claims.id) ? .revoked : nil
    }
  }

  /// Reads the register where it is another one than before; returns what is wrong with it, once.
  @discardableResult
  public func reload() -> String? {
    state.withLock { state in
      refresh(&state)
      defer { state.isTold = true }
      return state.isTold ? nil : state.problem
    }
  }

  private func refresh(_ state: inout State) {
    do {
      let identity = try folder.identity(of: Self.registerName)
      guard identity != state.identity || state.problem != nil else { return }
      state.identity = identity
      state.register = try Self.register(in: folder)
      state.problem = nil
    } catch {
      if state.problem != "\(error)" { state.isTold = false }
      state.problem = "\(error)"
    }
  }

  // MARK: - Files

  /// The register as it is on disk; empty where there is none.
  public static func register(in folder: any StorageFolder) throws -> TokenRegister {
    guard try folder.identity(of: registerName) != nil else { return TokenRegister() }
    let file = try folder.open(registerName, .reading)
    let size = try file.size()
    let what = "read \(folder.path)/\(registerName)"
    guard size <= TokenRegister.largest else {
      throw HubError(what, reason: "it is too large to be a register of tokens")
    }
    let bytes = try file.read(size, at: 0)
    do throws(TokenRegister.Problem) {
      return try TokenRegister(parsing: bytes)
    } catch {
      throw HubError(
        what,
        reason: "\(error), so that nobody knows which tokens were revoked; remove it together with "
          + "\(secretName), which ends all tokens")
    }
  }

  /// Changes the register, durably, with other processes kept out meanwhile.
  public static func change<Result>(
    in folder: any StorageFolder, at now: Timestamp, _ body: (inout TokenRegister) throws -> Result
  ) throws -> Result {
    let lock = try folder.lock("tokens.lock", wait: true)
    defer { withExtendedLifetime(lock) {} }
    var register = try register(in: folder)
    register.dropExpired(at: now)
    let result = try body(&register)
    let temporary = registerName + ".new"
    let file = try folder.open(temporary, .replacing)
    try file.append(register.bytes)
    try file.sync()
    try folder.rename(temporary, to: registerName)
    try folder.sync()
    return result
  }

  /// The secret; nil where there is none. One that others can read is refused.
  public static func secret(in folder: any StorageFolder) throws -> TokenSecret? {
    guard try folder.identity(of: secretName) != nil else { return nil }
    let path = "\(folder.path)/\(secretName)"
    var status = stat()
    guard lstat(path, &status) == 0 else { throw HubError("read \(path)", errno: errno) }
    guard status.st_mode & 0o077 == 0 else {
      throw HubError(
        "use \(path)",
        reason:
          "others than its owner can read it: 'chmod 600' on it, or remove it, which ends all tokens"
      )
    }
    let file = try folder.open(secretName, .reading)
    guard let secret = TokenSecret(text: try file.read(min(try file.size(), 4096), at: 0)) else {
      throw HubError("use \(path)", reason: "it holds no secret; remove it, which ends all tokens")
    }
    return secret
  }

  /// The secret; one is made where there is none.
  public static func makeSecret(in folder: any StorageFolder) throws -> TokenSecret {
    let lock = try folder.lock("tokens.lock", wait: true)
    defer { withExtendedLifetime(lock) {} }
    if let secret = try secret(in: folder) { return secret }
    var random = SystemRandomNumberGenerator()
    let secret = TokenSecret(random: &random)
    let temporary = secretName + ".new"
    // Storage makes files for their owner alone.
    let file = try folder.open(temporary, .replacing)
    try file.append(secret.text)
    try file.sync()
    try folder.rename(temporary, to: secretName)
    try folder.sync()
    return secret
  }

  /// Whether a text names a channel that a token can be limited to.
  public static func isChannel(_ name: String) -> Bool {
    var channels = Channels()
    do throws(Channels.Problem) {
      try channels.subscribe(name)
      return name.utf8.count <= TokenScope.longestChannel
    } catch {
      return false
    }
  }
}
