package import Encoding
import Glibc

/// Why a file, or a part of it, could not be read.
package enum LoadingError: Error, Sendable {
  /// A file or folder that cannot be opened or read.
  case unreadable(path: String, reason: Reason)
  /// A file without a single byte.
  case empty(path: String)
  /// A file in no known format.
  case unknownFormat(path: String)
  /// A file packed by a program that is not supported.
  case foreignArchive(path: String, packing: ForeignPacking)
  /// A file that looks like a table whose first line does not name its columns, with a guess of them. Or a table that
  /// does not have the columns that the user named.
  case unknownTable(path: String, guess: TableColumns?, told: TableColumns?)
  /// A database, which no loader reads.
  case database(path: String)
  /// A file of a known format that is truncated or damaged, perhaps at `more` places. `isIndex` marks a list of
  /// people or conversations.
  case damaged(path: String, format: String, error: JSONError, more: Int = 0, isIndex: Bool = false)
  /// A file of a known format without messages.
  case noMessages(path: String)
  /// An archive that cannot be opened.
  case badArchive(path: String, problem: String)
  /// A file that is read later, because it may end the program.
  case postponed(path: String)
  /// A file that crashed the program, and that is read again only on request.
  case setAside(path: String)

  package enum Reason: Sendable {
    /// The system's error number.
    case system(Int32)
    /// Neither a file nor a folder, for example a socket.
    case notAFile
    /// A folder that contains itself through a symbolic link.
    case loop
    /// Nested folders beyond the limit.
    case tooDeep(limit: Int)
    /// Nested archives beyond the limit.
    case archivesTooDeep(limit: Int)
    /// A pipe with more bytes than are copied, in bytes.
    case pipeTooLong(limit: Int)
    /// A temporary folder without room for the copy of a pipe.
    case spoolFull(folder: String)
    /// The system's error number from copying to a temporary folder.
    case spool(folder: String, Int32)
  }
}

extension LoadingError: CustomStringConvertible {
  /// The path that the error is about.
  package var path: String {
    switch self {
    case .unreadable(let path, _), .empty(let path), .unknownFormat(let path), .database(let path),
      .foreignArchive(let path, _), .unknownTable(let path, _, _),
      .damaged(let path, _, _, _, _), .noMessages(let path), .badArchive(let path, _),
      .postponed(let path), .setAside(let path):
      path
    }
  }

  /// The sentence for the user, without the path.
  package var description: String {
    switch self {
    case .unreadable(_, let reason): "cannot be read: \(reason)"
    case .empty: "is empty"
    case .unknownFormat:
      "is in no known format ('actionitems formats' lists those that can be read)"
    case .foreignArchive(_, let packing):
      "is in no known format, but packed as \(packing.rawValue): unpack it first, and name what comes out"
    case .unknownTable(_, let guess, let told):
      (told.map {
        "is in no known format, and no table of the columns that --columns names (\($0))"
      }
        ?? "is in no known format, but looks like a table whose first line does not name its columns: "
        + "--columns says what they hold")
        + (guess.map { "; perhaps --columns \($0)" } ?? "")
    case .database:
      "is an SQLite database, as iMessage's chat.db: imessage-exporter writes that as text, and slackdump its "
        + "own as a Slack export"
    case .damaged(_, let format, let error, let more, let isIndex):
      (isIndex ? "is a damaged list of a" : "is damaged") + " \(format): \(error)"
        + (more > 0 ? ", and in \(more) more places" : "")
        + (isIndex
          ? "; messages are read all the same, but who or what it lists may go by an id"
          : "; what can be read of it is read")
    case .noMessages: "holds no messages"
    case .badArchive(_, let problem): "cannot be unpacked: \(problem)"
    case .postponed: "is read later"
    case .setAside:
      "is set aside: the program died while it read nothing but this file; please report it, and change the file or "
        + "use --retry-failed to read it again"
    }
  }
}

extension LoadingError.Reason: CustomStringConvertible {
  /// The sentence for the user.
  package var description: String {
    switch self {
    case .system(ELOOP): "its symbolic links run in a circle"
    case .system(EMFILE): "too many files are open; raise 'ulimit -n'"
    case .system(let number): String(cString: strerror(number))
    case .notAFile: "it is neither a file nor a folder"
    case .loop: "a symbolic link leads back to a folder above it"
    case .tooDeep(let limit): "folders lie more than \(limit) deep in each other"
    case .archivesTooDeep(let limit): "archives lie more than \(limit) deep in each other"
    case .pipeTooLong(let limit):
      "it gives more than \(limit) bytes; save it as a file first, and name that"
    case .spoolFull(let folder):
      "copying it would fill \(folder); save it as a file first, or let TMPDIR name a larger folder"
    case .spool(let folder, let number):
      "copying it to \(folder) failed: \(String(cString: strerror(number))) (TMPDIR names another)"
    }
  }
}
