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
    private func installBrowser(_ stage: DeviceStage, _ holder: DeviceStage.CertificateHolder) async throws {
        let browser = try await stage.installBrowser(hedy)
        let pem = holder.issued.certificatePEM + "\n" + holder.issued.privateKeyPEM.reveal()
        let members: [String: JSONValue] = ["user": .string(hedy), "certificate": .string(pem)]
        #expect(try await browser.ask("hold", members, front: false).succeeded)
    }

    @Test(
        "R53-part, R70-part: broker, browser, and by the second redirect URI the broker again, which redeems the code")
    func byTheDevicesBrowser() async throws {
        try await onDevice(broker: .urlsOnly) { stage in
            let holder = try await stage.admitCertificateHolder(hedy)
            try await installBrowser(stage, holder)
            try await stage.registerCertificateRedirect(of: "msauth.\(DeviceCast.contosoA)://auth")
            try await stage.seat(hedy, usesCertificate: true)
            try await stage.contosoA.activate()
            let before = try await stage.lastEntry()
            let answer = try await stage.contosoA.signIn(hedy)
            #expect(answer.succeeded && answer.source == "broker", "\(answer.json)")
            #expect(try stage.api.accept(answer.token).user == hedy)
            #expect(try await stage.admin.count("certificate_accepted") == 1)
            let (broker, browser) = (DeviceCast.broker, DeviceStage.browser)
            #expect(try await stage.fronts(after: before) == [broker, browser, broker, DeviceCast.contosoA])
            // The trace keeps a URL's scheme and host; the rest of the redirect URI is in the sign-in log.
            let delivered = try await stage.trace(after: before).filter { $0.kind == .deliveredURL }
                .map { "\($0.app ?? ""): \($0.subject ?? "")" }
            #expect(
                delivered == [
                    "\(broker): msauthv2://broker", "\(browser): https://localhost", "\(broker): msauth://code",
                    "\(DeviceCast.contosoA): msauth.test.contoso.a://auth",
                ])
            let codes = try await stage.admin.signIns().filter { $0["event"] == "certificate_accepted" }
            let second = "msauth://code/msauth.test.contoso.a%3A%2F%2Fauth"
            #expect(codes.map { $0["redirect_uri"]?.stringValue } == [second])
            // The user had chosen the certificate on the broker's page; the browser showed only the consent.
            #expect(try await stage.app(browser).ask("visits", front: false).accounts == ["consent"])
            // No URL with a code went to an app.
            #expect(try await stage.contosoA.ask("received").json["urls"]?.arrayValue?.count == 1)
        }
    }
}
#endif
