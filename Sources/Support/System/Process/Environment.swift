import Glibc

/// The environment variables of the process.
package enum Environment {
  /// Returns all variables. Of duplicate names the first counts, as in `getenv`.
  package static func all() -> [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      // Compares bytes: as a `Character`, the sign could combine with a mark at the start of the value.
      if let sign = strchr(entry, 0x3D) {
        let bytes = UnsafeRawBufferPointer(start: entry, count: sign - entry)
        let name = String(decoding: bytes, as: UTF8.self)
        if variables[name] == nil { variables[name] = String(cString: sign + 1) }
      }
      next += 1
    }
    return variables
  }

  /// The folder for temporary files.
  package static var temporaryFolder: String {
    getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  }
}
