import Networking

/// A form of one file (RFC 7578), as `POST /files` takes it.
struct UploadForm {
  let contentType: String
  let body: FileBody

  /// The form; `boundary` is a line that does not stand in the file.
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
