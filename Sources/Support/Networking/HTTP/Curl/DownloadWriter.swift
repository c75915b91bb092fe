import System

/// Writes a response's body to a file that only its owner can read.
final class DownloadWriter {
  private let path: String
  private let file: Descriptor
  private(set) var count = 0

  init(path: String) throws(HTTPError) {
    self.path = path
    file = try HTTPError.naming(path) { () throws(SystemError) in
      try Descriptor(path, [.writing, .creating, .emptying, .followingNoLink])
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(HTTPError) {
    try HTTPError.naming(path) { () throws(SystemError) in try file.write(bytes) }
    count += bytes.count
  }
}
