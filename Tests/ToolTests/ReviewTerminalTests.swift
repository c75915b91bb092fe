import Foundation
import TestSupport
import Testing

/// `review` on a terminal, as a process. Also the advice of `extract` to archive old items.
@Suite struct ReviewTerminalTests {
  private static let back = "\u{1B}[?1049l"

  private static func review(
    _ directory: TemporaryDirectory, _ options: [String] = [], environment: [String: String] = [:]
  ) async throws -> TerminalProcess {
    let process = try TerminalProcess(
      ["review", "--store", "s"] + options, in: directory, environment: environment)
    try await process.wait(for: "q quit")
    #expect(!process.isUsual, "\(process.text)")
    return process
  }

  private static func states(_ directory: TemporaryDirectory) async throws -> (open: Int, all: Int)
  {
    let open = try await directory.run("list", "--json")
    let all = try await directory.run("list", "--all", "--json")
    return (open.lines.count, all.lines.count)
  }

  @Test func `items are reviewed with single keys, and the terminal is restored`() async throws {
    let directory = try await SampleStore.ofSixTasks()
    let process = try await Self.review(directory)
    #expect(process.text.contains("1 of 6") && process.text.contains("I'll "))
    try await process.type("d", until: "2 of 6")
    try await process.type("r", until: "remove because")
    try await process.type("not ours\r", until: "3 of 6")
    try await process.type("u", until: "undone: removed")
    try await process.type("n", until: "3 of 6")
    try await process.type("et", until: "task: ")
    try await process.type(" 語!\r", until: "changed; 'k' keeps it")
    try await process.type("k", until: "4 of 6")
    try await process.resize(columns: 40, rows: 12, until: "4 of 6")
    try await process.type("q", until: Self.back)
    #expect(try await process.status() == 0)
    #expect(process.isUsual && process.text.contains("3 of 6 items left"))
    let (open, all) = try await Self.states(directory)
    #expect(open == 4 && all == 5)
    let edited = try await directory.run("list", "--text", "語!")
    #expect(edited.errors == "1 open\n", "\(edited.errors)")
    let next = try await Self.review(directory)
    #expect(next.text.contains("1 of 3"))
    try await next.type("\u{4}", until: Self.back)
    #expect(try await next.status() == 0)
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func `a signal loses nothing and restores the terminal`(
    number: Int32, status: Int32
  ) async throws {
    let directory = try await SampleStore.ofSixTasks()
    let process = try await Self.review(directory)
    try await process.type("d", until: "2 of 6")
    // The signal is typed if there is a key for it.
    if number == SIGINT { process.type("\u{3}") } else { process.signal(number) }
    #expect(try await process.status() == status)
    #expect(process.isUsual && process.text.contains(Self.back))
    #expect(process.text.contains("1 done; 5 of 6 items left"), "\(process.text)")
    #expect(try await Self.states(directory).open == 5)
  }

  @Test func `text typed ahead or pasted judges no item`() async throws {
    let directory = try await SampleStore.ofSixTasks()
    let process = try await Self.review(directory)
    process.type("\u{1B}[200~done\u{1B}[201~\u{1B}d")
    try await process.type("ddd", until: "2 of 6")
    try await process.type("?", until: "Press any key")
    try await process.type("?", until: "2 of 6")
    try await process.type("r", until: "remove because")
    try await process.type("\u{1B}[200~all\ndone\u{1B}[201~", until: "all done")
    try await process.type("\r", until: "3 of 6")
    try await process.type("q", until: "\u{1B}[?2004l" + Self.back)
    #expect(try await process.status() == 0)
    let (open, all) = try await Self.states(directory)
    #expect(open == 4 && all == 5)
  }

  @Test(arguments: ["", "d"])
  func `a blocked terminal does not keep a signal from ending the review`(
    typed: String
  ) async throws {
    let directory = try await SampleStore.ofSixTasks()
    let process = try await Self.review(directory)
    process.type("\u{13}" + typed)
    process.signal(SIGTERM)
    #expect(try await process.status() == 143)
    #expect(process.isUsual)
  }

  @Test func `a closed terminal ends the review and loses nothing`() async throws {
    let directory = try await SampleStore.ofSixTasks()
    let process = try await Self.review(directory)
    try await process.type("d", until: "2 of 6")
    process.hangUp()
    #expect(try await process.status() == 129)
    #expect(try await Self.states(directory).open == 5)
  }

  @Test func `a stopped review returns the terminal and resumes where it was`() async throws {
    let directory = try await SampleStore.ofSixTasks()
    let process = try await Self.review(directory)
    try await process.type("d", until: "2 of 6")
    // The process has its own session, where no shell could resume it, so the system does not stop it. It leaves the
    // screen and returns.
    try await process.type("\u{1A}", until: "\u{1B}[?1049h")
    try await process.type("s", until: "3 of 6")
    #expect(process.text.contains(Self.back) && !process.isUsual)
    // After an unexpected stop, it finds the terminal in the shell's mode.
    process.makeUsual()
    try await process.signal(SIGCONT, until: "3 of 6")
    #expect(!process.isUsual)
    try await process.type("q", until: Self.back)
    #expect(try await process.status() == 0 && process.isUsual)
  }

  @Test func `a review in the background stops, and leaves the shell's terminal alone`()
    async throws
  {
    let directory = try await SampleStore.ofSixTasks()
    let process = try TerminalProcess(
      ["review", "--store", "s"], in: directory,
      script: """
        "$@" & wait $!; echo "waited $?"; read line; fg
        """)
    // The sum of 128 and SIGTTOU.
    try await process.wait(for: "waited 150")
    #expect(process.isUsual && !process.text.contains("q quit"))
    try await process.type("\n", until: "q quit")
    #expect(!process.isUsual)
    process.type("q")
    #expect(try await process.status() == 0 && process.isUsual, "\(process.text)")
  }

  @Test func `a stopped review that resumes in the background stops again`() async throws {
    let directory = try await SampleStore.ofSixTasks()
    let process = try TerminalProcess(
      ["review", "--store", "s"], in: directory,
      script: """
        "$@"; echo "left $?"; bg; wait %1; echo "waited $?"; read line; fg
        """)
    try await process.wait(for: "q quit")
    // The sums of 128 and SIGTSTP, and of 128 and SIGTTOU.
    try await process.type("\u{1A}", until: "waited 150")
    #expect(process.text.contains("left 148") && process.isUsual)
    try await process.type("\n", until: "q quit")
    #expect(!process.isUsual)
    process.type("q")
    #expect(try await process.status() == 0 && process.isUsual, "\(process.text)")
  }

  @Test func `a signal ends a line-based review cleanly`() async throws {
    let directory = try await SampleStore.ofSixTasks()
    let process = try TerminalProcess(["review", "--json", "--store", "s"], in: directory)
    try await process.wait(for: "reading verdicts")
    try await process.type("{\n", until: "not JSON")
    process.signal(SIGTERM)
    #expect(try await process.status() == 143)
    #expect(process.text.contains("1 line was refused"), "\(process.text)")
  }

  @Test func `the terminal's own width counts, not the exported one`() async throws {
    let directory = try await SampleStore.ofSixTasks()
    let process = try await Self.review(directory, environment: ["COLUMNS": "20"])
    #expect(process.text.contains("k keep  d done  e edit  r remove"))
    process.type("q")
    #expect(try await process.status() == 0)
  }

  @Test func `a dumb terminal gets no escape sequences, and NO_COLOR no colours`() async throws {
    let directory = try await SampleStore.ofSixTasks()
    let dumb = try await Self.review(directory, environment: ["TERM": "dumb"])
    try await dumb.type("r", until: "remove because")
    try await dumb.type("x\u{7F}\r", until: "2 of 6")
    dumb.type("q")
    #expect(try await dumb.status() == 0)
    #expect(!dumb.text.contains("\u{1B}") && dumb.isUsual, "\(dumb.text)")
    let plain = try await Self.review(directory, environment: ["NO_COLOR": "1"])
    plain.type("q")
    #expect(try await plain.status() == 0)
    #expect(!plain.text.contains("\u{1B}[1m") && !plain.text.contains("\u{1B}[2m"))
  }

  @Test func `a first run over old messages suggests archiving`() async throws {
    let directory = try await SampleStore.ofSixTasks()
    let process = try TerminalProcess(
      ["extract", "--offline", "--store", "t", "chat.jsonl"], in: directory)
    #expect(try await process.status() == 0)
    #expect(process.text.contains("'actionitems archive --stale' archives them"))
    let none = try TerminalProcess(["review", "--store", "s", "--text", "zebra"], in: directory)
    #expect(try await none.status() == 0 && none.text.contains("nothing to review"))
  }
}
