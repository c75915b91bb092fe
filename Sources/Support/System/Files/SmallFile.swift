/// Reads a small file completely, such as settings or a key. It may be a pipe, as in `<(pass show key)`.
package enum SmallFile {
  package struct Failure: Error, CustomStringConvertible {
    package let path: String
    package let reason: String
    package let isMissing: Bool

    package var description: String { "\(path) cannot be read: \(reason)" }
  }

  /// Reads a file. Throws if it has more than `limit` bytes.
  package static func read(_ path: String, limit: Int = 1 << 20) throws(Failure) -> [UInt8] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Descriptor(path).readAll(limit: limit)
    } catch {
      throw Failure(path: path, reason: "\(error)", isMissing: error == .missing)
    }
    guard bytes.count <= limit else {
      throw Failure(path: path, reason: "it has more than \(limit) bytes", isMissing: false)
    }
    return bytes
  }

  /// Reads the file named by an option.
  package static func read(
    _ path: String, for option: String, limit: Int = 1 << 20
  ) throws(CommandFailure) -> [UInt8] {
    do throws(Failure) {
      return try read(path, limit: limit)
    } catch {
      throw CommandFailure(.usage, "--\(option): \(error)")
    }
  }
}
