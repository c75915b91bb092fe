import ActionItemModel
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

  func print(_ items: [ActionItem]) throws {
    let output = invocation.console.output
    guard isJSON else {
      try output.writeLines(table.lines(items, width: output.width))
      return
    }
    try output.writeJSON(items)
  }
}
