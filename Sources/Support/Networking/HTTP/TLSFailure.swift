/// The reason why a TLS connection failed: the server's certificate, the trusted authorities, or the handshake.
package enum TLSFailure: Hashable, Sendable {
  case expired
  case notYetValid
  case selfSigned
  case unknownAuthority
  case revoked
  case wrongHost
  case wrongPin
  case unreadableAuthorities(String?)
  /// The certificate was refused for another reason. The number is OpenSSL's, from `X509_V_ERR_`.
  case refusedCertificate(Int)
  /// The handshake failed, for example because the server does not speak TLS. The text is libcurl's.
  case handshake(String)
}

extension TLSFailure: CustomStringConvertible {
  /// The reason, to follow "the secure connection failed: ".
  package var description: String {
    switch self {
    case .expired: "the server's certificate has expired"
    case .notYetValid: "the server's certificate is not valid yet; check this machine's clock"
    case .selfSigned:
      "the server's certificate is signed by itself; name its file as the authority to trust it"
    case .unknownAuthority:
      "no trusted authority vouches for the server's certificate; name the authority's file to "
        + "trust it"
    case .revoked: "the server's certificate was revoked"
    case .wrongHost: "the server's certificate is for another host name"
    case .wrongPin: "the server's public key is not the pinned one"
    case .unreadableAuthorities(let path?): "the authorities in \(path) cannot be read"
    case .unreadableAuthorities(nil): "the system's authorities cannot be read"
    case .refusedCertificate(let code): "the server's certificate was refused (OpenSSL \(code))"
    case .handshake(let text): "no agreement with the server (\(text))"
    }
  }
}
