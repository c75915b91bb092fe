import ActionItemModel
import ItemCoding
import JSONText

/// Prints items as the command line asks: as a table, or as JSON, one a line.
struct ItemOutput {
  let invocation: Invocation
  let table: ItemTable

  func print(_ items: [ActionItem]) throws {
    let output = invocation.console.output
    guard invocation.settings.isOn(CommonOptions.json) else {
      for line in table.lines(items, width: output.isTerminal ? output.width : nil) {
        try output.write(line + "\n")
      }
      return
    }
    var writer = JSONWriter(escaping: .invisibles)
    for item in items {
      writer.item(item)
      writer.endLine()
      if writer.bytes.count > 1 << 16 { try output.write(writer.take()) }
    }
    try output.write(writer.bytes)
  }
}
