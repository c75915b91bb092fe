internal import CLibcurl
import Encoding
import System

/// Converts the result code of a failed libcurl transfer into an `HTTPError`, with the state of its handle.
struct CurlFailure {
  let code: CURLcode
  let handle: EasyHandle
  let request: PreparedRequest
  let settings: TransportSettings
  let hasSent: Bool
  let hasHeader: Bool

  var error: HTTPError {
    let destination = request.destination
    switch code {
    case CURLE_URL_MALFORMAT: return .invalidURL(.malformed)
    case CURLE_COULDNT_RESOLVE_HOST:
      return .unknownHost(HTTPError.Server(host: destination.host, port: destination.port))
    case CURLE_COULDNT_RESOLVE_PROXY: return .unknownHost(request.server)
    case CURLE_COULDNT_CONNECT:
      let errno = Int32(truncatingIfNeeded: handle.long(CURLINFO_OS_ERRNO))
      return SystemError(errno) == .connectionRefused
        ? .connectionRefused(request.server) : .unreachable(request.server, errno: errno)
    case CURLE_PROXY: return .proxyRefused(request.server, status: 0)
    case CURLE_OPERATION_TIMEDOUT:
      return .timedOut(.connect, after: request.timeouts.connect ?? .zero, destination)
    case CURLE_FILESIZE_EXCEEDED:
      return .responseTooLarge(destination, limit: request.maximumResponseBytes)
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING,
      CURLE_WRITE_ERROR, CURLE_BAD_FUNCTION_ARGUMENT:
      // libcurl returns the last one for a header field without a colon or with a NUL.
      return .badResponse(destination, reason: failureText)
    case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE, CURLE_HTTP2,
      CURLE_HTTP2_STREAM, CURLE_SEND_FAIL_REWIND:
      return .connectionBroken(destination, answerBegun: hasHeader)
    case CURLE_RECV_ERROR:
      let status = handle.long(CURLINFO_HTTP_CONNECTCODE)
      if request.proxy != nil, status >= 300 {
        return .proxyRefused(request.server, status: status)
      }
      // Malformed chunks have the same code as a reset connection.
      if failureText.holds("chunk") { return .badResponse(destination, reason: failureText) }
      return .connectionBroken(destination, answerBegun: hasHeader)
    case CURLE_OUT_OF_MEMORY where hasSent && !hasHeader, CURLcode(rawValue: 100):
      // A header line beyond libcurl's own limit; later versions have a code for it.
      return .headerTooLarge(destination, .line)
    default:
      if let tlsFailure { return .tlsFailed(tlsFailure, destination) }
      return .unexpected(code: Int32(code.rawValue), text: failureText)
    }
  }
}

extension CurlFailure {
  private var failureText: String { handle.failureText(code) }

  private var tlsFailure: TLSFailure? {
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION: certificateFailure
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH: .wrongPin
    case CURLE_SSL_CACERT_BADFILE:
      .unreadableAuthorities(settings.authorityFile ?? settings.authorityFolder)
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
      CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED, CURLE_SSL_ENGINE_INITFAILED,
      CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
      .handshake(failureText)
    default: nil
    }
  }

  /// OpenSSL's verdict on the server's certificate (`X509_V_ERR_` in x509_vfy.h).
  ///
  /// libcurl compares the host name before it reads OpenSSL's result. So 1 (no result yet) and 0 (valid) mean a wrong
  /// host name.
  private var certificateFailure: TLSFailure {
    switch handle.long(CURLINFO_SSL_VERIFYRESULT) {
    case 0, 1, 62, 63, 64: .wrongHost
    case 9: .notYetValid
    case 10: .expired
    case 18, 19: .selfSigned
    case 2, 20, 21, 27: .unknownAuthority
    case 23: .revoked
    case let other: .refusedCertificate(other)
    }
  }
}
