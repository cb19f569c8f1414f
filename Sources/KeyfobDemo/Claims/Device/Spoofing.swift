#if Server
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobTesting

extension Claim {
    /// A hostile app gets nothing, at each of the three places where it could.
    static let spoofing: [Claim] = [
        Claim(
            "First place, the device: an app that calls itself Contoso A is identified to the broker correctly.",
            needsCallers: true
        ) {
            demo in
            let device = try demo.onDevice()
            let maliciousApp = try await device.installMaliciousApp()
            let account = try await device.adasAccount()
            let before = try await device.lastEntry()
            let reply = try await maliciousApp.askExtension(
                as: SeedNames.suite, redirect: "msauth.\(DemoApps.contosoA)://auth", at: device.authority,
                account: account,
                adding: ["source_application": DemoApps.contosoA, "caller_bundle_id": DemoApps.contosoA])
            let asked = try await device.owner.trace(after: before).filter { $0.kind == .signOn }
            try require(
                asked.map(\.app) == [DemoApps.maliciousApp], "the device took the caller for \(asked.map(\.app))")
            try device.requireNothing(in: reply)
            return "the message named \(DemoApps.contosoA); the device, by the kernel's user id, named "
                + "\(DemoApps.maliciousApp) (user id \(try await device.listing(DemoApps.maliciousApp).userID))"
        },
        Claim("Second place, the broker: it refuses an app with another app's redirect URI.", needsCallers: true) {
            demo in
            let device = try demo.onDevice()
            let maliciousApp = device.app(DemoApps.maliciousApp)
            let account = try await device.adasAccount()
            let before = try await device.admin.lastSignIn()
            let reply = try await maliciousApp.askExtension(
                as: SeedNames.suite, redirect: "msauth.\(DemoApps.contosoA)://auth", at: device.authority,
                account: account)
            try device.requireNothing(in: reply)
            let asked = try await device.admin.signIns(after: before)
            try require(asked.isEmpty, "the provider got \(asked.count) requests")
            return "the broker refused the request; the provider got none"
        },
        Claim(
            "Third place, the provider: it refuses a redirect URI outside Contoso's registration.",
            needsCallers: true
        ) {
            demo in
            let device = try demo.onDevice()
            let maliciousApp = device.app(DemoApps.maliciousApp)
            let account = try await device.adasAccount()
            let before = try await device.admin.lastSignIn()
            let reply = try await maliciousApp.askExtension(
                as: SeedNames.suite, redirect: "msauth.\(DemoApps.maliciousApp)://auth", at: device.authority,
                account: account, operation: "login")
            try device.requireNothing(in: reply)
            let refused = try await device.admin.signIns(after: before).filter {
                $0["error_code"]?.integerValue == 50011
            }
            try require(!refused.isEmpty, "the sign-in log has no refusal AADSTS50011")
            return
                "sign-in log: AADSTS50011, \(refused.first?["redirect_uri"]?.stringValue ?? "the redirect URI") is not "
                + "registered; the app's tap holds no token and no code"
        },
        Claim(
            "Everything that app received, its home folder and its environment contain no token and no code.",
            needsCallers: true
        ) {
            demo in
            let device = try demo.onDevice()
            let tap = try await device.tap(DemoApps.maliciousApp)
            return "\(tap.count) texts searched: no token, no code, no password"
        },
    ]
}

extension DemoDevice {
    /// Installs the malicious app, signed by another team.
    @discardableResult
    func installMaliciousApp(schemes: [String] = []) async throws -> DeviceAppHandle {
        try await install(
            DemoApps.maliciousApp(DemoApps.maliciousApp, teamID: "T9", schemes: schemes, program: program))
        return app(DemoApps.maliciousApp)
    }

    /// The identifier of Ada's account, which is no secret: an app that she once used has it.
    func adasAccount() async throws -> String {
        let call = try await contosoB.call(SeedNames.ada)
        try requireSuccess(call, "B")
        return call.json["account"]?.stringValue ?? ""
    }

    /// Fails the claim where a response contains a credential.
    func requireNothing(in reply: AppResult) throws {
        let text = reply.json.text()
        try require(
            !text.contains("access_token") && !text.contains("eyJ"), "the malicious app got tokens: \(reply.code)")
    }

    /// Everything that an app has received, searched for secrets that it must not have.
    func tap(_ bundleID: String) async throws -> [String] {
        let texts = try await app(bundleID).ask("tap").json["tap"]?.arrayValue?.compactMap(\.stringValue) ?? []
        try require(!texts.isEmpty, "nothing was searched")
        try require(!texts.contains(where: Self.holdsSecret), "the tap contains a token, a code or a password")
        return texts
    }

    /// Whether a text contains a token, a code or a password, plain or in base64url, the form of a response in its URL.
    static func holdsSecret(_ text: String) -> Bool {
        let inside = text.matches(of: /[A-Za-z0-9_-]{24,}/).compactMap { Base64URL.decode(String($0.output)) }
        return ([text] + inside.map { String(decoding: $0, as: UTF8.self) }).contains { text in
            // A signed token is a JSON header and a dot: the three letters alone occur in ciphertext too.
            text.contains(/eyJ[A-Za-z0-9_-]{8,}\./) || text.contains("access_token") || text.contains("refresh_token")
                || text.contains(/\bcode["']?\s*[=:]/) || text.contains(SeedNames.password)
        }
    }
}

extension DeviceAppHandle {
    /// Requests Ada's tokens from the single sign-on extension, with another app's values.
    func askExtension(
        as client: String, redirect: String, at authority: String, account: String, operation: String = "refresh",
        adding extra: [String: String] = [:]
    ) async throws -> AppResult {
        var options = [
            "client_id": client, "redirect_uri": redirect, "authority": authority, "scope": SeedNames.read,
            "username": SeedNames.ada, "msg_protocol_ver": "4", "provider_type": "provider_aad_v2",
            "correlation_id": "11111111-2222-4333-8444-555555555555", "client_sdk": "sdk_msal",
            "home_account_id": account,
        ]
        options.merge(extra) { _, extra in extra }
        let host = authority.split(separator: "/").dropFirst().first.map(String.init) ?? ""
        return try await ask(
            "sign-on",
            [
                "provider": .string("https://\(host)/common"), "operation": .string(operation),
                "interactive": .bool(operation == "login"),
                "options": .object(options.mapValues { .string($0) }),
            ])
    }
}
#endif
