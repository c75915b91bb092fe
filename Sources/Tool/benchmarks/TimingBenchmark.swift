import ActionItems
import Foundation
import Networking
import Store
import TestSupport

/// `benchmarks timing`: checks that the time of a hub's search does not reveal what hidden items say. Compares searches
/// for a text that only hidden items have with those for a text that no item has.
///
/// With a limited token, the times must not differ. With an unlimited token, they must: this shows that the measurement
/// can detect a difference.
struct TimingBenchmark {
  private let folder: URL
  private let tool: String
  /// The number of searches for each text.
  private let count: Int
  private let items: Int

  init(_ arguments: inout Arguments) throws {
    folder = try arguments.folder()
    count = try arguments.number("--count", else: 10_000)
    items = try arguments.number("--items", else: 500)
    tool = try arguments.tool()
    try arguments.end()
  }

  /// A word in the quotes of half of the items, all hidden, and two words of the same length that no item has.
  private static let (hidden, absent, other) = ("zanzibar", "zanzibat", "zanzibaq")

  func run() async throws {
    let path = folder.appending(path: "store").path
    try? FileManager.default.removeItem(atPath: path)
    let store = try ActionItemStore(path: path, creating: true)
    try await store.save(
      (0..<items).map { number in
        var item = GeneratedItems.item(number)
        (item.assignee, item.assigneeId) = (number % 10 == 0 ? "Bo" : "Cy", nil)
        item.conversationId = number % 10 == 0 ? "ours" : "theirs"
        item.conversationTitle = nil
        if number % 2 == 1 { item.quote = (item.quote ?? "") + " in \(Self.hidden)" }
        return item
      })
    func token(_ options: String...) throws -> String {
      try MeasuredRun([tool, "hub", "token", "--name", "Bo", "--store", path] + options).output
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let person = try token("--channel", "person:Bo")
    let conversation = try token("--channel", "conversation:ours")
    let all = try token()
    let hub = try Server(tool: tool, store: path)
    defer { hub.stop() }
    let columns = Columns(
      ["searches: \(count) of each", "median 1", "median 2", "mean 1", "mean 2", "Welch's t"],
      first: 46)
    for (name, path, token, first, second) in [
      ("/items: hidden, absent; person", "/items", person, Self.hidden, Self.absent),
      ("/items: absent, another absent; person", "/items", person, Self.absent, Self.other),
      ("/items: hidden, absent; conversation", "/items", conversation, Self.hidden, Self.absent),
      ("/list: hidden, absent; person", "/list", person, Self.hidden, Self.absent),
      ("/list: hidden, absent; conversation", "/list", conversation, Self.hidden, Self.absent),
      ("/items: hidden, absent; unlimited", "/items", all, Self.hidden, Self.absent),
    ] {
      let (one, two) = try await compare(hub.address + path, token, first, second)
      columns.row([
        name, Columns.text(one.median, 1), Columns.text(two.median, 1),
        Columns.text(one.mean, 1), Columns.text(two.mean, 1), Columns.text(one.welch(two)),
      ])
    }
  }

  /// Returns the microseconds of interleaved searches for two texts. The order within each pair is random.
  private func compare(
    _ address: String, _ token: String, _ first: String, _ second: String
  ) async throws -> ([Double], [Double]) {
    let transport = try CurlTransport()
    let headers: HTTPHeaders = ["Authorization": "Bearer \(token)"]
    var random = SeededRandom(seed: 51)
    var times: [String: [Double]] = [:]
    for _ in 0..<count {
      for text in random.next() & 1 == 0 ? [first, second] : [second, first] {
        let request = HTTPRequest(.get, "\(address)?text=\(text)", headers: headers)
        let start = ContinuousClock.now
        let answer = try await transport.send(request)
        times[text, default: []].append((ContinuousClock.now - start) / .microseconds(1))
        guard answer.status == 200 else { throw Refused(status: answer.status) }
      }
    }
    return (times[first] ?? [], times[second] ?? [])
  }

  /// A request that the hub refused.
  private struct Refused: Error, CustomStringConvertible {
    let status: Int
    var description: String { "the hub answered with \(status)" }
  }

  /// The process of the measured hub, on a free port.
  private struct Server {
    let address: String
    private let process = Process()

    init(tool: String, store: String) throws {
      let errors = Pipe()
      process.executableURL = URL(filePath: tool)
      process.arguments = ["hub", "--listen", "127.0.0.1:0", "--store", store]
      process.standardError = errors
      try process.run()
      var text = ""
      while !text.contains("\n") {
        let more = errors.fileHandleForReading.availableData
        if more.isEmpty { break }
        text += String(decoding: more, as: UTF8.self)
      }
      guard let line = text.split(separator: "\n").first,
        let place = line.range(of: "ws://")
      else {
        process.terminate()
        throw Silent(text: text)
      }
      address = "http://" + line[place.upperBound...]
    }

    func stop() { process.terminate() }

    private struct Silent: Error, CustomStringConvertible {
      let text: String
      var description: String { "the hub did not start: \(text)" }
    }
  }
}

extension [Double] {
  var mean: Double { reduce(0, +) / Double(Swift.max(count, 1)) }

  private var variance: Double {
    let mean = mean
    return reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(Swift.max(count - 1, 1))
  }

  /// Welch's t of two samples. Beyond 4, chance is an unlikely cause of the difference of their means.
  func welch(_ other: [Double]) -> Double {
    (mean - other.mean)
      / (variance / Double(count) + other.variance / Double(other.count)).squareRoot()
  }
}
