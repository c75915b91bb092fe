package import Encoding
package import System

/// An error about a file that could not be read, wholly or in part, with its sentence for the user.
package enum LoadingError: Error, Sendable {
  /// A file or folder that cannot be opened or read.
  case unreadable(path: String, reason: Reason)
  /// A file without a single byte.
  case empty(path: String)
  /// A file in no known format.
  case unknownFormat(path: String)
  /// A file packed by a program that is not supported.
  case foreignArchive(path: String, packing: ForeignPacking)
  /// A file that looks like a table without known column names, with a guess of the columns. Or a file that is not a
  /// table with the columns `told` by the user.
  case unknownTable(path: String, guess: TableColumns?, told: TableColumns?)
  /// A page of messages of Facebook or Instagram.
  case metaPage(path: String)
  /// A database, which no loader reads.
  case database(path: String)
  /// A file of a known format that is truncated or damaged, perhaps at `more` places. `isIndex` marks a list of
  /// people or conversations.
  case damaged(path: String, format: String, error: JSONError, more: Int = 0, isIndex: Bool = false)
  /// A file of a known format without messages.
  case noMessages(path: String)
  /// An archive that cannot be opened.
  case badArchive(path: String, problem: String)
  /// A file that is read later, because it may crash the program.
  case postponed(path: String)
  /// A file that crashed the program, and that is read again only on request.
  case setAside(path: String)

  package enum Reason: Sendable {
    /// The system's error.
    case system(SystemError)
    /// Neither a file nor a folder, for example a socket.
    case notAFile
    /// A folder that contains itself through a symbolic link.
    case loop
    /// Nested folders beyond the limit.
    case tooDeep(limit: Int)
    /// Nested archives beyond the limit.
    case archivesTooDeep(limit: Int)
    /// A pipe with more than `limit` bytes.
    case pipeTooLong(limit: Int)
    /// A temporary folder without room for the copy of a pipe.
    case spoolFull(folder: String)
    /// The system's error from copying to a temporary folder.
    case spool(folder: String, SystemError)
  }
}

extension LoadingError {
  /// Makes a system call; turns its error into `unreadable` for the path.
  static func naming<Result>(
    _ path: String, _ call: () throws(SystemError) -> Result
  ) throws(LoadingError) -> Result {
    do throws(SystemError) { return try call() } catch {
      throw .unreadable(path: path, reason: .system(error))
    }
  }
}

extension LoadingError: CustomStringConvertible {
  /// The path that the error is about.
  package var path: String {
    switch self {
    case .unreadable(let path, _), .empty(let path), .unknownFormat(let path), .database(let path),
      .metaPage(let path),
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
    case .unknownFormat(let path) where path.hasSuffix(".csv") || path.hasSuffix(".tsv"):
      "is not a table with known column names; name its columns in their order, as in --columns time,sender,text"
    case .unknownFormat:
      "has an unknown format ('actionitems formats' lists the supported ones)"
    case .foreignArchive(_, let packing):
      "has an unknown format, compressed as \(packing.rawValue): decompress it first, and give the result"
    case .unknownTable(_, let guess, let told):
      (told.map {
        "has an unknown format, and is not a table with the columns of --columns (\($0))"
      }
        ?? "has an unknown format, but looks like a table whose columns have no known names: "
        + "set them with --columns")
        + (guess.map { ", perhaps --columns \($0)" } ?? "")
    case .metaPage:
      "is an HTML page of Facebook or Instagram: download your information again, and choose format JSON"
    case .database:
      "is an SQLite database, such as iMessage's chat.db: export it as text with imessage-exporter; slackdump exports "
        + "its own as a Slack export"
    case .damaged(_, let format, let error, let more, let isIndex):
      "is a damaged \(isIndex ? "list" : "file") (\(format)): \(error)"
        + (more > 0 ? ", and in \(more.counted("more place"))" : "")
        + (isIndex
          ? "; messages are read anyway, but names that it lists may be shown as ids"
          : "; the readable part is read")
    case .noMessages: "contains no messages"
    case .badArchive(_, let problem): "cannot be unpacked: \(problem)"
    case .postponed: "is read later"
    case .setAside:
      "is set aside: it crashed the program while nothing else was read; please report it, and change the file or "
        + "use --retry-failed to read it again"
    }
  }
}

extension LoadingError.Reason: CustomStringConvertible {
  package var description: String {
    switch self {
    case .system(.symbolicLink): "its symbolic links form a loop"
    case .system(.tooManyFiles): "too many files are open; raise 'ulimit -n'"
    case .system(let error): "\(error)"
    case .notAFile: "it is neither a file nor a folder"
    case .loop: "a symbolic link leads back to a folder above it"
    case .tooDeep(let limit): "folders are nested more than \(limit) deep"
    case .archivesTooDeep(let limit): "archives are nested more than \(limit) deep"
    case .pipeTooLong(let limit):
      "it has more than \(limit) bytes; save it as a file first, and give that"
    case .spoolFull(let folder):
      "copying it would fill \(folder); save it as a file first, or set TMPDIR to a larger folder"
    case .spool(let folder, let error):
      "copying it to \(folder) failed: \(error) (TMPDIR sets another)"
    }
  }
}
