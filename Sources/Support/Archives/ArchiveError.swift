/// The reason why an archive, one of its members or a gzip stream cannot be read.
///
/// `member` is a member's name as in `ArchiveEntry.name`, or the caller's name for a gzip stream.
public enum ArchiveError: Error, Hashable, Sendable {
  /// zlib could not allocate memory.
  case outOfMemory

  // Problems of a whole archive.

  /// The file has neither the end nor the beginning of a zip.
  case notZip
  /// The zip's end record is missing, so its members were found by their local headers.
  case endMissing
  case tarCutShort
  /// Unreadable bytes at `offset` were skipped, in the directory or, without a directory, between members.
  case directoryDamaged(offset: Int)
  case directoryCount(declared: Int, found: Int)
  case split
  case tooManyEntries(limit: Int)
  case namesTooLong(limit: Int)
  case archiveTooLarge(size: Int, limit: Int)

  // Members that were left out.

  /// The name is empty or could lead out of the target folder.
  case unsafeName(member: String)
  /// `member` is the beginning of a name of `length` bytes.
  case nameTooLong(member: String, length: Int, limit: Int)
  /// The tar header at `offset` announces more than `limit` bytes of metadata for a member.
  case headerTooLong(offset: Int, limit: Int)
  /// A later member has the same name.
  case duplicateName(member: String)

  // Problems of one member or stream.

  case encrypted(member: String)
  /// The member is compressed by a method other than deflate.
  case unsupportedMethod(member: String, method: Int)
  case tooLarge(member: String, limit: Int)
  case ratioTooHigh(member: String, limit: Int)
  /// The member's bytes overlap another member or the directory.
  case overlapping(member: String)
  /// The place given by the directory has no local header, or that of another member.
  case headerMismatch(member: String)
  case cutShort(member: String)
  /// The compressed bytes, or the fields that describe them, are invalid.
  case damaged(member: String, detail: String)
  /// `found` is `declared` + 1 if the expansion stopped because there was more.
  case sizeMismatch(member: String, declared: Int, found: Int)
  case checksumMismatch(member: String)
  case notGzip(member: String)
  /// Bytes that are neither gzip nor zeros follow a gzip stream that was read in full.
  case trailingBytes(member: String)
}

extension ArchiveError: CustomStringConvertible {
  /// The problem, the member concerned and what to do about it.
  ///
  /// Names are quoted, with control characters escaped.
  public var description: String {
    switch self {
    case .outOfMemory: "not enough memory to decompress; close other programs and try again"
    case .notZip: "not a zip archive; check that the download was complete"
    case .endMissing:
      "the zip's end is missing, so it was probably cut short; its members were searched one by "
        + "one, and some may be missing; download it again"
    case .tarCutShort: "the tar is cut short, so members may be missing; download it again"
    case .directoryDamaged(let offset):
      "the archive is damaged at byte \(offset), so members may be missing; download it again"
    case .directoryCount(let declared, let found):
      "the zip says that it has \(declared) members but lists \(found); download it again"
    case .split: "the file is one part of a split zip; join the parts first, as `zip -s 0` does"
    case .tooManyEntries(let limit):
      "the archive lists more than \(limit) members; unpack it by hand if you trust it, and name the "
        + "folder"
    case .namesTooLong(let limit):
      "the names in the archive take more than \(limit) bytes; unpack it by hand if you trust it, and "
        + "name the folder"
    case .archiveTooLarge(let size, let limit):
      "the archive expands to \(size) bytes, more than \(limit); if you trust it, --archive-ratio raises that, "
        + "or unpack it by hand and name the folder"
    case .unsafeName(let member):
      "\(quoted(member)) was skipped: its name is empty or contains `..` or a NUL"
    case .nameTooLong(let member, let length, let limit):
      "\(quoted(member))… was skipped: its name has \(length) bytes, more than \(limit)"
    case .headerTooLong(let offset, let limit):
      "a member was skipped: its description at byte \(offset) of the tar has more than \(limit) bytes; pack it "
        + "again with shorter names"
    case .duplicateName(let member):
      "\(quoted(member)) is in the archive more than once; only the last one is read"
    case .encrypted(let member): "\(quoted(member)) is encrypted; decrypt the zip first"
    case .unsupportedMethod(let member, let method):
      "\(quoted(member)) is compressed by \(methodName(method)), which is not supported; repack it "
        + "with deflate"
    case .tooLarge(let member, let limit):
      "\(quoted(member)) expands to more than \(limit) bytes; unpack it by hand if you trust it"
    case .ratioTooHigh(let member, let limit):
      "\(quoted(member)) expands to more than \(limit) times its compressed size; --archive-ratio "
        + "raises that, if you trust it"
    case .overlapping(let member):
      "\(quoted(member)) overlaps another member or the directory: the zip is damaged or malicious"
    case .headerMismatch(let member):
      "\(quoted(member)) is not where the zip's directory says; download it again"
    case .cutShort(let member):
      "\(quoted(member)) is cut short: the file ends before it does; download it again"
    case .damaged(let member, let detail):
      "\(quoted(member)) is damaged (\(detail)); download it again"
    case .sizeMismatch(let member, let declared, let found):
      "\(quoted(member)) should expand to \(declared) bytes but has "
        + (found > declared ? "more" : "\(found)") + "; download it again"
    case .checksumMismatch(let member):
      "\(quoted(member)) is damaged (its CRC-32 is wrong); download it again"
    case .notGzip(let member): "\(quoted(member)) is not gzip"
    case .trailingBytes(let member):
      "\(quoted(member)) has other bytes after its gzip data, which was read in full"
    }
  }

  private func quoted(_ name: String) -> String { name.debugDescription }

  /// The method's name from APPNOTE.TXT 4.4.5, and its number.
  private func methodName(_ method: Int) -> String {
    let names = [
      1: "shrink", 6: "implode", 9: "deflate64", 12: "bzip2", 14: "LZMA", 93: "Zstandard",
      95: "XZ", 98: "PPMd", 99: "AES encryption",
    ]
    return names[method].map { "\($0) (method \(method))" } ?? "method \(method)"
  }
}
