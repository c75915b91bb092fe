/// A place of a journal that is not as it was written. What stands around it is readable.
public struct JournalDamage: Hashable, Sendable {
  /// Where, in bytes from the start of the file.
  public var offset: Int
  /// How many bytes.
  public var length: Int
  /// The number of the line before it.
  public var afterSequence: Int
  /// How many lines are missing, where that can be told.
  public var missing: Int
}

extension JournalDamage: CustomStringConvertible {
  /// The sentence that a person reads.
  public var description: String {
    let lines = missing == 1 ? "1 line" : "\(missing) lines"
    return "\(lines) damaged at byte \(offset) (\(length) bytes), behind number \(afterSequence)"
  }
}
