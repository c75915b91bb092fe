import Archives
import Encoding
import Synchronization

/// What ended the unpacking of a gzip file early.
final class UnpackingEnd: Sendable {
  private let noted = Mutex<LoadingError?>(nil)

  /// What was met; nil where everything came out, as far as it was read.
  var problem: LoadingError? { noted.withLock { $0 } }

  fileprivate func note(_ error: LoadingError) { noted.withLock { $0 = $0 ?? error } }
}

/// What is being unpacked: a member of an archive, or a gzip file.
final class UnpackedBytes<Reader: ByteStream & ~Copyable>: ByteSource {
  private var reader: Reader
  private let path: String
  private let share: ExpansionShare?
  private let end: UnpackingEnd?
  private var place = 0

  /// `path` stands for the file in errors. Where it is cut short or damaged, there is as much as can be read if `end`
  /// learns what breaks it off.
  init(
    _ reader: consuming Reader, path: String, share: ExpansionShare?, end: UnpackingEnd? = nil
  ) {
    self.reader = reader
    (self.path, self.share, self.end) = (path, share, end)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    do {
      let count = try reader.read(into: buffer)
      place += count
      try share?.reach(place)
      return count
    } catch let error as ArchiveError {
      guard let end, error.leavesBeginning else { throw error.of(path) }
      end.note(.badArchive(path: path, problem: "\(error); what came until then was read"))
      return 0
    }
  }
}

/// Gzip files.
enum UnpackedFile {
  /// Whether a file begins like gzip (RFC 1952, section 2.3.1) with its only method.
  static func recognizes(_ sample: FormatSample) -> Bool {
    sample.bytes.starts(with: [0x1F, 0x8B, 0x08])
  }

  static func open(
    _ file: ExportFile, share: ExpansionShare, end: UnpackingEnd
  ) throws -> any ByteSource {
    let source = SourceBytes(source: try file.open())
    do throws(ArchiveError) {
      let reader = try GzipReader(source, name: file.path, limits: share.budget.limits)
      return UnpackedBytes(reader, path: file.path, share: share, end: end)
    } catch {
      throw error.of(file.path)
    }
  }

  /// A source as the gzip reader wants it.
  private struct SourceBytes: ByteStream {
    var source: any ByteSource

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      try source.read(into: buffer)
    }
  }
}

extension ArchiveError {
  /// The error as one of a file.
  func of(_ path: String) -> LoadingError { .badArchive(path: path, problem: "\(self)") }

  /// Whether what was unpacked until then is as good as it ever was.
  fileprivate var leavesBeginning: Bool {
    switch self {
    case .cutShort, .damaged, .checksumMismatch, .sizeMismatch, .trailingBytes: true
    default: false
    }
  }
}
