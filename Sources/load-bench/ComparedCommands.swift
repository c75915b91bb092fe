import Foundation

/// Commands that are run in turn, so that what else the machine does falls on all of them.
struct ComparedCommands {
  let name: String
  private var commands: [(name: String, words: [String])] = []
  private var walls: [[Double]] = []
  private var processors: [[Double]] = []

  init(name: String) {
    self.name = name
  }

  mutating func add(_ name: String, _ words: [String]) {
    commands.append((name, words))
    walls.append([])
    processors.append([])
  }

  /// Runs each so many times.
  mutating func run(times: Int) throws {
    for _ in 0..<times {
      for number in commands.indices {
        let before = Self.processorSeconds
        let start = ContinuousClock.now
        try Self.run(commands[number].words)
        walls[number].append((ContinuousClock.now - start) / .seconds(1))
        processors[number].append(Self.processorSeconds - before)
      }
    }
  }

  /// Medians in seconds, and their ratio to the last command's.
  var text: String {
    let peer = commands.indices.last.map { Self.median(walls[$0]) } ?? 1
    let peerProcessor = commands.indices.last.map { Self.median(processors[$0]) } ?? 1
    let rows = commands.indices.map { number in
      let (wall, processor) = (Self.median(walls[number]), Self.median(processors[number]))
      return String(
        format: "  %-8@ %6.2f s, %.2f of the peer; processor %6.2f s, %.2f", commands[number].name,
        wall, wall / peer, processor, processor / peerProcessor)
    }
    return ([name] + rows).joined(separator: "\n")
  }

  private static func run(_ words: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw CocoaError(.executableLoad, userInfo: [NSFilePathErrorKey: words[0]])
    }
  }

  /// What the children of this program have used so far.
  private static var processorSeconds: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    let times = [usage.ru_utime, usage.ru_stime]
    return times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
  }

  private static func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
  }
}
