import FoundationEssentials

/// A test's own certificate authority and the certificates that it signs, as PEM files.
public final class TestAuthority: Sendable {
  /// The files of a certificate and its key.
  public struct Certificate: Sendable {
    /// The certificate, PEM.
    public let file: String
    /// Its private key, PEM.
    public let key: String

    /// The SHA-256 of its public key in base64, as used for pinning.
    public func pin() throws -> String {
      try OpenSSL.run(["pkey", "-in", key, "-pubout", "-outform", "DER", "-out", key + ".der"])
      try OpenSSL.run(["dgst", "-sha256", "-binary", "-out", key + ".sum", key + ".der"])
      return try Data(contentsOf: URL(filePath: key + ".sum")).base64EncodedString()
    }
  }

  /// The authority's own certificate, PEM.
  public var file: String { own.file }
  /// The authority's own certificate, which a server may also present.
  public let own: Certificate
  private let directory: TemporaryDirectory

  /// Makes a key and a certificate that is valid for two days.
  public init() throws {
    directory = try TemporaryDirectory()
    own = Certificate(
      file: directory.path + "/authority.pem", key: directory.path + "/authority.key")
    try OpenSSL.run(
      ["req", "-x509", "-nodes", "-keyout", own.key, "-out", own.file]
        + TestAuthority.newKey + ["-subj", "/CN=Test Authority", "-days", "2"])
  }

  /// Signs a certificate for names such as `DNS:localhost` or `IP:127.0.0.1`. A negative number of days makes an
  /// expired certificate.
  public func sign(_ name: String, for names: [String], days: Int = 2) throws -> Certificate {
    let base = directory.path + "/" + name
    let certificate = Certificate(file: base + ".pem", key: base + ".key")
    try OpenSSL.run(
      ["req", "-new", "-nodes", "-keyout", certificate.key, "-out", base + ".csr"]
        + TestAuthority.newKey
        + ["-subj", "/CN=\(name)", "-addext", "subjectAltName=" + names.joined(separator: ",")])
    try OpenSSL.run([
      "x509", "-req", "-in", base + ".csr", "-out", certificate.file, "-CA", file, "-CAkey",
      own.key, "-CAcreateserial", "-copy_extensions", "copy", "-days",
      "\(days)",
    ])
    return certificate
  }

  private static let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
}
