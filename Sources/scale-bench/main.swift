import Foundation

/// Measures how time and memory grow with an archive, and what an endpoint would cost. Run by hand:
///
///     swift run -c release scale-bench FOLDER [--to MESSAGES] [--endpoint MESSAGES] [--tool PATH]
///
/// FOLDER keeps the generated archives and their stores. The tool is the `actionitems` beside this program.
var operands: [String] = []
var tool = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
  .appending(path: "actionitems").path
var most = 1_000_000
var asked = 100_000
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--tool": tool = arguments.popFirst() ?? tool
  case "--to": most = arguments.popFirst().flatMap { Int($0) } ?? most
  case "--endpoint": asked = arguments.popFirst().flatMap { Int($0) } ?? asked
  default: operands.append(argument)
  }
}
guard let folder = operands.first, most >= 100_000 else {
  print("usage: scale-bench FOLDER [--to MESSAGES] [--endpoint MESSAGES] [--tool PATH]")
  exit(2)
}
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
let growth = GrowthTable(folder: URL(filePath: folder), tool: tool)
try growth.offline(upTo: most)
if asked > 0 { try growth.endpoint(upTo: asked) }
try CostTable(folder: URL(filePath: folder), tool: tool).print()
