package import CivilTime
import Crypto
import Glibc
package import Store
import Synchronization

/// The tokens of a hub: the secret that they are signed with, and the register of those that were made.
///
/// Both are beside the hub's store, for its owner alone. The register is read again whenever somebody comes in, so that
/// what another process takes back counts here at once. Where either is gone or another secret is there, no token counts.
package final class HubTokens: Sendable {
  package let folder: any StorageFolder
  private let secret: TokenSecret
  private let check: TokenCheck
  private let state: Mutex<State>

  private struct State {
    var register = TokenRegister()
    /// What it was read from; nil before that.
    var bytes: [UInt8]?
    var problem: String?
    var isTold = false
  }

  package static let folderName = DeviceRecords.folder
  package static let secretName = "token.secret"
  private static let registerName = "tokens"

  /// The tokens of the hub with a store; nil where none was ever made.
  ///
  /// Throws `HubError` where the secret cannot be used.
  package init?(of store: String, in storeFolder: any StorageFolder) throws {
    // It shows that a hub has served; looking for tokens is no reason to make it.
    guard try storeFolder.identity(of: Self.folderName) != nil else { return nil }
    folder = try storeFolder.existingFolder(Self.folderName)
    guard let secret = try Self.secret(in: folder) else { return nil }
    self.secret = secret
    check = TokenCheck(secret: secret, audience: store)
    state = Mutex(State())
    // What is wrong with the files is told by whoever runs the hub, with the first `reload`.
    state.withLock { refresh(&$0) }
  }

  // MARK: - Checking

  func access(_ token: String, at now: Timestamp) throws(TokenProblem) -> HubAccess {
    let claims = try check.claims(of: token.utf8, at: now)
    let access = HubAccess(claims)
    // Whoever comes in after it was taken back is too late, however soon.
    state.withLock { refresh(&$0) }
    if let problem = problem(of: access, at: now) { throw problem }
    return access
  }

  /// Why an access counts no more; nil where it does.
  func problem(of access: HubAccess, at now: Timestamp) -> TokenProblem? {
    guard let claims = access.claims else { return nil }
    if TokenCheck.isExpired(claims.expires, at: now) { return .expired(claims.expires) }
    return state.withLock { state in
      if state.problem != nil { return .uncertain }
      return state.register.isRevoked(claims.id) ? .revoked : nil
    }
  }

  /// Whether no token of a person counts.
  func areGone(of subject: String, at now: Timestamp) -> Bool {
    state.withLock { state in
      state.problem == nil
        && state.register.entries.allSatisfy {
          $0.subject != subject || $0.revoked != nil || TokenCheck.isExpired($0.expires, at: now)
        }
    }
  }

  /// A key for something else than tokens, which whoever has the secret gets again.
  func key(for purpose: String) -> [UInt8] {
    HMACSHA256.code(purpose.utf8, key: secret.text)
  }

  /// Looks at the files again; returns what is wrong with them, once.
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
          reason: "it is another one than when the hub began, or gone; start the hub again")
      }
      // All of it: a file that was put in its place may have its number, its size and its time.
      let bytes = try Self.registerBytes(in: folder)
      guard bytes != state.bytes || state.problem != nil else { return }
      state.register = try Self.register(bytes, in: folder)
      (state.bytes, state.problem) = (bytes, nil)
    } catch let error as StorageError
      where error.isForWantOfDescriptors && state.bytes != nil
    {
      // That says nothing of the files; what is known of them holds.
      return
    } catch {
      if state.problem != "\(error)" { state.isTold = false }
      state.problem = "\(error)"
    }
  }

  // MARK: - Files

  /// The register as it is on disk; empty where no token was ever made. Throws `HubError` where it is damaged or lost.
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

  /// The register's bytes; none where no token was ever made.
  private static func registerBytes(in folder: any StorageFolder) throws -> [UInt8] {
    guard try folder.identity(of: registerName) != nil else {
      if try folder.identity(of: secretName) == nil { return [] }
      throw unreadable("it is gone", in: folder)
    }
    let file = try folder.open(registerName, .reading)
    let size = try file.size()
    guard size <= TokenRegister.largest else { throw unreadable("it is too large", in: folder) }
    return try file.read(size, at: 0)
  }

  private static func unreadable(_ problem: String, in folder: any StorageFolder) -> HubError {
    HubError(
      "read \(folder.path)/\(registerName)",
      reason: "\(problem), so that nobody knows which tokens were revoked; remove it together with "
        + "\(secretName), which ends all tokens, and start the hub again")
  }

  /// Changes the register, durably, with other processes kept out meanwhile.
  package static func change<Result>(
    in folder: any StorageFolder, at now: Timestamp, _ body: (inout TokenRegister) throws -> Result
  ) throws -> Result {
    let lock = try folder.lock("tokens.lock", wait: true)
    defer { withExtendedLifetime(lock) {} }
    var register = try register(in: folder)
    register.dropExpired(at: now)
    let result = try body(&register)
    try folder.replace(registerName, with: register.bytes)
    return result
  }

  /// The secret; nil where there is none. One that others can read is refused.
  package static func secret(in folder: any StorageFolder) throws -> TokenSecret? {
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

  /// The secret; one is made where there is none, which takes back all tokens that the register still has. Throws
  /// `HubError` where that is damaged.
  package static func makeSecret(
    in folder: any StorageFolder, at now: Timestamp
  ) throws -> TokenSecret {
    let lock = try folder.lock("tokens.lock", wait: true)
    defer { withExtendedLifetime(lock) {} }
    if let secret = try secret(in: folder) { return secret }
    var random = SystemRandomNumberGenerator()
    let secret = TokenSecret(random: &random)
    // The register first: a secret without one is one whose register was lost. What is in one that is there was signed
    // with a secret that is gone.
    var register = try register(in: folder)
    register.revokeAll(at: now)
    try folder.replace(registerName, with: register.bytes)
    try folder.replace(secretName, with: secret.text)
    return secret
  }

  /// Whether a text names a channel that a token can be limited to. Here it has to say which kind it is: a slip of the
  /// pen would make a token that shows nothing.
  package static func isChannel(_ name: String) -> Bool {
    guard ["conversation:", "person:"].contains(where: name.hasPrefix) else { return false }
    var channels = Channels()
    return (try? channels.subscribe(name)) != nil && name.utf8.count <= TokenScope.longestChannel
  }
}
