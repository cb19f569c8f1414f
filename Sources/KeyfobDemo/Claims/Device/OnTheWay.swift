#if Server
import Foundation
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobTesting

extension Claim {
    /// The broker's response in transit: a squatter of the app's scheme, and a changed byte.
    static let onTheWay: [Claim] = [
        Claim("A squatter that owns app A's scheme too catches the broker's reply, and can read nothing of it.") {
            demo in
            let device = try demo.onDevice()
            // By URLs alone, whatever was proved before.
            try await device.removeBroker()
            try await device.installBroker(.urlsOnly)
            try await device.owner.perform(.uninstall(bundleID: DemoApps.contosoA))
            let maliciousApp = try await device.installMaliciousApp(schemes: ["msauth.\(DemoApps.contosoA)"])
            try await device.installStandardApps()
            let (_, url) = try await device.stolenResponse(maliciousApp)
            try require(url.contains("response="), "the squatter caught no reply")
            let tap = try await device.tap(DemoApps.maliciousApp)
            return
                "caught: \(url.prefix { $0 != "?" })?response=... (\(url.utf8.count) bytes, AES-256 under a key that "
                + "only A has); \(tap.count) texts of the squatter searched: no token, no code"
        },
        Claim("One flipped byte in the reply: app A refuses it, and stores nothing.") { demo in
            let device = try demo.onDevice()
            let maliciousApp = device.app(DemoApps.maliciousApp)
            let (signIn, url) = try await device.stolenResponse(maliciousApp)
            try await device.owner.perform(.uninstall(bundleID: DemoApps.maliciousApp))
            let flipped = try Self.flipped(url)
            _ = try await device.owner.open(flipped)
            let answer = try await signIn.value
            try require(answer, failedWith: "brokerFailed", "A")
            // The genuine response, once more: its request has ended.
            _ = try await device.owner.open(url)
            let call = try await device.contosoA.ask("received").json["urls"]?.arrayValue?.last
            try require(call?["taken"]?.boolValue == false, "A took a reply to a request that has ended")
            return
                "A: \(answer.code): \(answer.message) The genuine reply, opened again after that, was ignored"
        },
    ]

    /// The URL with one character of the encrypted response changed.
    static func flipped(_ url: String) throws -> String {
        guard let start = url.firstRange(of: "response=")?.upperBound else { throw Disproved("no reply was caught") }
        let index = url.index(start, offsetBy: 40)
        let other = url[index] == "A" ? "B" : "A"
        return url.replacingCharacters(in: index...index, with: other)
    }
}

extension DemoDevice {
    /// Has A sign in by a URL, and takes the response from the app that caught it.
    func stolenResponse(_ thief: DeviceAppHandle) async throws -> (Task<AppResult, any Error>, String) {
        try await setUser(SeedNames.ada)
        let signIn = Task { try await contosoA.signIn(SeedNames.ada) }
        try await owner.perform(.launchInBackground(bundleID: thief.bundleID))
        let caught = try await thief.ask("next-url", front: false)
        return (signIn, caught.json["url"]?.stringValue ?? "")
    }
}
#endif
