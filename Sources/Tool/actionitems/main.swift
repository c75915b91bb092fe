import CivilTime
import CommandLine
import System

// The program: prepares the process, and passes its arguments to `Tool`.

StandardStreams.fill()
CrashReport.begin(program: Tool.title)
Interruption.begin()
if let number = (0..<Int(CommandLine.argc)).first(where: { number in
  CommandLine.unsafeArgv[number].map { String(validatingCString: $0) == nil } ?? false
}) {
  // Repaired text would name another file.
  let message =
    "error: argument \(number) is not UTF-8; give the folder of the file instead\n"
  try? Descriptor.standardError.write(Array(message.utf8))
  CurrentProcess.exit(2)
}

let status = await Tool.run(
  arguments: CommandLine.arguments, environment: Environment.all(),
  now: Timestamp.now)
CurrentProcess.exit(status)
