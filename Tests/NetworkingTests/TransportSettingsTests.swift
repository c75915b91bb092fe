import Testing

@testable import Networking

@Suite struct TransportSettingsTests {
  @Test(
    arguments: [
      ("nothing", [:], nil, nil), ("file", ["SSL_CERT_FILE": "/a"], "/a", nil),
      ("folder", ["SSL_CERT_DIR": "/a"], nil, "/a"),
      ("curl's first", ["SSL_CERT_FILE": "/a", "CURL_CA_BUNDLE": "/b"], "/b", nil),
      ("empty", ["SSL_CERT_FILE": "/a", "CURL_CA_BUNDLE": "", "SSL_CERT_DIR": ""], "/a", nil),
    ] as [(String, [String: String], String?, String?)])
  func `authorities are taken from the usual variables`(
    name: String, environment: [String: String], file: String?, folder: String?
  ) {
    let settings = TransportSettings(environment: environment)
    #expect(settings.authorityFile == file, "\(name)")
    #expect(settings.authorityFolder == folder, "\(name)")
  }

  @Test func `settings missing from the environment have their defaults`() {
    let proxies = ["https_proxy": "http://p:1"]
    var expected = TransportSettings()
    expected.proxies = ProxyRules(http: nil, https: "http://p:1")
    #expect(TransportSettings(environment: proxies) == expected)
    #expect(!expected.allowsPlainText)
  }
}
