import Glibc

/// One connection of the loopback server, on its own thread.
struct LoopbackConnection {
  private enum End: Error {
    /// The client closed or reset the connection.
    case clientHungUp
    /// A step of the reply ended the connection, or the server stopped.
    case over
  }

  /// POLLRDHUP, which Swift's Glibc module lacks.
  private static let peerClosed: Int16 = 0x2000

  let descriptor: Int32
  let number: Int
  let core: LoopbackCore
  let stopping: Pipe

  /// Answers requests until either side ends the connection.
  func serve(_ handler: (LoopbackRequest) -> Reply) {
    var buffer: [UInt8] = []
    do {
      while true {
        let request = try receive(&buffer)
        if core.lacks(request) {
          for step in Reply.text("not found", status: 404).steps { try take(step) }
          continue
        }
        let reply = handler(request)
        defer { core.change { $0.inFlight -= 1 } }
        for step in reply.steps { try take(step) }
      }
    } catch End.clientHungUp {
      core.change { $0.hangUpCount += 1 }
    } catch {}
  }

  private func receive(_ buffer: inout [UInt8]) throws -> LoopbackRequest {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      switch LoopbackRequest.read(buffer, number: 0, connection: number) {
      case .malformed: throw End.over
      case .complete(var request, let length):
        buffer.removeFirst(length)
        if core.lacks(request) { return request }
        core.change { state in
          request.number = state.requests.count
          state.requests.append(request)
          state.inFlight += 1
          state.greatestInFlight = max(state.greatestInFlight, state.inFlight)
        }
        return request
      case .incomplete:
        let count = recv(descriptor, &piece, piece.count, 0)
        guard count > 0 else { throw End.clientHungUp }
        buffer += piece[..<count]
      }
    }
  }

  private func take(_ step: Reply.Step) throws {
    switch step {
    case .send(let bytes): try send(bytes)
    case .sendForever(let bytes): try sendForever(bytes)
    case .trickle(let bytes, let gate):
      for byte in bytes {
        try wait(at: gate)
        try send([byte])
      }
    case .wait(let gate): try wait(at: gate)
    case .pause(let milliseconds): _ = try poll(nil, milliseconds: milliseconds)
    case .hold: while true { _ = try poll(nil, milliseconds: -1) }
    case .finishSending: shutdown(descriptor, Int32(SHUT_WR))
    case .close: throw End.over
    case .reset:
      LoopbackSocket.resetOnClose(descriptor)
      throw End.over
    }
  }

  /// Sends without end, but slowly beyond the limit of every test. A client that reads everything and hangs up late
  /// must not fill the memory.
  private func sendForever(_ bytes: [UInt8]) throws {
    var sent = 0
    while true {
      try send(bytes)
      sent += bytes.count
      if sent > 64 << 20 { _ = try poll(nil, milliseconds: 50) }
    }
  }

  private func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw End.clientHungUp }
      rest = rest.dropFirst(count)
    }
  }

  private func wait(at gate: Gate) throws {
    while !gate.pass() { _ = try poll(gate.descriptor, milliseconds: -1) }
  }

  /// Waits for a descriptor, the time, the client's hang-up or the server's end.
  private func poll(_ other: Int32?, milliseconds: Int) throws -> Bool {
    var waits = [
      pollfd(fd: descriptor, events: LoopbackConnection.peerClosed, revents: 0),
      pollfd(fd: stopping.reading, events: Int16(POLLIN), revents: 0),
    ]
    if let other { waits.append(pollfd(fd: other, events: Int16(POLLIN), revents: 0)) }
    let count = Glibc.poll(&waits, UInt(waits.count), Int32(milliseconds))
    if waits[1].revents != 0 { throw End.over }
    if waits[0].revents != 0 { throw End.clientHungUp }
    return count > 0
  }
}
