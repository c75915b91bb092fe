extension ActionItemStore {
  /// What some items are now, removed ones too, in the order of their last changes; ids that name none are passed
  /// over.
  ///
  /// As with `OutboxReader`, what is handed out will outlast a power cut.
  public func changes(ofItems ids: [String]) throws -> [OutboxReader.Entry] {
    try catchUp()
    let changes = try ids.compactMap { try journal.contents.standingChange(ofItem: $0) }
    if !changes.isEmpty { try ChangeReader.makeDurable(folder) }
    return changes.sorted { $0.sequence < $1.sequence }
      .map { OutboxReader.Entry(change: $0, checksum: nil) }
  }
}
