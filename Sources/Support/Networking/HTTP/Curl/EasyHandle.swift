internal import CLibcurl
internal import CLibcurlShim

/// An easy handle of libcurl: the options and the result of one transfer.
///
/// One thread at a time uses a handle. `EasyHandle+Options` sets the options of connections and requests.
final class EasyHandle {
  let pointer: UnsafeMutableRawPointer
  /// The buffer for libcurl's error text.
  private let message: UnsafeMutableBufferPointer<CChar>
  /// The header lines of the request, which libcurl reads while it sends.
  private var lines: UnsafeMutablePointer<curl_slist>?

  /// Creates a handle; throws if libcurl has no memory for it.
  init() throws(HTTPError) {
    guard let pointer = curl_easy_init() else { throw EasyHandle.error(CURLE_OUT_OF_MEMORY) }
    self.pointer = pointer
    message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    message.initialize(repeating: 0)
  }

  deinit {
    curl_easy_cleanup(pointer)
    curl_slist_free_all(lines)
    message.deallocate()
  }

  /// Makes libcurl write its error texts into `message`, for `failureText`.
  func keepFailureText() throws(HTTPError) {
    try EasyHandle.check(
      curl_shim_easy_set_pointer(pointer, CURLOPT_ERRORBUFFER, message.baseAddress))
  }

  /// Returns libcurl's text for the last error, otherwise its general text for `code`; in printable ASCII.
  func failureText(_ code: CURLcode) -> String {
    let text = message.baseAddress.map { String(cString: $0) } ?? ""
    return PrintableText.plain(
      text.isEmpty ? String(cString: curl_easy_strerror(code)) : text, limit: 200)
  }

  func set(_ option: CURLoption, _ value: Bool) throws(HTTPError) { try set(option, value ? 1 : 0) }

  func set(_ option: CURLoption, _ value: Int) throws(HTTPError) {
    try EasyHandle.check(curl_shim_easy_set_long(pointer, option, value))
  }

  func set(_ option: CURLoption, offset value: Int) throws(HTTPError) {
    try EasyHandle.check(curl_shim_easy_set_offset(pointer, option, curl_off_t(value)))
  }

  /// Copies a text; nil clears the option.
  func set(_ option: CURLoption, _ value: String?) throws(HTTPError) {
    try EasyHandle.check(curl_shim_easy_set_string(pointer, option, value))
  }

  func set(_ option: CURLoption, pointer value: UnsafeMutableRawPointer?) throws(HTTPError) {
    try EasyHandle.check(curl_shim_easy_set_pointer(pointer, option, value))
  }

  func set(_ option: CURLoption, _ callback: @escaping curl_shim_data_callback) throws(HTTPError) {
    try EasyHandle.check(curl_shim_easy_set_data_callback(pointer, option, callback))
  }

  /// Copies the body of a request.
  func set(body: [UInt8]) throws(HTTPError) {
    try set(CURLOPT_POSTFIELDSIZE_LARGE, offset: body.count)
    // With a null address, libcurl would read the body from standard input.
    guard !body.isEmpty else { return try set(CURLOPT_COPYPOSTFIELDS, "") }
    try EasyHandle.check(
      body.withUnsafeBytes {
        curl_shim_easy_set_bytes(pointer, CURLOPT_COPYPOSTFIELDS, $0.baseAddress)
      })
  }

  /// Copies header lines in libcurl's notation: `Name: value`; `Name;` for an empty value; `Name:` to leave out a field
  /// that libcurl would send.
  func set(lines texts: [String]) throws(HTTPError) {
    for text in texts {
      guard let longer = curl_slist_append(lines, text) else {
        throw EasyHandle.error(CURLE_OUT_OF_MEMORY)
      }
      lines = longer
    }
    try EasyHandle.check(curl_shim_easy_set_list(pointer, CURLOPT_HTTPHEADER, lines))
  }

  static func check(_ code: CURLcode) throws(HTTPError) {
    if code != CURLE_OK { throw error(code) }
  }

  private static func error(_ code: CURLcode) -> HTTPError {
    .unexpected(code: Int32(code.rawValue), text: String(cString: curl_easy_strerror(code)))
  }

  func long(_ info: CURLINFO) -> Int {
    var value = 0
    return curl_shim_easy_get_long(pointer, info, &value) == CURLE_OK ? value : 0
  }

  func offset(_ info: CURLINFO) -> Int {
    var value: curl_off_t = 0
    return curl_shim_easy_get_offset(pointer, info, &value) == CURLE_OK ? Int(value) : 0
  }

  func string(_ info: CURLINFO) -> String? {
    var value: UnsafePointer<CChar>?
    guard curl_shim_easy_get_string(pointer, info, &value) == CURLE_OK, let value else {
      return nil
    }
    return String(cString: value)
  }
}
