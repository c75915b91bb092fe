import Foundation

/// Measures the reading of exports, in turn with Python over the same files. Run by hand:
///
///     swift run -c release load-bench FOLDER [MEGABYTES [TIMES]] [--tool PATH] [--python PATH]
///
/// FOLDER keeps the generated exports. The tool is the `actionitems` beside this program; Python reads by
/// orjson where it has it, by json else.
var operands: [String] = []
var tool = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
  .appending(path: "actionitems").path
var python = "python3"
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--tool": tool = arguments.popFirst() ?? tool
  case "--python": python = arguments.popFirst() ?? python
  default: operands.append(argument)
  }
}
guard let folder = operands.first else {
  print("usage: load-bench FOLDER [MEGABYTES [TIMES]] [--tool PATH] [--python PATH]")
  exit(2)
}
let megabytes = operands.count > 1 ? Int(operands[1]) ?? 200 : 200
let times = operands.count > 2 ? Int(operands[2]) ?? 5 : 5

let exports = GeneratedExports(folder: URL(filePath: folder), bytes: megabytes << 20)
for export in try exports.made() {
  let peer = PythonPeer(python: python, path: export.path)
  let commands = ComparedCommands(commands: [
    ("1 job", [tool, "inspect", "--json", "--jobs", "1", export.path]),
    ("2 jobs", [tool, "inspect", "--json", "--jobs", "2", export.path]),
    (peer.library, peer.command),
  ])
  print(([export.name] + (try commands.rows(times: times))).joined(separator: "\n"))
}
