/// Reads an index file: records in the order of their keys.
///
/// Only the pages that are needed are read, and each is checked; a few are kept for the next question.
public final class SortedFile {
  private let file: any StorageFile
  private let path: String
  private let layout: RecordLayout
  /// How many records there are.
  public let count: Int

  private var pages: [Int: [UInt8]] = [:]
  private static let pagesKept = 64

  /// Opens a file; throws `IndexError` where it is none of this layout.
  public init(_ file: any StorageFile, path: String, _ layout: RecordLayout) throws {
    self.file = file
    self.path = path
    self.layout = layout
    guard let count = layout.count(inHeader: try file.read(RecordPage.size, at: 0)) else {
      throw IndexError.damaged(path: path, page: 0)
    }
    self.count = count
  }

  /// A record by its place in the order.
  public func record(at index: Int) throws -> ArraySlice<UInt8> {
    precondition((0..<count).contains(index), "no such record")
    let page = try page(index / layout.perPage)
    let start = index % layout.perPage * layout.size
    return page[start..<start + layout.size]
  }

  /// The place of the first record whose key is not below `key`, which may be a beginning of keys.
  public func lowerBound(_ key: some Collection<UInt8>) throws -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if try record(at: middle).prefix(key.count).lexicographicallyPrecedes(key) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  private func page(_ number: Int) throws -> [UInt8] {
    if let page = pages[number] { return page }
    let page = try file.read(RecordPage.size, at: (number + 1) * RecordPage.size)
    guard RecordPage.isWhole(page) else {
      throw IndexError.damaged(path: path, page: number + 1)
    }
    if pages.count >= Self.pagesKept { pages.removeAll(keepingCapacity: true) }
    pages[number] = page
    return page
  }
}

/// An index file that cannot be used. What it points to is not harmed; it can be built anew.
public enum IndexError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A page is not as it was written.
  case damaged(path: String, page: Int)

  /// The sentence that a person reads.
  public var description: String {
    switch self {
    case .damaged(let path, let page):
      "\(path) is damaged in page \(page); 'actionitems store compact' builds it anew"
    }
  }
}
