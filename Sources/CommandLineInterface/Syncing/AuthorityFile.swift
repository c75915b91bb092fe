import Glibc
import TextSearch

/// A file of certificate authorities, as a destination is connected to with it.
enum AuthorityFile {
  /// More than this is no list of authorities; the system's own has a quarter of a megabyte.
  private static let limit = 16 << 20

  /// The path from the root, so that it means the same wherever the next sync is started; throws where there is
  /// no certificate in the file.
  static func checked(_ path: String) throws(CommandFailure) -> String {
    let bytes: [UInt8]
    do throws(SmallFile.Failure) {
      bytes = try SmallFile.read(path, limit: limit)
    } catch {
      throw CommandFailure(.usage, "--ca: \(error)")
    }
    guard bytes.holds("-----BEGIN ".utf8) else {
      throw CommandFailure(
        .usage, "--ca: \(path) holds no certificate in PEM, which begins with -----BEGIN")
    }
    return WorkingFolder.absolute(path)
  }
}
