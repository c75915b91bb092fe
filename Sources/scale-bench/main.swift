import Foundation

/// Measures how time and memory grow with an archive, and what an endpoint would cost. Run by hand:
///
///     swift run -c release scale-bench FOLDER [--to MESSAGES] [--endpoint MESSAGES] [--tool PATH]
///     swift run -c release scale-bench growth FOLDER [--shape NAME-OR-KNOBS]... [--from MESSAGES] [--doublings N]
///     swift run -c release scale-bench search FOLDER [--seed N] [--seconds N] [--from MESSAGES]
///
/// FOLDER keeps the generated archives and their stores. The tool is the `actionitems` beside this program.
var operands: [String] = []
var options: [String: [String]] = [:]
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  if argument.hasPrefix("--") {
    options[argument, default: []].append(arguments.popFirst() ?? "")
  } else {
    operands.append(argument)
  }
}

@MainActor func number(_ option: String, else usual: Int) -> Int {
  options[option]?.last.flatMap { Int($0) } ?? usual
}

let subcommand = ["growth", "search"].first { $0 == operands.first }
guard operands.count == (subcommand == nil ? 1 : 2), let path = operands.last else {
  print("usage: scale-bench [growth | search] FOLDER [--OPTION VALUE]..., see main.swift")
  exit(2)
}
try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
let folder = URL(filePath: path)
let tool =
  options["--tool"]?.last
  ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
  .appending(path: "actionitems").path

switch subcommand {
case "growth":
  let table = ShapeTable(folder: folder, tool: tool, limit: number("--limit", else: 120))
  let wanted = try options["--shape"]?.map(ShapeTable.named) ?? ShapeTable.shapes
  try table.print(
    wanted, from: number("--from", else: 25_000), doublings: number("--doublings", else: 2))
case "search":
  let table = ShapeTable(folder: folder, tool: tool, limit: number("--limit", else: 30))
  try ShapeSearch(
    table: table, seed: UInt64(number("--seed", else: 1)),
    seconds: Double(number("--seconds", else: 600)), messages: number("--from", else: 4000)
  ).run()
default:
  let growth = GrowthTable(folder: folder, tool: tool)
  try growth.offline(upTo: number("--to", else: 1_000_000))
  let asked = number("--endpoint", else: 100_000)
  if asked > 0 { try growth.endpoint(upTo: asked) }
  try CostTable(folder: folder, tool: tool).print()
}
