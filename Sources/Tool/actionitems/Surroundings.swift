import Glibc

/// What the program was started with, beside its arguments.
enum Surroundings {
  /// The environment's variables; of two with one name the first, as `getenv` takes it.
  static func environment() -> [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      // At the byte: a value may begin with a mark that, as a character, belongs to the sign.
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
