internal import CLibcurl
internal import CLibcurlShim
internal import Glibc

/// Waits for libcurl's sockets, its timer and the mailbox's wake-up.
///
/// The kernel's event queue (epoll) names the sockets that are ready, so that a turn costs what
/// happened in it; libcurl's own `curl_multi_poll` and `curl_multi_perform` would look at every
/// request at every turn.
final class SocketWatch {
  /// The event descriptor that wakes the loop when it is written to.
  let wakeUp: Int32
  private let multi: UnsafeMutableRawPointer
  private let schedule: LoopSchedule
  private let queue: Int32
  private var ready: [epoll_event]
  private var readyCount = 0

  /// Has libcurl name its sockets; throws when there is no descriptor to be had.
  init(multi: UnsafeMutableRawPointer, schedule: LoopSchedule) throws(HTTPError) {
    (self.multi, self.schedule) = (multi, schedule)
    queue = epoll_create1(Int32(EPOLL_CLOEXEC))
    wakeUp = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    ready = Array(repeating: epoll_event(), count: 256)
    guard queue >= 0, wakeUp >= 0, control(EPOLL_CTL_ADD, wakeUp, EPOLLIN.rawValue) else {
      let code = errno
      close()
      throw .unexpected(code: code, text: "the system gives no descriptor")
    }
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = curl_shim_multi_set_pointer(multi, CURLMOPT_SOCKETDATA, context)
    _ = curl_shim_multi_set_socket_callback(multi) { _, socket, wanted, context, known in
      guard let watch = SocketWatch.from(context) else { return -1 }
      // A socket that cannot be watched would be waited for in vain: -1 ends the loop.
      return watch.watch(socket, wanted: wanted, isKnown: known != nil) ? 0 : -1
    }
  }

  /// Gives the descriptors back; libcurl's handle must be gone or have no sockets.
  func close() {
    if queue >= 0 { Glibc.close(queue) }
    if wakeUp >= 0 { Glibc.close(wakeUp) }
  }

  /// Waits until a socket is ready, a timer has run out or someone wakes the loop; or only looks which
  /// sockets are ready, where the loop has something else to do.
  func wait(onlyLooking: Bool) {
    let waits = [libraryWaitMilliseconds, schedule.waitMilliseconds].filter { $0 >= 0 }
    let wait = onlyLooking ? 0 : Int32(clamping: waits.min() ?? -1)
    let count = epoll_wait(queue, &ready, Int32(ready.count), wait)
    readyCount = max(0, Int(count))  // interrupted: the next turn finds nothing ready
    // Taken back before the mailbox is emptied: what is put in from here on wakes the loop again.
    if ready[..<readyCount].contains(where: { $0.data.fd == wakeUp }) {
      var count: eventfd_t = 0
      eventfd_read(wakeUp, &count)
    }
  }

  /// Lets libcurl work on what became ready.
  func handleReady() -> CURLMcode {
    var running: Int32 = 0
    var result = CURLM_OK
    for event in ready[..<readyCount] where event.data.fd != wakeUp && result == CURLM_OK {
      result = curl_multi_socket_action(
        multi, event.data.fd, SocketWatch.flags(event.events), &running)
    }
    readyCount = 0
    if result == CURLM_OK, libraryWaitMilliseconds == 0 {
      result = curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running)
    }
    return result
  }

  /// How long libcurl can do without being called; negative for as long as no socket is ready.
  ///
  /// It is asked at every turn rather than told of by the timer callback: that one is not called again
  /// for a time it has named before, and with its whole milliseconds it may have named it too early.
  private var libraryWaitMilliseconds: Int {
    var milliseconds = -1
    curl_multi_timeout(multi, &milliseconds)
    return milliseconds
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> SocketWatch? {
    context.map { Unmanaged<SocketWatch>.fromOpaque($0).takeUnretainedValue() }
  }

  private func watch(_ socket: curl_socket_t, wanted: Int32, isKnown: Bool) -> Bool {
    guard wanted != CURL_POLL_REMOVE else {
      _ = control(EPOLL_CTL_DEL, socket, 0)  // the kernel has forgotten it where it is closed
      return true
    }
    var events: UInt32 = 0
    if wanted & CURL_POLL_IN != 0 { events |= EPOLLIN.rawValue }
    if wanted & CURL_POLL_OUT != 0 { events |= EPOLLOUT.rawValue }
    if isKnown { return control(EPOLL_CTL_MOD, socket, events) }
    // libcurl hands this pointer back while the socket is the same; any one will do.
    curl_multi_assign(multi, socket, Unmanaged.passUnretained(self).toOpaque())
    return control(EPOLL_CTL_ADD, socket, events)
      || errno == EEXIST && control(EPOLL_CTL_MOD, socket, events)
  }

  private func control(_ operation: Int32, _ descriptor: Int32, _ events: UInt32) -> Bool {
    var event = epoll_event()
    event.events = events
    event.data.fd = descriptor
    return epoll_ctl(queue, operation, descriptor, &event) == 0
  }

  private static func flags(_ events: UInt32) -> Int32 {
    var flags: Int32 = 0
    if events & (EPOLLIN.rawValue | EPOLLHUP.rawValue) != 0 { flags |= CURL_CSELECT_IN }
    if events & EPOLLOUT.rawValue != 0 { flags |= CURL_CSELECT_OUT }
    if events & EPOLLERR.rawValue != 0 { flags |= CURL_CSELECT_ERR | CURL_CSELECT_IN }
    return flags
  }
}
