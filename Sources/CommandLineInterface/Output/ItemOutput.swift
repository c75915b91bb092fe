import ActionItemModel
import ActionItemRepository
import ItemCoding
import JSONText

/// Prints items as the command line asks: as a table, or as JSON, one a line.
struct ItemOutput {
  let invocation: Invocation
  let table: ItemTable

  /// Prints items that a command changed; nothing when quiet, unless JSON was asked for.
  func printChanged(_ items: [ActionItem]) throws {
    if !invocation.console.isQuiet || isJSON { try print(items) }
  }

  private var isJSON: Bool { invocation.settings.isOn(CommonOptions.json) }

  /// Prints an item as JSON, with how far destinations have it.
  func print(_ item: ActionItem, _ change: StoreChange, _ sync: ItemSync) throws {
    var writer = JSONWriter(escaping: .invisibles)
    writer.beginObject()
    writer.members(of: item)
    writer.members(of: sync, change)
    writer.endObject()
    writer.endLine()
    try invocation.console.output.write(writer.bytes)
  }

  /// Prints items; `pending` names, for each, the destinations that are still to be told of it.
  func print(_ items: [ActionItem], pending: [[String]] = []) throws {
    let output = invocation.console.output
    guard isJSON else {
      try output.writeLines(table.lines(items, pending: pending, width: output.width))
      return
    }
    try output.writeJSON(items)
  }
}
