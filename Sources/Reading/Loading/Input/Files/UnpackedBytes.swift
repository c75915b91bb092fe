import Archives
import Encoding
import Synchronization

/// Records the error that ended the unpacking of gzip or a Word document early. Below: unpacked bytes; `GzipFile`.
final class UnpackingEnd: Sendable {
  private let noted = Mutex<LoadingError?>(nil)

  /// The error, or nil if everything read so far was unpacked.
  var problem: LoadingError? { noted.withLock { $0 } }

  func note(_ error: LoadingError) { noted.withLock { $0 = $0 ?? error } }
}

/// The unpacked bytes of an archive's member or a gzip file, as a source.
final class UnpackedBytes<Reader: ByteStream & ~Copyable>: ByteSource {
  private var reader: Reader
  private let path: String
  private let share: ExpansionShare?
  private let end: UnpackingEnd?
  private var place = 0

  /// Makes a source; `path` names the file in errors.
  ///
  /// With `end`, damage or a premature end stops the bytes early and is recorded there. Without it, reads throw.
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
      end.note(.badArchive(path: path, problem: "\(error); the part before that was read"))
      return 0
    }
  }
}

/// Recognises and opens gzip files.
enum GzipFile {
  /// Whether a file begins like gzip (RFC 1952, section 2.3.1) with deflate, its only method.
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

  /// A byte source as the input of the gzip reader.
  private struct SourceBytes: ByteStream {
    var source: any ByteSource

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      try source.read(into: buffer)
    }
  }
}

extension ArchiveError {
  /// The error as a `LoadingError` about a file.
  func of(_ path: String) -> LoadingError { .badArchive(path: path, problem: "\(self)") }

  /// Whether the bytes unpacked before the error are still usable.
  fileprivate var leavesBeginning: Bool {
    switch self {
    case .cutShort, .damaged, .checksumMismatch, .sizeMismatch, .trailingBytes: true
    default: false
    }
  }
}
