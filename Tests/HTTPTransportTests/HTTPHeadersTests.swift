import HTTPTransport
import Testing

@Suite struct HTTPHeadersTests {
  @Test func `names compare without case, values keep their order`() {
    var headers: HTTPHeaders = ["A": "1", "b": "2", "a": "3"]
    #expect(headers["a"] == "1")
    #expect(headers.values(of: "A") == ["1", "3"])
    headers["a"] = "4"
    #expect(headers.fields.map(\.value) == ["4", "2"])
    headers["b"] = nil
    headers.add("c", "5")
    headers["d"] = "6"
    #expect(headers.fields.map(\.name) == ["a", "c", "d"])
    #expect(headers["b"] == nil)
    #expect(headers["[{"] == nil)
  }

  @Test func `only letters have a case`() {
    let headers: HTTPHeaders = ["[": "1"]
    #expect(headers["{"] == nil)
  }
}
