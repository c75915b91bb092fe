import Foundation
import TestSupport

/// What it takes to have a model read so many messages, by what `extract --dry-run` says of a generated archive.
struct CostTable {
  let folder: URL
  let tool: String

  /// Dollars for a million tokens of prompts, and of answers. Prices change: these are examples.
  private static let prices: [(name: String, prompt: Double, answer: Double)] = [
    ("$0.10, $0.40", 0.10, 0.40), ("$0.40, $1.60", 0.40, 1.60), ("$2.50, $10", 2.50, 10),
  ]
  /// Tokens of prompts that an engine of one's own reads in a second.
  private static let engines = [1000.0, 10_000.0]

  /// What the tool says of an archive.
  private struct Rehearsal: Decodable {
    let messages: Int
    let windows: Int
    let promptTokens: Int
    let completionTokens: Int
  }

  func print() throws {
    let archive = try GeneratedArchive(messages: 100_000, in: folder)
    let run = try MeasuredRun([
      tool, "extract", "--dry-run", "--json", "--no-store", "--base-url", "http://127.0.0.1:9/v1",
      "--model", "m", archive.file.path,
    ])
    let found = try JSONDecoder().decode(Rehearsal.self, from: Data(run.output.utf8))
    let each = 1 / Double(found.messages)
    Swift.print("\nmessages        windows  prompt tokens", terminator: "")
    for price in Self.prices { Swift.print("  " + price.name, terminator: "") }
    for rate in Self.engines { Swift.print("  \(Int(rate)) t/s", terminator: "") }
    Swift.print()
    for power in 5...9 {
      let messages = pow(10, Double(power))
      let prompts = Double(found.promptTokens) * each * messages
      let answers = Double(found.completionTokens) * each * messages
      var line = String(
        format: "10^%d  %16.0f %14.0f", power, Double(found.windows) * each * messages, prompts)
      for price in Self.prices {
        let cost = (prompts * price.prompt + answers * price.answer) / 1e6
        line += String(format: "  $%*.0f", Int32(price.name.count - 1), cost)
      }
      for rate in Self.engines { line += String(format: "  %6.0f h", prompts / rate / 3600) }
      Swift.print(line)
    }
  }
}
