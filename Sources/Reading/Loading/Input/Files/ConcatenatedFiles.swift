import Encoding

/// Files that are read as one, with random access: each begins where the previous one ends. Packed files are copied.
final class ConcatenatedFiles: PositionedBytes {
  struct Part: Sendable {
    let path: String
    /// The offset of the file's start in the joined bytes.
    let start: Int
    /// The length in bytes, unpacked.
    let size: Int
    fileprivate let place: Place
    /// The watched file that was copied; nil for other files, or if reading is not watched.
    fileprivate var watched: WatchedFile?
  }

  fileprivate enum Place: Sendable {
    /// A file that is opened on demand.
    case file(ExportFile)
    /// A copy that starts at an offset.
    case copy(OpenFile, Int)
  }

  private(set) var parts: [Part]
  /// The files read last, newest first.
  private var open: [(number: Int, file: OpenFile)] = []
  private var copies: (file: OpenFile, size: Int)?

  private static let openLimit = 8

  /// Makes another reader of the files of an earlier `ConcatenatedFiles`.
  init(_ parts: [Part] = []) {
    self.parts = parts
  }

  /// Appends a file; a packed file is copied.
  func append(_ file: ExportFile) throws -> Part {
    let start = parts.last.map { $0.start + $0.size } ?? 0
    let part: Part
    if file.isPacked {
      var copies = try copies ?? (file: try SpooledFile.create(path: file.path), size: 0)
      let size: Int
      do {
        size = try SpooledFile.append(try file.open(), to: copies.file)
      } catch {
        // The next file overwrites the incomplete copy.
        SpooledFile.cut(copies.file, to: copies.size)
        throw error
      }
      let place = Place.copy(copies.file, copies.size)
      part = Part(
        path: file.path, start: start, size: size, place: place, watched: file.watched)
      copies.size += size
      self.copies = copies
    } else {
      let opened = try file.openAnywhere()
      part = Part(path: file.path, start: start, size: try opened.size(), place: .file(file))
      keep(opened, number: parts.count)
    }
    parts.append(part)
    return part
  }

  /// The path for messages: that of the only file, or of the first file's folder.
  var path: String {
    guard parts.count > 1 else { return parts.first?.path ?? "" }
    let path = parts[0].path
    return String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
  }

  /// The file that contains an offset.
  func part(at offset: Int) -> Part? { number(at: offset).map { parts[$0] } }

  private func number(at offset: Int) -> Int? {
    var low = 0
    var high = parts.count
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].start + parts[middle].size <= offset {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < parts.count && parts[low].start <= offset ? low : nil
  }

  /// A source that reads one of the files sequentially.
  func source(of part: Part) -> any ByteSource {
    OpenFileSource(file: self, offset: part.start, end: part.start + part.size)
  }

  /// Reads bytes at an offset, within one file; returns 0 after the last file.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    guard let number = number(at: offset) else { return 0 }
    let part = parts[number]
    let inside = offset - part.start
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(part.size - inside))
    switch part.place {
    case .copy(let file, let start):
      part.watched?.note()
      return try file.read(into: room, at: start + inside)
    case .file(let file):
      if let known = open.firstIndex(where: { $0.number == number }) {
        return try open[known].file.read(into: room, at: inside)
      }
      let opened = try file.openAnywhere()
      keep(opened, number: number)
      return try opened.read(into: room, at: inside)
    }
  }

  private func keep(_ file: OpenFile, number: Int) {
    if open.count == Self.openLimit { open.removeLast() }
    open.insert((number, file), at: 0)
  }
}
