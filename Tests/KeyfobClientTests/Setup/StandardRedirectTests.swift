import KeyfobClient
import KeyfobCore
import KeyfobSetup
import Testing

@Suite("The default redirect URI")
struct StandardRedirectTests {
    @Test("is a loopback one, and in an app on iOS one that the system's sign-in sheet can receive")
    func standard() throws {
        func standard(_ bundle: BundleFacts?) throws -> String {
            try ClientConfiguration.standardRedirectURI(of: bundle).value
        }
        #expect(try standard(nil) == "http://localhost")
        #expect(try standard(BundleFacts(platform: .macOS, bundleID: "test.app")) == "http://localhost")
        #expect(try standard(BundleFacts(platform: .iOS, bundleID: nil)) == "http://localhost")
        #expect(try standard(BundleFacts(platform: .iOS, bundleID: "test.app")) == "msauth.test.app://auth")
    }
}
