/// The limits beyond which an archive or a member is refused.
public struct ArchiveLimits: Equatable, Sendable {
  /// The largest number of members that an archive may list.
  public var entries = 1_000_000
  /// The longest member name, in bytes as written in the archive.
  public var nameLength = 4096
  /// The largest total size of an archive's names, in bytes.
  public var totalNameLength = 256 << 20
  /// The largest expanded size of one member or one gzip stream, in bytes.
  public var memberSize = 16 << 30
  /// The largest expanded size of all members together, in bytes.
  ///
  /// Members that are themselves over a limit do not count.
  public var totalSize = 256 << 30
  /// The largest ratio of expanded to compressed size, for a zip member or a gzip stream.
  ///
  /// For all members of a zip together, the compressed size is that of the file. Deflate itself ends at about 1030;
  /// chats reach 10 to 50.
  public var ratio = 200
  /// The expanded size in bytes up to which the ratio is not checked.
  public var ratioFloor = 64 << 20

  /// Makes the default limits, meant for untrusted archives.
  public init() {}

  /// Whether `compressed` bytes may expand to `expanded` bytes.
  func allow(expanded: Int, from compressed: Int) -> Bool {
    expanded <= max(ratioFloor, product(of: compressed))
  }

  /// The largest total expanded size of a zip whose file has `fileSize` bytes.
  public func totalSize(fromFile fileSize: Int) -> Int {
    min(totalSize, max(ratioFloor, product(of: fileSize)))
  }

  /// A size times the ratio, or `Int.max` on overflow.
  private func product(of size: Int) -> Int {
    let (product, overflow) = max(size, 1).multipliedReportingOverflow(by: max(ratio, 1))
    return overflow ? .max : product
  }
}
