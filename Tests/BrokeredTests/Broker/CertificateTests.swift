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

/// A user with a certificate and no password: apps of two vendors, the broker with the certificate, the provider, each
/// a process under its own user id.
@Suite("sign-in by certificate through the broker", .onDevice)
struct CertificateTests {
    private let hedy = "hedy@contoso.test"
    private let first = "msauth.\(DemoApps.contosoA)://auth"

    /// A device with Hedy's certificate, and the user at the broker's window.
    private func withHedy(
        broker: DemoDevice.BrokerKind = .withExtension,
        _ body: (DemoDevice, DemoDevice.CertificateHolder) async throws -> Void
    ) async throws {
        try await onDevice(broker: broker) { demo in
            let holder = try await demo.admitCertificateHolder(hedy)
            try await demo.putOnDevice(holder)
            try await demo.setUser(hedy, usesCertificate: true)
            try await body(demo, holder)
        }
    }

    /// The response of Contoso Files, as the provider serves it, to a token.
    private func filesAccept(_ answer: AppResult, _ demo: DemoDevice) async throws -> Bool {
        var request = HTTPRequest.get(try await demo.provider.baseURL().with(path: "/api/files"))
        request.fields.set("Authorization", "Bearer \(answer.token.reveal())")
        return try await demo.provider.transport().send(request).status == 200
    }

    @Test("R18-part: a user with only a certificate is refused on the app's own page, and served by the broker")
    func certificateOnly() async throws {
        try await withHedy { demo, _ in
            try await demo.registerCertificateRedirect(of: first)
            let embedded = try await demo.contosoA.signInHere(hedy, usesCertificate: true)
            #expect(!embedded.succeeded && embedded.numbers == [50017], "\(embedded.json)")
            #expect(embedded.message.contains("certificate"))
            #expect(embedded.remedy.contains("Embedded web views have none: use the broker"))
            #expect(try await demo.contosoA.call().code == "interactionRequired")
            let auto = try await demo.contosoA.signIn(hedy)
            #expect(auto.succeeded && auto.source == "broker", "\(auto.json)")
            #expect(try demo.api.accept(auto.token).user == hedy)
            #expect(try await filesAccept(auto, demo))
            #expect(try await demo.admin.count("password_accepted") == 0)
        }
    }

    @Test(
        "R18, R70-part: ADAL refuses a user with only a certificate with EMBEDDED, and uses the broker with AUTO")
    func certificateOnlyWithADAL() async throws {
        try await withHedy(broker: .urlsOnly) { demo, _ in
            let embedded = try await demo.installFaced(DemoApps.contosoA, .adal) { configuration, _ in
                configuration.credentialsType = "embedded"
            }
            let refused = try await embedded.signInHere(hedy, usesCertificate: true)
            #expect(!refused.succeeded && refused.numbers == [50017], "\(refused.json)")
            let auto = try await demo.installFaced(DemoApps.contosoA, .adal) { configuration, _ in
                configuration.credentialsType = "auto"
            }
            let missing = try await auto.signIn(hedy)
            let second = "msauth://code/x-msauth-contoso%3A%2F%2Ftest.contoso.a"
            #expect(!missing.succeeded && missing.numbers == [50011], "\(missing.json)")
            #expect(missing.remedy.contains(second) && missing.remedy.contains("CFBundleURLTypes"))
            try await demo.admin.register([second], for: SeedNames.suite)
            let answer = try await auto.signIn(hedy)
            #expect(answer.succeeded, "\(answer.json)")
            #expect(try await filesAccept(answer, demo))
            #expect(try await demo.pagesShown(by: auto) == [], "every page was the broker's")
            #expect(try await demo.admin.count("password_accepted") == 0)
        }
    }

    @Test("R53: the broker presents the certificate in the TLS handshake, and apps of two vendors get their tokens")
    func clientCertificate() async throws {
        try await withHedy { demo, holder in
            try await demo.registerCertificateRedirect(of: first)
            let answer = try await demo.contosoA.signIn(hedy)
            #expect(answer.succeeded && answer.source == "broker", "\(answer.json)")
            // Another vendor's app has no second redirect URI: the broker has the user's account by now.
            let vendor = try await demo.notes.signIn(hedy)
            #expect(vendor.succeeded && vendor.source == "broker", "\(vendor.json)")
            for app in [demo.contosoA, demo.notes] {
                let silent = try await app.call(hedy, force: true)
                #expect(silent.succeeded && silent.source == "broker", "\(silent.json)")
                #expect(try await filesAccept(silent, demo))
            }
            let entries = try await demo.admin.signIns()
            func count(_ event: String) -> Int { entries.count { $0["event"]?.stringValue == event } }
            #expect(count("certificate_accepted") == 1 && count("password_prompt") == 1)
            #expect(count("password_accepted") == 0 && count("primary_token_issued") >= 1)
            // The choice was made once, on the broker's screen; the app has shown nothing.
            #expect(try demo.browserFolder.visits().flatMap(\.pages).count { $0 == "sign-in" } == 1)
            #expect(try await demo.contosoA.ask("visits").accounts == [])
        }
    }

    @Test("R70: without the second redirect URI a certificate is of no use, and it must be encoded byte for byte")
    func secondRedirect() async throws {
        try await withHedy { demo, _ in
            let second = "msauth://code/msauth.test.contoso.a%3A%2F%2Fauth"
            let others = [
                [], ["msauth://code/msauth.test.contoso.a%3a%2f%2fauth"],
                ["msauth://code/msauth.test.contoso.a://auth"],
                ["msauth://code/msauth.test.contoso.b%3A%2F%2Fauth", "msauth://code/"],
            ]
            for registered in others {
                try await demo.admin.register(registered, for: SeedNames.suite)
                let before = try await demo.admin.lastSignIn()
                let refused = try await demo.contosoA.signIn(hedy)
                #expect(!refused.succeeded && refused.code == "configuration", "\(registered): \(refused.json)")
                #expect(refused.numbers == [50011] && refused.message.contains(second))
                // The line to paste, and where.
                #expect(refused.remedy.hasSuffix(": \(second)") && refused.remedy.contains(first))
                #expect(try await demo.admin.count("certificate_accepted", after: before) == 0)
                #expect(try await demo.contosoA.ask("accounts").accounts == [])
                try await demo.admin.unregister(registered, for: SeedNames.suite)
            }
            // Every other sign-in works without it.
            try await demo.setUser(SeedNames.ada)
            #expect(try await demo.contosoA.signIn(SeedNames.ada).succeeded)
            try await demo.setUser(hedy, usesCertificate: true)
            try await demo.admin.register([second], for: SeedNames.suite)
            let before = try await demo.admin.lastSignIn()
            let answer = try await demo.contosoA.signIn(hedy)
            #expect(answer.succeeded, "\(answer.json)")
            #expect(try await filesAccept(answer, demo))
            let accepted = try await demo.admin.signIns(after: before).filter { $0["event"] == "certificate_accepted" }
            #expect(accepted.map { $0["redirect_uri"]?.stringValue } == [second])
        }
    }

    @Test("a certificate that is revoked, expired or another authority's is refused in the broker's window")
    func refusedCertificates() async throws {
        try await withHedy { demo, holder in
            try await demo.registerCertificateRedirect(of: first)
            let openssl = try await CertificateAuthorityOfOpenSSL(folder: demo.directory.path + "/bundles")
            try await demo.admin.trust(
                tenant: SeedNames.tenant, roots: [holder.authority.der, openssl.root],
                revocationLists: [1: openssl.revocationList])
            let now = SystemClock().now
            let otherAuthority = try OtherUserCertificateAuthority(hedy, now)
            let expired = try holder.authority.issue(
                commonName: hedy, principalName: hedy, now: now.addingTimeInterval(-3 * 86400), validDays: 1)
            let cases: [(pem: String, number: Int)] = [
                (openssl.revoked, 500183), (expired.certificatePEM + "\n" + expired.privateKeyPEM.reveal(), 500172),
                (otherAuthority.pem, 500176),
            ]
            for (pem, number) in cases {
                try await demo.putOnDevice(pem, as: hedy)
                let before = try await demo.admin.lastSignIn()
                let visits = try demo.browserFolder.visits().count
                let answer = try await demo.contosoA.signIn(hedy)
                #expect(!answer.succeeded && answer.code == "userCanceled", "\(number): \(answer.json)")
                let seen = try await demo.browserFolder.visit(after: visits)
                #expect(seen.number == number && !seen.text.isEmpty, "\(seen)")
                let refusals = try await demo.admin.signIns(after: before).filter {
                    $0["event"] == "certificate_refused"
                }
                #expect(refusals.map { $0["error_code"]?.integerValue } == [Int64(number)])
                #expect(try await demo.contosoA.call().code == "interactionRequired")
            }
            #expect(try await demo.admin.count("codes_issued") == 0)
            // One of the same authority that is not on the list is valid, with an RSA key too.
            try await demo.putOnDevice(openssl.good, as: hedy)
            #expect(try await demo.contosoA.signIn(hedy).succeeded)
        }
    }

    @Test("the private key is the broker's: no app can read it, and none stores any of it")
    func keyIsTheBrokers() async throws {
        try await withHedy { demo, holder in
            try await demo.registerCertificateRedirect(of: first)
            #expect(try await demo.contosoA.signIn(hedy).succeeded)
            let broker = try await demo.listing(DemoApps.broker)
            let folder = "\(broker.home)/broker/certificates"
            let file = "\(folder)/\(hedy).sealed"
            var status = stat()
            #expect(stat(file, &status) == 0 && status.st_uid == broker.userID && status.st_mode & 0o777 == 0o600)
            let attacker = try await demo.installMaliciousApp()
            for path in [file, folder] {
                #expect(try await attacker.ask("read", ["path": .string(path)]).json["errno"] == .integer(EACCES))
            }
            let kept = try await demo.whatAppsKeep() + demo.tap(DemoApps.maliciousApp)
            #expect(kept.contains { $0.contains(hedy) }, "nothing was searched")
            let secrets = holder.traces
            #expect(secrets.count > 1 && secrets.allSatisfy(holder.pem.contains), "the search has no needles")
            // Not even in the file that contains them, which is sealed.
            let sealed = DemoDevice.contents(of: file).joined()
            #expect(sealed.utf8.count > holder.pem.utf8.count / 2)
            for secret in secrets { #expect(!kept.contains { $0.contains(secret) } && !sealed.contains(secret)) }
            // Nor is it in the bundle, which every app can read, or in the log.
            let bundle = "bundles/\(DemoApps.broker)"
            for place in ["\(bundle)/broker.json", "\(bundle)/Info.plist", "logs"] {
                let texts = DemoDevice.contents(of: "\(demo.board.folder)/\(place)")
                for secret in secrets { #expect(!texts.contains { $0.contains(secret) }, "\(place)") }
            }
        }
    }

    @Test("a certificate that was removed, that others can read, or that is for another user, is not presented")
    func withdrawn() async throws {
        try await withHedy { demo, holder in
            try await demo.registerCertificateRedirect(of: first)
            let file = "\(try await demo.listing(DemoApps.broker).home)/broker/certificates/\(hedy).sealed"
            #expect(chmod(file, 0o644) == 0)
            let open = try await demo.contosoA.signIn(hedy)
            #expect(!open.succeeded, "\(open.json)")
            // A valid file in place of another.
            try await demo.putOnDevice(holder.pem, as: "other@contoso.test")
            #expect(rename(file.replacing(hedy, with: "other@contoso.test"), file) == 0)
            let moved = try await demo.contosoA.signIn(hedy)
            #expect(!moved.succeeded, "\(moved.json)")
            #expect(unlink(file) == 0)
            let gone = try await demo.contosoA.signIn(hedy)
            #expect(!gone.succeeded, "\(gone.json)")
            #expect(try await demo.admin.count("certificate_accepted") == 0)
        }
    }
}
#endif
#endif
