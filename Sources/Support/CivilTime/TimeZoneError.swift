/// An error while a zone is looked up.
public enum TimeZoneError: Error, Equatable, Sendable {
  /// None of the directories contains a zone database.
  case noDatabase(searched: [String], wanted: String)
  /// The database has no zone with that name.
  case unknownZone(String)
  /// The text is not a zone name: it would leave the directory, is too long, or has other characters.
  case notAName(String)
  /// The zone's file is damaged.
  case damaged(name: String, reason: Damage)
  /// The file could not be read; `code` is the system's errno.
  case unreadable(path: String, code: Int32)

  /// The damage of a zone file.
  public enum Damage: Error, Equatable, Sendable {
    /// It does not begin with `TZif`.
    case notTZif
    /// It ends before the data that its header announces.
    case truncated
    /// It is larger than any real zone file.
    case tooLarge(limit: Int)
    /// Its header has values that the format forbids.
    case counts
    /// Its transitions are not in ascending order.
    case order
    /// A transition refers to a type, or a type to an abbreviation, that does not exist.
    case index
    /// An offset of a day or more.
    case offset(Int)
    /// The rule for later times, a POSIX TZ string, is malformed.
    case rule(String)
    /// It counts leap seconds, like the files below `right/`. Clocks and exports do not.
    case leapSeconds
  }
}

extension TimeZoneError: CustomStringConvertible {
  /// The problem and what to do about it.
  public var description: String {
    switch self {
    case .noDatabase(let searched, let wanted):
      """
      unknown time zone "\(wanted)": there is no zone database in \
      \(searched.joined(separator: ", ")); install the package tzdata, or set TZDIR to a \
      directory that has one, or give an offset such as +02:00
      """
    case .unknownZone(let name):
      """
      "\(name)" is not a time zone of this system's database; give a name such as Europe/Berlin, \
      an offset such as +02:00, or UTC
      """
    case .notAName(let name):
      """
      "\(name.prefix(100))" cannot be the name of a time zone; give a name such as Europe/Berlin, \
      an offset such as +02:00, or UTC
      """
    case .damaged(let name, let reason):
      "the file of the time zone \"\(name)\" is damaged: \(reason); reinstall tzdata"
    case .unreadable(let path, let code):
      "\(path) cannot be read (error \(code)); check its permissions"
    }
  }
}

extension TimeZoneError.Damage: CustomStringConvertible {
  /// The damage, as part of a sentence.
  public var description: String {
    switch self {
    case .notTZif: "it is not a TZif file"
    case .truncated: "it ends too early"
    case .tooLarge(let limit): "it is larger than \(limit) bytes"
    case .counts: "its header contradicts itself"
    case .order: "its transitions are out of order"
    case .index: "it refers to an entry that it does not have"
    case .offset(let seconds): "it holds an offset of \(seconds) seconds"
    case .rule(let text): "the rule \"\(text.prefix(100))\" cannot be read"
    case .leapSeconds: "it counts leap seconds"
    }
  }
}
