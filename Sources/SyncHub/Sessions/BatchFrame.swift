import JSONText
import SyncEngine

/// Several frames in one.
enum BatchFrame {
  /// More are refused.
  private static let limit = 1000

  /// The frames in a `batch` frame.
  static func messages(of frame: SyncFrame) throws(FrameProblem) -> [SyncFrame] {
    var frames: [SyncFrame] = []
    let problem = frame.payload.withUnsafeBufferPointer { buffer -> FrameProblem? in
      var reader = JSONReader(buffer, limits: .init(depth: SyncFrame.depth))
      do throws(JSONError) {
        return try read(&reader, into: &frames)
      } catch {
        return .notJSON(error)
      }
    }
    if let problem { throw problem }
    return frames
  }

  private static func read(
    _ reader: inout JSONReader, into frames: inout [SyncFrame]
  ) throws(JSONError) -> FrameProblem? {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      guard key.equals("messages") else {
        try reader.skipValue()
        continue
      }
      try reader.beginArray()
      while try reader.nextElement() {
        guard frames.count < limit else {
          return .badItem("a batch has more than \(limit) messages")
        }
        do throws(FrameProblem) {
          frames.append(try SyncFrame(reading: &reader))
        } catch {
          return error
        }
      }
    }
    try reader.finish()
    return nil
  }
}
