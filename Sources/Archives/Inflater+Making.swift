import Compression

extension Inflater {
  /// Prepares for a stream; throws `outOfMemory` where zlib finds none.
  static func make() throws(ArchiveError) -> Inflater {
    guard let inflater = Inflater() else { throw .outOfMemory }
    return inflater
  }
}
