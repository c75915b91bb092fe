/// A body that is read from a file while it is sent, between two pieces that are in memory: one part of a form,
/// for instance. It may have any size.
public struct FileBody: Hashable, Sendable {
  /// What goes before the file.
  public var head: [UInt8]
  /// The file's path.
  public var path: String
  /// So many bytes of the file are sent, from its start; one that turns out shorter fails the request.
  public var length: Int
  /// What goes behind the file.
  public var tail: [UInt8]

  /// Puts the parts together.
  public init(head: [UInt8] = [], path: String, length: Int, tail: [UInt8] = []) {
    self.head = head
    self.path = path
    self.length = length
    self.tail = tail
  }

  /// The bytes of the whole body.
  public var count: Int { head.count + length + tail.count }
}
