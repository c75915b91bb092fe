import Glibc

/// The process environment.
enum Environment {
  /// Returns the environment variables. Of duplicate names the first counts, as in `getenv`.
  static func environment() -> [String: String] {
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
}
