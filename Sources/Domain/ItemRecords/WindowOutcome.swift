/// The results of one window of messages, ready to be committed by `ExtractionMemory`.
package struct WindowOutcome: Sendable {
  /// The reading to be merged.
  package var reading: Merger.Reading
  /// The digests of the messages that were read.
  package var digests: [UInt64]
  /// The additional digests that mark the edited ones among those messages.
  package var edits: [UInt64]
  /// The level at which they were read.
  package var readLevel: ReadLevel
  /// The usage of the model.
  package var usage: ModelUsage
  /// The note that its window is being read, if this is the window's last outcome.
  package var note: (any WindowNote)?

  package init(
    reading: Merger.Reading, digests: [UInt64], edits: [UInt64] = [], readLevel: ReadLevel,
    usage: ModelUsage
  ) {
    self.reading = reading
    self.digests = digests
    self.edits = edits
    self.readLevel = readLevel
    self.usage = usage
  }
}
