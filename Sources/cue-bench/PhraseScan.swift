import Foundation
import OfflineModel

/// The scan as the offline model does it, over a file.
struct PhraseScan {
  private let scanner: CueScanner

  /// Bytes that are scanned in one go, about what the messages of a few windows have.
  private static let piece = 1 << 16

  init(phrases: [String]) { scanner = CueScanner(phrases.map { ($0, .cue, false) }) }

  /// Counts the lines, and those that hold a phrase; the bytes and how long it took, the file's opening
  /// included.
  func run(over path: String) throws -> (lines: Int, found: Int, bytes: Int, seconds: Double) {
    let start = ContinuousClock.now
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
    return (lines, found, data.count, (ContinuousClock.now - start) / .seconds(1))
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

/// The same by ripgrep, as a process.
struct RipgrepPeer {
  let phrases: [String]

  /// The lines that hold a phrase and how long it took; nil where there is no `rg`.
  func run(over path: String) throws -> (found: Int, seconds: Double)? {
    let search = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folder = search.split(separator: ":").first {
      FileManager.default.isExecutableFile(atPath: "\($0)/rg")
    }
    guard let folder else { return nil }
    let process = Process()
    process.executableURL = URL(filePath: "\(folder)/rg")
    process.arguments =
      ["--count", "--ignore-case", "--word-regexp", "--fixed-strings"]
      + phrases.flatMap { ["-e", $0] } + [path]
    let output = Pipe()
    process.standardOutput = output
    let start = ContinuousClock.now
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let count = String(decoding: text, as: UTF8.self).filter(\.isNumber)
    return (Int(count) ?? 0, seconds)
  }
}
