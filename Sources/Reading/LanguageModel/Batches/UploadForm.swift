import Networking

/// The multipart form that uploads a batch's request file with `POST /files` (RFC 7578).
struct UploadForm {
  let contentType: String
  let body: FileBody

  /// Creates the form; `boundary` is a line that the file does not contain.
  init(path: String, name: String, length: Int, boundary: String) {
    contentType = "multipart/form-data; boundary=\(boundary)"
    let safe = name.map {
      $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "_"
    }
    let head = """
      --\(boundary)\r
      Content-Disposition: form-data; name="purpose"\r
      \r
      batch\r
      --\(boundary)\r
      Content-Disposition: form-data; name="file"; filename="\(String(safe))"\r
      Content-Type: application/jsonl\r
      \r

      """
    body = FileBody(
      head: Array(head.utf8), path: path, length: length,
      tail: Array("\r\n--\(boundary)--\r\n".utf8))
  }
}
