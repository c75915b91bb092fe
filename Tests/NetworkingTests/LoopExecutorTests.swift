import Networking
import Synchronization
import TestSupport
import Testing

@_silgen_name("gettid") private func gettid() -> Int32

@Suite(.timeLimit(.minutes(10))) struct LoopExecutorTests {
  let transport: CurlTransport

  init() throws {
    transport = try CurlTransport()
  }

  /// Notes of tasks; a lock alone cannot be shared by nested tasks.
  private final class Notes: Sendable {
    private let threads = Mutex<[Int32]>([])

    var count: Int { threads.withLock { $0.count } }
    var threadCount: Int { threads.withLock { Set($0).count } }

    func note() { threads.withLock { $0.append(LoopExecutorTests.thread()) } }
  }

  /// The current thread. The compiler treats `pthread_self` as constant within a function, even if that resumes on
  /// another thread.
  private static func thread() -> Int32 { gettid() }

  /// Runs a body among the transport's tasks.
  private func onTransport<Value: Sendable>(
    _ work: @Sendable @escaping () async throws -> Value
  ) async rethrows -> Value {
    try await withTaskExecutorPreference(transport.executor) {
      // A task from the pool moves there when it is next resumed.
      await Task.yield()
      return try await work()
    }
  }

  @Test func `tasks and those that they begin run on one thread, also behind an answer`()
    async throws
  {
    let server = try LoopbackServer { _ in .text("ok") }
    let transport = self.transport
    let notes = Notes()
    try await onTransport {
      notes.note()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<50 {
          group.addTask {
            notes.note()
            let response = try await transport.send(HTTPRequest(.get, server.address))
            #expect(response.status == 200)
            notes.note()
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(notes.threadCount == 1 && notes.count == 101)
    #expect(server.requests.count == 50)
  }

  @Test func `a loop that waits is woken for every task`() async {
    let notes = Notes()
    // A lost wake-up makes the test hang.
    for _ in 0..<2000 {
      // The task goes back and forth; nothing else is under way, so the loop has to wait.
      await onTransport { notes.note() }
    }
    #expect(notes.count == 2000)
  }

  @Test func `tasks put in by many threads at once all run`() async {
    let notes = Notes()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<500 {
        group.addTask {
          await self.onTransport {
            notes.note()
            await Task.yield()
            notes.note()
          }
        }
      }
    }
    #expect(notes.count == 1000)
  }

  @Test func `a task that never rests keeps no request from its answer`() async throws {
    let server = try LoopbackServer { _ in .text("ok") }
    let transport = self.transport
    let restless = Task(executorPreference: transport.executor) {
      while !Task.isCancelled { await Task.yield() }
    }
    for _ in 0..<5 {
      #expect(try await transport.send(HTTPRequest(.get, server.address)).status == 200)
    }
    restless.cancel()
    await restless.value
  }

  @Test func `tasks of a transport that has shut down go on elsewhere`() async throws {
    let transport = self.transport
    let ended = await onTransport {
      let before = Self.thread()
      // The thread that runs this code ends here.
      await transport.shutDown()
      await Task.yield()
      return Self.thread() != before
    }
    #expect(ended)
    #expect(await onTransport { 7 } == 7)
    await #expect(throws: HTTPError.shutDown) {
      try await self.onTransport {
        try await transport.send(HTTPRequest(.get, "http://127.0.0.1:9/"))
      }
    }
  }

  @Test func `shutting down loses none of the tasks that wait`() async throws {
    let transport = self.transport
    let notes = Notes()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<400 {
        group.addTask {
          await self.onTransport {
            for _ in 0..<3 { await Task.yield() }
            notes.note()
          }
        }
        if number == 200 { group.addTask { await transport.shutDown() } }
      }
    }
    #expect(notes.count == 400)
  }

  @Test func `a task on the transport can cancel another one's request`() async throws {
    let server = try LoopbackServer { _ in .silence }
    let transport = self.transport
    let request = Task(executorPreference: transport.executor) {
      try await transport.send(HTTPRequest(.get, server.address))
    }
    try await server.waitForRequests(1)
    await onTransport { request.cancel() }
    await #expect(throws: HTTPError.cancelled) { try await request.value }
    try await server.waitForHangUps(1)
  }
}
