import Networking
import Testing

@Suite struct HTTPHeadersTests {
  @Test func `names compare without case, values keep their order`() {
    var headers: HTTPHeaders = ["A": "1", "b": "2", "a": "3"]
    #expect(headers["a"] == "1")
    headers.add("c", "5")
    #expect(headers.fields.map(\.name) == ["A", "b", "a", "c"])
    #expect(headers["B"] == "2" && headers["d"] == nil)
    #expect(headers["[{"] == nil)
  }

  @Test func `only letters have a case`() {
    let headers: HTTPHeaders = ["[": "1"]
    #expect(headers["{"] == nil)
  }
}
