import FoundationEssentials
import Glibc
import TestSupport

/// Machines in a network of their own: namespaces, each with a cable to one switch. `ip` and `tc` create it, and it
/// is removed after the test.
struct PeerNetwork {
  /// Changes of cables; a list of them is one call of `ip`.
  enum Change {
    case cut(Int)
    case plugIn(Int)
    /// Moves a cable to a separate switch, or back.
    case move(Int, away: Bool)
  }

  /// A command that failed.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Whether packets can be delayed and dropped at random; otherwise, a slow cable has little bandwidth.
  let delays: Bool
  private let name: String
  private let directory: TemporaryDirectory

  private static let prefix = "actionitems-"
  private static func program(_ name: String) -> String {
    ["/usr/sbin/", "/sbin/", "/usr/bin/", "/bin/"].map { $0 + name }
      .first { FileManager.default.isExecutableFile(atPath: $0) } ?? "/" + name
  }
  static let ip = program("ip")
  private static let tc = program("tc")

  /// Whether this system allows a test to create a network.
  static let isPossible = Task {
    do {
      try await with(machines: 1) { _ in }
      return true
    } catch {
      print("no namespaces here, the tests that need them are left out: \(error)")
      return false
    }
  }

  /// Creates a network and removes it after `body`, whatever its outcome.
  static func with(
    machines: Int, _ body: (PeerNetwork) async throws -> Void
  ) async throws {
    let directory = try TemporaryDirectory()
    await removeLeft(directory)
    let name = "\(prefix)\(getpid())-\(machines)-"
    do {
      try await body(try await make(name, machines, directory))
    } catch {
      await remove(name, directory)
      throw error
    }
    await remove(name, directory)
  }

  private static func make(
    _ name: String, _ machines: Int, _ directory: TemporaryDirectory
  ) async throws -> PeerNetwork {
    let numbers = 0..<machines
    let switchName = name + "switch"
    try await run(
      ip, "-batch", "-", in: directory,
      input: (["netns add \(switchName)"] + numbers.map { "netns add \(name)\($0)" }
        + numbers.map {
          "link add eth0 netns \(name)\($0) type veth peer name cable\($0) netns \(switchName)"
        }).joined(separator: "\n"))
    try await run(
      ip, "-n", switchName, "-batch", "-", in: directory,
      input: (["near", "far"].map { "link add name \($0) up type bridge mcast_snooping 0" }
        + numbers.map { "link set cable\($0) master near up" }).joined(separator: "\n"))
    for number in numbers {
      try await run(
        ip, "-n", "\(name)\(number)", "-batch", "-", in: directory,
        input: """
          link set lo up
          addr add 10.77.0.\(number + 1)/24 dev eth0
          link set eth0 up
          """)
    }
    var delays = true
    do {
      try await run(
        tc, "-n", switchName, "qdisc", "add", "dev", "near", "root", "netem", "delay", "1ms",
        in: directory)
    } catch {
      delays = false
    }
    return PeerNetwork(delays: delays, name: name, directory: directory)
  }

  // MARK: - Cables

  func change(_ changes: [Change]) async throws {
    let lines = changes.map { change in
      switch change {
      case .cut(let number): "link set cable\(number) down"
      case .plugIn(let number): "link set cable\(number) up"
      case .move(let number, let away):
        "link set cable\(number) master \(away ? "far" : "near")"
      }
    }
    try await Self.run(
      Self.ip, "-n", name + "switch", "-batch", "-", in: directory,
      input: lines.joined(separator: "\n"))
  }

  /// Delays and drops packets to a machine, or restores its normal connection.
  func slow(_ number: Int, _ isSlow: Bool, milliseconds: Int) async throws {
    let kind =
      delays
      ? ["netem", "delay", "\(milliseconds)ms", "\(milliseconds / 2)ms", "loss", "5%"]
      : ["tbf", "rate", "256kbit", "burst", "4kb", "latency", "\(milliseconds)ms"]
    try await Self.run(
      Self.tc,
      ["-n", name + "switch", "qdisc", "replace", "dev", "cable\(number)", "root"]
        + (isSlow ? kind : ["pfifo", "limit", "1000"]),
      in: directory)
  }

  /// Starts the tool on a machine.
  func start(_ arguments: [String], on number: Int) throws -> ToolProcess {
    try ToolProcess(
      ["netns", "exec", "\(name)\(number)", ToolProcess.binary] + arguments, in: directory,
      program: Self.ip)
  }

  // MARK: - Taking it away

  private static func remove(_ name: String, _ directory: TemporaryDirectory) async {
    await remove(directory) { $0.hasPrefix(name) }
  }

  /// Removes the networks of test runs that were killed.
  private static func removeLeft(_ directory: TemporaryDirectory) async {
    await remove(directory) { name in
      guard name.hasPrefix(prefix),
        let owner = pid_t(name.dropFirst(prefix.count).prefix { $0 != "-" })
      else { return false }
      return kill(owner, 0) != 0
    }
  }

  private static func remove(
    _ directory: TemporaryDirectory, where isGone: (String) -> Bool
  ) async {
    // The next run removes the rest.
    guard let list = try? await run(ip, "netns", "list", in: directory) else { return }
    for line in list.split(separator: "\n") {
      let name = String(line.prefix { $0 != " " })
      if isGone(name) { _ = try? await run(ip, "netns", "delete", name, in: directory) }
    }
  }

  @discardableResult
  private static func run(
    _ program: String, _ arguments: String..., in directory: TemporaryDirectory,
    input: String = ""
  ) async throws -> String {
    try await run(program, arguments, in: directory, input: input)
  }

  @discardableResult
  private static func run(
    _ program: String, _ arguments: [String], in directory: TemporaryDirectory,
    input: String = ""
  ) async throws -> String {
    let outcome = try await ToolProcess(arguments, in: directory, input: input, program: program)
      .outcome()
    guard outcome.status == 0 else {
      throw Failure(
        description: ([program] + arguments + [outcome.errors]).joined(separator: " "))
    }
    return outcome.output
  }
}
