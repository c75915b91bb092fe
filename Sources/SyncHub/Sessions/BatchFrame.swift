import JSONText
import SyncEngine

/// Several frames in one.
enum BatchFrame {
  /// More are refused.
  private static let limit = 1000

  /// The frames in a `batch` frame.
  static func messages(of frame: SyncFrame) throws(FrameProblem) -> [SyncFrame] {
    var raw: [[UInt8]] = []
    let problem = frame.payload.withUnsafeBufferPointer { buffer -> FrameProblem? in
      do throws(JSONError) {
        var reader = JSONReader(buffer, limits: .init(depth: SyncFrame.depth))
        try read(&reader, into: &raw)
        return nil
      } catch {
        return .notJSON(error)
      }
    }
    if let problem { throw problem }
    guard raw.count <= limit else { throw .badItem("a batch has more than \(limit) messages") }
    var frames: [SyncFrame] = []
    for bytes in raw { frames.append(try SyncFrame(parsing: bytes)) }
    return frames
  }

  private static func read(_ reader: inout JSONReader, into raw: inout [[UInt8]]) throws(JSONError)
  {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      guard key.equals("messages") else {
        try reader.skipValue()
        continue
      }
      try reader.beginArray()
      while try reader.nextElement(), raw.count <= limit { raw.append(Array(try reader.readRaw())) }
      if raw.count > limit { return }
    }
    try reader.finish()
  }
}
