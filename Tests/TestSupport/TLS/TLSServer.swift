import Glibc

/// OpenSSL's own test server on 127.0.0.1; it answers every request with a page about TLS.
public final class TLSServer: Sendable {
  /// The port that the system chose.
  public let port: Int
  private let process: pid_t
  private let output: Int32

  /// Starts the server; returns when it listens.
  public init(certificate: TestAuthority.Certificate, options: [String] = []) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw OpenSSL.Failure(arguments: ["s_server"]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let arguments = [
      "s_server", "-accept", "127.0.0.1:0", "-cert", certificate.file, "-key", certificate.key,
      "-www",
    ]
    defer { close(ends[1]) }
    output = ends[0]
    process = try OpenSSL.start(arguments + options, output: ends[1])
    port = try TLSServer.readPort(ends[0])
  }

  deinit {
    kill(process, SIGKILL)
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
    close(output)
  }

  /// Reads lines up to `ACCEPT 127.0.0.1:40001`.
  private static func readPort(_ descriptor: Int32) throws -> Int {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) == 1 {
      guard byte == UInt8(ascii: "\n") else {
        line.append(byte)
        continue
      }
      let text = String(decoding: line, as: UTF8.self)
      if text.hasPrefix("ACCEPT "), let port = text.split(separator: ":").last.flatMap({ Int($0) })
      {
        return port
      }
      line = []
    }
    throw OpenSSL.Failure(arguments: ["s_server"])
  }
}
