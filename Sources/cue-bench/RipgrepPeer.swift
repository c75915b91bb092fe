import Foundation

/// The same by ripgrep, as a process.
struct RipgrepPeer {
  let phrases: [String]

  /// The lines that hold a phrase and how long it took; nil where there is no `rg`.
  func run(over path: String) throws -> (found: Int, seconds: Double)? {
    let search = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folder = search.split(separator: ":").first {
      FileManager.default.isExecutableFile(atPath: "\($0)/rg")
    }
    guard let folder else { return nil }
    let process = Process()
    process.executableURL = URL(filePath: "\(folder)/rg")
    process.arguments =
      ["--count", "--ignore-case", "--word-regexp", "--fixed-strings"]
      + phrases.flatMap { ["-e", $0] } + [path]
    let output = Pipe()
    process.standardOutput = output
    let clock = ContinuousClock()
    let start = clock.now
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let seconds = (clock.now - start) / .seconds(1)
    let count = String(decoding: text, as: UTF8.self).filter(\.isNumber)
    return (Int(count) ?? 0, seconds)
  }
}
