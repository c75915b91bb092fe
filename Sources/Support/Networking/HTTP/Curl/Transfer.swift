internal import CLibcurl
internal import CLibcurlShim

/// The transfer of one HTTP request in a `CurlLoop`, from the handle's options to the response.
final class Transfer: LoopTransfer {
  let handle: EasyHandle
  let ticket: TransferTicket
  private let request: PreparedRequest
  private let waiter: CurlLoop.Waiter<HTTPResponse>
  /// When the connection was open and sending began; nil before.
  private var sentAt: ContinuousClock.Instant?
  /// When a byte was last received, or sent bytes were last noticed.
  private var lastProgressAt: ContinuousClock.Instant
  private var uploadedBytes = 0
  private var hasAnswerBegun = false
  private var collector: HeaderCollector
  private var body: [UInt8] = []
  /// Reads the request's body from a file; nil if the body is in memory.
  private let upload: UploadReader?
  private let download: DownloadWriter?
  /// Why a callback stopped the transfer.
  private var refusal: HTTPError?
  private let schedule: LoopSchedule
  private let settings: TransportSettings

  /// Sets all options of `handle`, which must be new.
  init(
    _ request: PreparedRequest, _ ticket: TransferTicket,
    _ waiter: CurlLoop.Waiter<HTTPResponse>, handle: EasyHandle, schedule: LoopSchedule,
    settings: TransportSettings
  ) throws(HTTPError) {
    (self.request, self.ticket, self.waiter) = (request, ticket, waiter)
    (self.handle, self.schedule, self.settings) = (handle, schedule, settings)
    lastProgressAt = schedule.now
    upload = try request.fileBody.map { body throws(HTTPError) in try UploadReader(body) }
    download = try request.outputPath.map { path throws(HTTPError) in
      try DownloadWriter(path: path)
    }
    collector = HeaderCollector(
      maximumFields: settings.maximumHeaderFields, maximumBytes: settings.maximumHeaderBytes)
    try handle.keepFailureText()
    try handle.setConnection(
      url: request.url, proxy: request.proxy, connectTimeout: request.timeouts.connect,
      settings: settings)
    try handle.setRequest(request, settings: settings)
    try setCallbacks()
    if upload != nil { try setUploadCallbacks() }
  }

  // MARK: - Callbacks

  private func setCallbacks() throws(HTTPError) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    try handle.set(CURLOPT_HEADERDATA, pointer: context)
    try handle.set(CURLOPT_WRITEDATA, pointer: context)
    try handle.set(CURLOPT_PREREQDATA, pointer: context)
    // A callback that takes fewer bytes than it was given stops the transfer.
    try handle.set(CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
      guard let transfer = Transfer.from(context) else { return 0 }
      return transfer.takeHeader(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }
    try handle.set(CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
      guard let transfer = Transfer.from(context) else { return 0 }
      return transfer.takeBody(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }
    try EasyHandle.check(
      curl_shim_easy_set_prerequest_callback(handle.pointer) { context, _, _, _, _ in
        let isAllowed = Transfer.from(context)?.noteSending() ?? false
        return isAllowed ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
      })
  }

  private func setUploadCallbacks() throws(HTTPError) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    try handle.set(CURLOPT_READDATA, pointer: context)
    try handle.set(CURLOPT_READFUNCTION) { bytes, _, count, context in
      let room = UnsafeMutableRawBufferPointer(start: bytes, count: count)
      return Transfer.from(context)?.giveBody(into: room) ?? Int(CURL_READFUNC_ABORT)
    }
  }

  private func giveBody(into room: UnsafeMutableRawBufferPointer) -> Int {
    do throws(HTTPError) {
      return try upload?.read(into: room) ?? 0
    } catch {
      refusal = error
      return Int(CURL_READFUNC_ABORT)
    }
  }

  /// The transfer that a callback belongs to; it lives as long as its handle is in the loop.
  private static func from(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Notes that the connection is open and sending begins. Returns false if libcurl must not send.
  ///
  /// libcurl sends a request again if a kept connection breaks before the first byte of an answer. The server may
  /// already have processed it, and charge for it, so the caller decides whether to ask again.
  private func noteSending() -> Bool {
    if sentAt != nil, request.method != .get, handle.long(CURLINFO_REQUEST_SIZE) > 0 {
      refusal = .connectionBroken(request.destination, answerBegun: false)
      return false
    }
    sentAt = schedule.now
    lastProgressAt = schedule.now
    schedule.check(by: nextDeadline)
    return true
  }

  private func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    // Bytes sent before this moment must not count as later progress.
    noteUpload()
    lastProgressAt = schedule.now
    if !hasAnswerBegun {
      hasAnswerBegun = true
      schedule.check(by: nextDeadline)
    }
    guard let limit = collector.take(line) else { return true }
    refusal = .headerTooLarge(request.destination, limit)
    return false
  }

  private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    lastProgressAt = schedule.now
    let taken = body.count + (download?.count ?? 0)
    guard bytes.count <= request.maximumResponseBytes - taken else {
      refusal = .responseTooLarge(request.destination, limit: request.maximumResponseBytes)
      return false
    }
    // The body of a failure is kept in memory, for the error.
    if let download, (200...299).contains(handle.long(CURLINFO_RESPONSE_CODE)) {
      do throws(HTTPError) {
        try download.write(bytes)
        return true
      } catch {
        refusal = error
        return false
      }
    }
    if body.isEmpty {
      let announced = handle.offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
      body.reserveCapacity(max(bytes.count, min(announced, request.maximumResponseBytes, 1 << 20)))
    }
    body.append(contentsOf: bytes)
    return true
  }

  // MARK: - Time

  var nextDeadline: ContinuousClock.Instant? {
    var earliest = deadline(.total)
    for phase in [HTTPTimeouts.Phase.response, .idle] {
      guard let deadline = deadline(phase) else { continue }
      earliest = min(earliest ?? deadline, deadline)
    }
    // libcurl does not report sent bytes, so they are checked now and then.
    if sentAt != nil, uploadedBytes < request.bodyCount, let idle = request.timeouts[.idle] {
      let look = schedule.now.advanced(by: idle / 8)
      earliest = min(earliest ?? look, look)
    }
    return earliest
  }

  /// Returns the error of a reached time limit. libcurl itself limits the time for connecting.
  func overdue() -> HTTPError? {
    noteUpload()
    for phase in [HTTPTimeouts.Phase.total, .response, .idle] {
      guard let deadline = deadline(phase), deadline <= schedule.now else { continue }
      return .timedOut(phase, after: request.timeouts[phase] ?? .zero, request.destination)
    }
    return nil
  }

  private func deadline(_ phase: HTTPTimeouts.Phase) -> ContinuousClock.Instant? {
    guard let limit = request.timeouts[phase] else { return nil }
    switch phase {
    case .connect: return nil
    case .response: return hasAnswerBegun ? nil : sentAt?.advanced(by: limit)
    case .idle:
      let isWaiting = !hasAnswerBegun && uploadedBytes >= request.bodyCount
      return sentAt == nil || isWaiting ? nil : lastProgressAt.advanced(by: limit)
    case .total: return ticket.submittedAt.advanced(by: limit)
    }
  }

  private func noteUpload() {
    guard sentAt != nil, uploadedBytes < request.bodyCount else { return }
    let uploaded = handle.offset(CURLINFO_SIZE_UPLOAD_T)
    if uploaded != uploadedBytes { lastProgressAt = schedule.now }
    uploadedBytes = uploaded
  }

  // MARK: - Results

  func complete(_ code: CURLcode) -> Bool {
    waiter.resume(returning: result(code))
    return true
  }

  func carry() -> curl_waitfd? { nil }

  func end(because error: HTTPError) { waiter.resume(returning: .failure(error)) }

  private func result(_ code: CURLcode) -> Result<HTTPResponse, HTTPError> {
    if let refusal { return .failure(refusal) }
    guard code == CURLE_OK else {
      let failure = CurlFailure(
        code: code, handle: handle, request: request, settings: settings, hasSent: sentAt != nil,
        hasHeader: collector.isComplete)
      return .failure(failure.error)
    }
    // libcurl accepts a header that ends within a line.
    guard collector.isComplete else {
      return .failure(.connectionBroken(request.destination, answerBegun: false))
    }
    let status = handle.long(CURLINFO_RESPONSE_CODE)
    if let target = handle.string(CURLINFO_REDIRECT_URL) {
      return .failure(
        .redirectRefused(
          status: status, from: request.destination, to: HTTPDestination(readable: target)))
    }
    return .success(
      HTTPResponse(status: status, headers: collector.headers, body: body))
  }
}
