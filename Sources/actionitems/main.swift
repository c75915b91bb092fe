import CivilTime
import CommandLineInterface
import FoundationEssentials
import Glibc

let status = await Tool.run(
  arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment,
  now: {
    let milliseconds = Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))
    // The system's clock is far inside the years that a timestamp can hold.
    return Timestamp(microseconds: milliseconds * 1000) ?? Timestamp.epoch
  })
exit(status)
