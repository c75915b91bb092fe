/// What stands in front of a member of a gzip stream (RFC 1952, 2.3).
public struct GzipHeader: Equatable, Sendable {
  /// The name of the file that was compressed, without a folder; nil where none is told.
  ///
  /// UTF-8 where the bytes are that, else ISO 8859-1, as the RFC has it. It may be anything, and is
  /// cut after 255 bytes.
  public var fileName: String?
  /// When the file was last changed, in seconds after 1970-01-01T00:00:00Z; nil where it is not told.
  public var modified: Int?
}
