import Foundation
import OfflineModel

/// The scan as the offline model does it, over a file.
struct PhraseScan {
  private let scanner: CueScanner

  /// Bytes that are scanned in one go, about what the messages of a few windows have.
  private static let piece = 1 << 16

  init(phrases: [String]) {
    scanner = CueScanner(phrases.map { ($0, .cue, false) })
  }

  /// Counts the lines, and those that hold a phrase; the bytes and how long it took, the file's opening
  /// included.
  func run(over path: String) throws -> (lines: Int, found: Int, bytes: Int, seconds: Double) {
    let clock = ContinuousClock()
    let start = clock.now
    let data = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
    var lines = 0
    var found = 0
    data.withUnsafeBytes { bytes in
      let bytes = bytes.assumingMemoryBound(to: UInt8.self)
      var place = 0
      while place < bytes.count {
        let ends = Self.lines(of: bytes, from: place)
        let end = place + (ends.last ?? 0)
        for signs in scanner.signs(in: UnsafeBufferPointer(rebasing: bytes[place..<end]), ends) {
          lines += 1
          if signs.contains(.cue) { found += 1 }
        }
        place = end
      }
    }
    return (lines, found, data.count, (clock.now - start) / .seconds(1))
  }

  /// Where the next lines end, behind the line feed, counted from the first.
  private static func lines(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> [Int] {
    guard let base = bytes.baseAddress else { return [] }
    var ends: [Int] = []
    var place = start
    while place < bytes.count, place - start < piece {
      let feed = memchr(base + place, 0x0A, bytes.count - place)
      place = feed.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) + 1 } ?? bytes.count
      ends.append(place - start)
    }
    return ends
  }
}
