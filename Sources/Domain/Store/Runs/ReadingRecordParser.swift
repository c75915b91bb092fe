import Encoding

/// Parses the `ReadingRecord` that a crashed run left: what it was reading.
struct ReadingRecordParser {
  /// Windows and files that may have crashed earlier runs and were not read since.
  private(set) var suspects = ReadingRecord.Content()
  /// Windows and files that were being read in parallel when the run crashed, and may have caused that.
  private(set) var begun = ReadingRecord.Content()
  /// Windows and files that were being read alone.
  private(set) var alone = ReadingRecord.Content()

  private var run = 0
  private var windows: [Int: (window: ReadingRecord.Window, isAlone: Bool, isHeld: Bool)] = [:]
  private var files: [Int: ReadingRecord.File] = [:]
  private var fileAlone: ReadingRecord.File?

  /// The window or file named in a crash report. Nothing else caused the crash.
  private enum Broken: Equatable {
    case window(Int)
    case file(UInt64)
  }

  /// Parses a record; nil if its first line is damaged or has an unknown version. Other damaged lines are skipped: the
  /// last one may be incomplete.
  init?(_ bytes: [UInt8]) {
    var lines = bytes.split(separator: 0x0A)[...]
    guard let header = lines.popFirst().flatMap(Self.object), header["reading"]?.int == 1,
      let run = header["run"]?.int
    else { return nil }
    self.run = run
    var broken: Broken?
    for line in lines {
      if let object = Self.object(line) {
        take(object)
      } else {
        broken = Self.broken(line) ?? broken
      }
    }
    for (number, entry) in windows.sorted(by: { $0.key < $1.key }) {
      guard broken.map({ $0 == .window(number) }) ?? !entry.isHeld else { continue }
      if entry.isAlone {
        var window = entry.window
        window.deaths = broken == nil ? 1 : ReadingRecord.deathsThatProve
        alone.windows.append(window)
      } else {
        begun.windows.append(entry.window)
      }
    }
    let isRead = files.values.contains { $0.path == fileAlone?.path }
    if var fileAlone, broken.map({ $0 == .file(fileAlone.number) }) ?? isRead {
      fileAlone.deaths = broken == nil ? 1 : ReadingRecord.deathsThatProve
      // Anything else in progress caused no crash before this file was read.
      (begun, alone.files) = (ReadingRecord.Content(), [fileAlone])
    } else if fileAlone == nil || broken != nil {
      begun.files = Set(files.values).filter { broken == nil || broken == .file($0.number) }
        .sorted { $0.path < $1.path }
    }
  }

  private static func object(_ line: ArraySlice<UInt8>) -> JSONValue? {
    guard line.withUnsafeBufferPointer({ JournalLine($0) }) != nil else { return nil }
    return try? JSONValue(parsing: Array(line))
  }

  /// Parses a line of `CrashReport`, which has no checksum.
  private static func broken(_ line: ArraySlice<UInt8>) -> Broken? {
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard words.count == 3, words[0] == "broke" else { return nil }
    return switch words[1] {
    case "window": Int(words[2]).map { .window($0) }
    case "file": UInt64(words[2]).map { .file($0) }
    default: nil
    }
  }

  private mutating func take(_ line: JSONValue) {
    if let value = line["suspect"], let window = ReadingRecord.Window(value, run: run) {
      suspects.windows.append(window)
    }
    if let value = line["suspectFile"], let file = ReadingRecord.File(value, run: run) {
      suspects.files.append(file)
    }
    func numbers(_ key: String) -> [Int] { line[key]?.array?.compactMap(\.int) ?? [] }
    for number in numbers("held") { windows[number]?.isHeld = true }
    for number in numbers("resumed") { windows[number]?.isHeld = false }
    for number in numbers("ended") {
      if let ended = windows.removeValue(forKey: number) { suspects.remove(ended.window) }
    }
    for number in numbers("unread") { windows[number] = nil }
    for value in line["windows"]?.array ?? [] {
      guard let number = value["number"]?.int, let window = ReadingRecord.Window(value, run: run)
      else { continue }
      windows[number] = (window, isAlone: value["alone"]?.bool == true, isHeld: false)
    }
    if let value = line["file"], let thread = value["thread"]?.int {
      files[thread] = ReadingRecord.File(value, run: run)
    }
    if let thread = line["idle"]?.int { files[thread] = nil }
    if let value = line["fileAlone"] { fileAlone = ReadingRecord.File(value, run: run) }
    if let path = line["cleared"]?.string {
      fileAlone = nil
      suspects.files.removeAll { $0.path == path }
    }
  }
}
