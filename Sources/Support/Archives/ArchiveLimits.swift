/// How much an archive may ask of its reader before it is refused.
public struct ArchiveLimits: Equatable, Sendable {
  /// The most members that an archive may list.
  public var entries = 1_000_000
  /// The longest name of a member in bytes, as the archive writes it.
  public var nameLength = 4096
  /// The most bytes that all names of an archive may take together.
  public var totalNameLength = 256 << 20
  /// The most bytes that one member or one gzip stream may expand to.
  public var memberSize = 16 << 30
  /// The most bytes that all members of an archive may expand to together; those that are refused for
  /// themselves are not counted.
  public var totalSize = 256 << 30
  /// How many times its compressed size a zip member or gzip stream may expand to, and all members
  /// of a zip how many times its file's size.
  ///
  /// Deflate itself ends at about 1030 times; chats reach 10 to 50.
  public var ratio = 200
  /// The expanded size in bytes up to which the ratio is not looked at.
  public var ratioFloor = 64 << 20

  /// The limits for archives of which nothing is known.
  public init() {}

  /// Whether so many bytes may come out of so many.
  func allow(expanded: Int, from compressed: Int) -> Bool {
    expanded <= max(ratioFloor, product(of: compressed))
  }

  /// The most bytes that all members of a zip may expand to whose file has so many bytes.
  public func totalSize(fromFile fileSize: Int) -> Int {
    min(totalSize, max(ratioFloor, product(of: fileSize)))
  }

  /// A size times the ratio, or the largest number.
  private func product(of size: Int) -> Int {
    let (product, overflow) = max(size, 1).multipliedReportingOverflow(by: max(ratio, 1))
    return overflow ? .max : product
  }
}
