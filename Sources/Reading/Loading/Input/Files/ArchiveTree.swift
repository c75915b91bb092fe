import Archives
import Encoding

/// The members of a zip or tar as folders and files.
final class ArchiveTree: Sendable {
  let path: String
  let location: String
  private let archive: Container
  private let entries: ArchiveEntries
  /// The problem with the archive as a whole; the members that it lists are still readable.
  let problem: LoadingError?
  /// The archive as a watched file, or nil if reading is not watched.
  let watched: WatchedFile?
  /// The expansion budget of the outermost archive.
  let budget: ExpansionBudget
  /// The members' indices sorted by name, so a folder's members are adjacent.
  private let order: [Int]

  private enum Container {
    case zip(ZipArchive)
    case tar(TarArchive)
  }

  /// A folder: a range of members whose names begin with the folder's name.
  struct Folder: Sendable {
    fileprivate let range: Range<Int>
    fileprivate let prefix: Int
  }

  /// Whether a file begins like a zip (APPNOTE.TXT, 4.3.7 and 4.3.16) or a tar.
  static func recognizes(_ sample: FormatSample) -> Bool {
    sample.bytes.starts(with: [0x50, 0x4B, 0x03, 0x04])
      || sample.bytes.starts(with: [0x50, 0x4B, 0x05, 0x06]) || TarArchive.recognizes(sample.bytes)
  }

  /// Opens an archive. A nested or packed archive is unpacked to a temporary copy first.
  ///
  /// `limits` apply to the outermost archive and everything in it.
  init(_ file: ExportFile, limits: ArchiveLimits) throws {
    path = file.path
    location = file.location
    budget = file.budget ?? ExpansionBudget(path: file.path, size: file.size, limits: limits)
    let problems: ArchiveProblems
    let (open, damage) = try file.openAsFarAsReadable()
    watched = open.watched
    watched?.note()
    do {
      let source = try PositionedFile(file: open)
      var start = OpenFileSource(file: open)
      if TarArchive.recognizes(try FormatSample.beginning(of: &start, 512)) {
        let tar = try TarArchive(source, limits: budget.limits)
        (archive, entries, problems) = (.tar(tar), tar.entries, tar.problems)
      } else {
        let zip = try ZipArchive(source, limits: budget.limits)
        (archive, entries, problems) = (.zip(zip), zip.entries, zip.problems)
      }
    } catch let error as ArchiveError {
      throw damage ?? error.of(file.path)
    }
    problem =
      damage
      ?? problems.listed.first.map { first in
        let more = problems.count - 1
        return .badArchive(
          path: file.path,
          problem: "\(first)" + (more > 0 ? " (and \(more.counted("more problem")))" : ""))
      }
    let entries = entries
    order = entries.indices.sorted {
      entries[$0].nameBytes.lexicographicallyPrecedes(entries[$1].nameBytes)
    }
  }

  var root: Folder { Folder(range: order.indices, prefix: 0) }

  /// Returns the direct contents of a folder, sorted by name.
  func contents(of folder: Folder, at path: String, _ location: String) -> ExportFolder.Contents {
    var contents = ExportFolder.Contents()
    var place = folder.range.lowerBound
    while place < folder.range.upperBound {
      let entry = entries[order[place]]
      let name = entry.nameBytes.dropFirst(folder.prefix)
      let slash = name.firstIndex(of: UInt8(ascii: "/"))
      let part = name[..<(slash ?? name.endIndex)]
      let end = slash.map { self.end(ofPrefix: name[...$0], from: place, in: folder) } ?? place + 1
      let shown = "/" + String(decoding: part, as: UTF8.self)
      if !Self.isShown(part) {
        if !part.isEmpty { contents.strange += 1 }
      } else if slash != nil {
        let child = Folder(range: place..<end, prefix: folder.prefix + part.count + 1)
        contents.folders.append(
          ExportFolder(self, child, path: path + shown, location: location + shown))
      } else if !name.isEmpty {
        contents.files.append(
          ExportFile(
            path: path + shown, location: location + shown, archive: self, entry: entry))
      }
      place = end
    }
    return contents
  }

  /// Returns the end of the members whose names share a prefix.
  private func end(ofPrefix prefix: ArraySlice<UInt8>, from start: Int, in folder: Folder) -> Int {
    var end = start
    while end < folder.range.upperBound,
      entries[order[end]].nameBytes.dropFirst(folder.prefix).starts(with: prefix)
    {
      end += 1
    }
    return end
  }

  /// Whether a name is neither hidden nor the folder that macOS adds to its zips.
  private static func isShown(_ name: ArraySlice<UInt8>) -> Bool {
    name.first != UInt8(ascii: ".") && !name.elementsEqual("__MACOSX".utf8)
  }

  /// Opens a member for sequential reading.
  func open(
    _ entry: ArchiveEntry, path: String, share: ExpansionShare
  ) throws -> any ByteSource {
    do {
      switch archive {
      case .zip(let zip): return UnpackedBytes(try zip.open(entry), path: path, share: share)
      // A tar does not compress, so it needs no budget.
      case .tar(let tar): return UnpackedBytes(try tar.open(entry), path: path, share: nil)
      }
    } catch let error as ArchiveError {
      throw error.of(path)
    }
  }
}

/// An open file as the source of an archive reader.
private struct PositionedFile: RandomAccessSource {
  let file: OpenFile
  let size: Int

  init(file: OpenFile) throws(LoadingError) {
    self.file = file
    size = try file.size()
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    guard !buffer.isEmpty, (0..<size).contains(offset) else { return 0 }
    return try file.readUnnoted(into: buffer, at: offset)
  }
}
