#if os(Linux)
#if Server
import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobDemo

/// The certificate is stored as on a phone, with the system's browser, and the broker has none: the device returns the
/// code by the second redirect URI.
@Suite("sign-in by certificate in the device's browser", .onDevice)
struct CertificateBrowserTests {
    private let hedy = "hedy@contoso.test"

    /// Installs the browser, and gives it Hedy's certificate.
    private func installBrowser(_ demo: DemoDevice, _ holder: DemoDevice.CertificateHolder) async throws {
        let browser = try await demo.installBrowser(hedy)
        let pem = holder.issued.certificatePEM + "\n" + holder.issued.privateKeyPEM.reveal()
        let members: [String: JSONValue] = ["user": .string(hedy), "certificate": .string(pem)]
        #expect(try await browser.ask("hold", members, front: false).succeeded)
    }

    @Test(
        "R53-part, R70-part: broker, browser, and by the second redirect URI the broker again, which redeems the code")
    func byTheDevicesBrowser() async throws {
        try await onDevice(broker: .urlsOnly) { demo in
            let holder = try await demo.admitCertificateHolder(hedy)
            try await installBrowser(demo, holder)
            try await demo.registerCertificateRedirect(of: "msauth.\(DemoApps.contosoA)://auth")
            try await demo.setUser(hedy, usesCertificate: true)
            try await demo.contosoA.activate()
            let before = try await demo.lastEntry()
            let answer = try await demo.contosoA.signIn(hedy)
            #expect(answer.succeeded && answer.source == "broker", "\(answer.json)")
            #expect(try demo.api.accept(answer.token).user == hedy)
            #expect(try await demo.admin.count("certificate_accepted") == 1)
            let (broker, browser) = (DemoApps.broker, DemoDevice.browser)
            #expect(try await demo.fronts(after: before) == [broker, browser, broker, DemoApps.contosoA])
            // The trace keeps a URL's scheme and host; the rest of the redirect URI is in the sign-in log.
            let delivered = try await demo.trace(after: before).filter { $0.kind == .deliveredURL }
                .map { "\($0.app ?? ""): \($0.subject ?? "")" }
            #expect(
                delivered == [
                    "\(broker): msauthv2://broker", "\(browser): https://localhost", "\(broker): msauth://code",
                    "\(DemoApps.contosoA): msauth.test.contoso.a://auth",
                ])
            let codes = try await demo.admin.signIns().filter { $0["event"] == "certificate_accepted" }
            let second = "msauth://code/msauth.test.contoso.a%3A%2F%2Fauth"
            #expect(codes.map { $0["redirect_uri"]?.stringValue } == [second])
            // The user had chosen the certificate on the broker's page; the browser showed only the consent.
            #expect(try await demo.app(browser).ask("visits", front: false).accounts == ["consent"])
            // No URL with a code went to an app.
            #expect(try await demo.contosoA.ask("received").json["urls"]?.arrayValue?.count == 1)
        }
    }
}
#endif
#endif
