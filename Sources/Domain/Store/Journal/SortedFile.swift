import System

/// An index file open for reading: records of one size in key order.
///
/// Only the needed pages are read, and each is checked. Some are cached.
package final class SortedFile {
  private let path: String
  private let layout: RecordLayout
  package let count: Int

  private let read: (_ page: Int) throws -> [UInt8]
  private var pages: [Int: [UInt8]] = [:]
  private static let pagesKept = 512

  /// Opens a file. Throws `IndexError` if it has another layout.
  package convenience init(_ file: any StorageFile, path: String, _ layout: RecordLayout) throws {
    try self.init(path: path, layout) { try file.read(RecordPage.size, at: $0 * RecordPage.size) }
  }

  init(
    path: String, _ layout: RecordLayout, _ read: @escaping (_ page: Int) throws -> [UInt8]
  ) throws {
    self.path = path
    self.layout = layout
    self.read = read
    guard let count = layout.count(inHeader: try read(0)) else {
      throw IndexError.damaged(path: path, page: 0)
    }
    self.count = count
  }

  package func record(at index: Int) throws -> ArraySlice<UInt8> {
    precondition((0..<count).contains(index), "no such record")
    let page = try page(index / layout.perPage)
    let start = index % layout.perPage * layout.size
    return page[start..<start + layout.size]
  }

  /// The place of the first record whose key is not less than `key`, which may be a prefix of keys.
  ///
  /// Keys are mostly digests, which are evenly spread. A guess from the key's first bytes usually hits the right page
  /// or its neighbour. After a few wrong guesses, a binary search follows.
  package func lowerBound(_ key: [UInt8]) throws -> Int {
    var low = 0
    var high = (count + layout.perPage - 1) / layout.perPage
    let wanted = Self.head(key[...])
    var (below, above) = (UInt64.min, UInt64.max)
    var guesses = 4
    while low < high {
      var number = (low + high) / 2
      if guesses > 0, below < above {
        let share = Double(wanted - below) / Double(above - below)
        number = low + min(Int(share * Double(high - low)), high - low - 1)
        guesses -= 1
      }
      let page = try page(number)
      let held = min(layout.perPage, count - number * layout.perPage)
      let place = firstNotBelow(key, in: page, count: held)
      // The page before may end with records that have the same prefix.
      if place == 0, number > low {
        high = number
        above = max(Self.head(page[...]), wanted)
      } else if place == held, number + 1 < high {
        low = number + 1
        below = min(Self.head(page[((held - 1) * layout.size)...]), wanted)
      } else {
        return number * layout.perPage + place
      }
    }
    return 0
  }

  /// The first eight bytes as a number.
  private static func head(_ key: ArraySlice<UInt8>) -> UInt64 {
    var number: UInt64 = 0
    for place in 0..<8 {
      let index = key.startIndex + place
      number = number << 8 | UInt64(index < key.endIndex ? key[index] : 0)
    }
    return number
  }

  /// The number of a page's records that are less than a key.
  private func firstNotBelow(_ key: [UInt8], in page: [UInt8], count: Int) -> Int {
    page.withUnsafeBytes { bytes in
      key.withUnsafeBytes { key in
        guard let base = bytes.baseAddress, let wanted = key.baseAddress else { return 0 }
        var (low, high) = (0, count)
        while low < high {
          let middle = (low + high) / 2
          if (base + middle * layout.size).difference(from: wanted, count: key.count) < 0 {
            low = middle + 1
          } else {
            high = middle
          }
        }
        return low
      }
    }
  }

  private func page(_ number: Int) throws -> [UInt8] {
    if let page = pages[number] { return page }
    let page = try read(number + 1)
    guard RecordPage.isWhole(page) else {
      throw IndexError.damaged(path: path, page: number + 1)
    }
    if pages.count >= Self.pagesKept { pages.removeAll(keepingCapacity: true) }
    pages[number] = page
    return page
  }
}

/// An unusable index file. The data that it points to is not affected, and the index can be rebuilt.
public enum IndexError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A page is damaged.
  case damaged(path: String, page: Int)
  /// Some of the records to be sorted were missing at the end.
  case incomplete(kind: String)

  /// The message shown to the user.
  public var description: String {
    switch self {
    case .damaged(let path, let page):
      "\(path) is damaged in page \(page); 'actionitems store compact' rebuilds it"
    case .incomplete(let kind):
      "the index \(kind) was not built: files with its records were truncated meanwhile; try again"
    }
  }
}
