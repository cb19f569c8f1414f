#if Server
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol

/// An app on the device, as the person with the device uses it: taps it, and does something in it.
struct DeviceAppHandle: Sendable {
    let bundleID: String
    let admin: AdminConnection

    /// Performs a request in the app, which is brought to the front first, and returns the app's output.
    ///
    /// - Parameter front: False leaves the app where it is.
    func ask(_ verb: String, _ members: [String: JSONValue] = [:], front: Bool = true) async throws -> AppResult {
        if front { try await admin.perform(.activate(bundleID: bundleID)) }
        let request = members.merging(["do": .string(verb)]) { _, verb in verb }
        guard let json = try await admin.input(bundleID, .object(request)) else {
            throw Disproved("\(bundleID) did not respond")
        }
        return AppResult(json: json)
    }

    /// Brings the app to the front, as a tap on its icon does.
    func activate() async throws { try await admin.perform(.activate(bundleID: bundleID)) }

    /// Signs a user in on the app's own pages, without a broker.
    ///
    /// - Parameter usesCertificate: Whether they choose the certificate there, which no page of an app has.
    func signInHere(
        _ user: String, password: String = SeedNames.password, usesCertificate: Bool = false
    ) async throws -> AppResult {
        try await ask(
            "sign-in",
            [
                "user": .string(user), "password": .string(password), "broker": .string("never"),
                "certificate": .bool(usesCertificate),
            ])
    }

    /// Signs a user in, by name.
    ///
    /// - Parameter isBound: Whether it has to be the account of that name, which the app has already.
    func signIn(_ user: String? = nil, scopes: [String] = [], isBound: Bool = false) async throws -> AppResult {
        try await ask("sign-in", Self.request(user, scopes).merging(["bound": .bool(isBound)]) { _, bound in bound })
    }

    /// Calls the API without a prompt.
    func call(_ user: String? = nil, scopes: [String] = [], force: Bool = false) async throws -> AppResult {
        try await ask("call", Self.request(user, scopes).merging(["force": .bool(force)]) { _, force in force })
    }

    /// Ends the app's process at once.
    func kill() async throws { try await admin.perform(.kill(bundleID: bundleID)) }

    private static func request(_ user: String?, _ scopes: [String]) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        if let user { members["user"] = .string(user) }
        if !scopes.isEmpty { members["scopes"] = .strings(scopes) }
        return members
    }
}
#endif
