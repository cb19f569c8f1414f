import KeyfobBrokerCore
import KeyfobCore
import Testing

@Suite struct BrokerActionURLTests {
    @Test func `each exit is read`() throws {
        let page = try #require(HTTPURL("https://localhost:8443/enroll?x=1"))
        let encoded = PercentEncoding.encode(page.description)
        let expected: [(String, BrokerActionURL?)] = [
            ("msauth://wpj?username=ada%40contoso.test&app_link=x", .registerDevice(username: "ada@contoso.test")),
            ("MSAUTH://WPJ", .registerDevice(username: nil)),
            ("msauth://upgradeReg?username=a", .renewRegistration(username: "a")),
            ("msauth://enroll?intuneRedirectUrl=\(encoded)", .enroll(page)),
            ("msauth://enroll?intuneRedirectUrl=http%3A%2F%2Fx", .unknown("enroll")),
            ("msauth://compliance", .compliance(nil)),
            ("msauth://in_app_enrollment_complete?status=success", .remediationEnded(isSuccess: true)),
            ("msauth://in_app_enrollment_complete?status=failed", .remediationEnded(isSuccess: false)),
            ("browser://localhost:8443/enroll?x=1", .systemBrowser(page)),
            ("msauth://else", .unknown("else")),
            ("msauth://code/x?code=1", nil), ("https://localhost/", nil), ("msauth.test.a://auth?code=1", nil),
            ("", nil),
        ]
        for (address, exit) in expected { #expect(BrokerActionURL(address) == exit, "\(address)") }
    }
}
