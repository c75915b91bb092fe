import System

/// The access token that is sent to a remote, read from an environment variable or from a file.
struct RemoteToken: Sendable {
  let value: String?
  /// The place where the token is, or where it was looked for.
  let place: String

  /// Reads the named variable, or else that of the remote, or else the common one. `isKept` means that the store, and
  /// not the settings of this call, names the variable.
  /// - Throws: `CommandFailure` if the named variable is not set or invalid.
  init(
    _ name: String, variable: String?, isKept: Bool = false, _ environment: [String: String]
  ) throws(CommandFailure) {
    let own = name.uppercased().map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
    let usual = ["ACTIONITEMS_SYNC_TOKEN_\(own)", "ACTIONITEMS_SYNC_TOKEN"]
    let kept =
      isKept ? "; it is stored for '\(name)': set it, or remove it with --token-env ''" : ""
    if let variable {
      try refuse(
        if: !APIKeySource.isVariable(variable),
        "--token-env takes the name of a variable, not the token itself")
      guard let text = environment[variable] else {
        throw CommandFailure(
          .usage, "--token-env: \(APIKeySource.shown(variable)) is not set\(kept)")
      }
      try refuse(if: text.isEmpty, "--token-env: $\(variable) is empty\(kept)")
    }
    let found = (variable.map { [$0] } ?? usual).first { environment[$0]?.isEmpty == false }
    value = found.flatMap { environment[$0] }
    if let found, let value {
      place = "$\(found)"
      try Self.check(value, in: place)
    } else {
      let empty = usual.first { environment[$0] != nil }
      place = empty.map { "$\($0), which is empty" } ?? "$\(usual[0]) or $\(usual[1])"
    }
  }

  /// Reads the token from a file, without line breaks at its end.
  /// - Throws: `CommandFailure` if there is no valid token.
  init(file path: String) throws(CommandFailure) {
    var bytes = try SmallFile.read(
      path, for: RemoteOptionSet.tokenFile.name, limit: Self.longest)
    while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
    guard let text = String(validating: bytes, as: UTF8.self), !text.isEmpty else {
      throw CommandFailure(.usage, "--token-file: \(path) contains no token")
    }
    (value, place) = (text, path)
    try Self.check(text, in: path)
  }

  /// Maximum bytes of a token file.
  private static let longest = 8192

  /// Checks that a token is valid in a header field and survives its parsing.
  /// - Throws: `CommandFailure` if it is not.
  static func check(_ token: String, in place: String) throws(CommandFailure) {
    try refuse(
      if: token.utf8.contains { $0 < 0x20 || $0 == 0x7F },
      "\(place): the token contains a control character")
    try refuse(
      if: token.first == " " || token.last == " ",
      "\(place): the token starts or ends with a space")
  }

  /// A hint for the case that a server refuses the token.
  var hint: String {
    value == nil ? "no token in \(place)" : "the token is from \(place)"
  }
}
