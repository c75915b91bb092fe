/// Takes what loaders find, and what they leave to others.
protocol LoadingSink: ConversationSink {
  /// Leaves a file of a format's folder, which may be another export, to be read for itself.
  func leave(_ file: ExportFile) throws
  /// Leaves a folder within a format's folder to be read for itself.
  func leave(_ folder: ExportFolder) throws
}

extension LoadingSink {
  /// Reads a part of the input, tells what it cannot be read for, and goes on.
  func telling(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as LoadingError {
      try fail(error)
    }
  }
}
