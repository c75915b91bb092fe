internal import CLibcurl

/// A transfer in a `CurlLoop`: a request (`Transfer`) or a stream (`StreamTransfer`). Only the loop's thread uses it.
protocol LoopTransfer: AnyObject {
  var handle: EasyHandle { get }
  /// When to check the time limits next; nil if only libcurl's own apply.
  var nextDeadline: ContinuousClock.Instant? { get }

  /// The error of a time limit that has been reached.
  func overdue() -> HTTPError?

  /// Takes libcurl's result. Returns whether the transfer is over; a stream goes on after connecting.
  func complete(_ code: CURLcode) -> Bool

  /// Moves the bytes of a stream. Returns what to wait for besides libcurl's own sockets; nil for nothing.
  func carry() throws(HTTPError) -> curl_waitfd?

  /// Reports a failure to the caller. The transfer is no longer in the loop.
  func end(because error: HTTPError)
}
