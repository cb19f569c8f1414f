#if os(Linux)
#if Server
import Foundation
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting

@testable import KeyfobDemo

extension DemoDevice {
    /// Adds a redirect URI to a client's registration.
    ///
    /// - Parameter tenant: The tenant in which the client is registered; nil is Contoso.
    /// - Returns: The provider's advice on the registration.
    @discardableResult
    func register(_ uri: String, for client: String, in tenant: String? = nil) async throws -> [JSONValue] {
        try await admin.register([uri], for: client, tenant: tenant)
        return try await admin.advice(on: client)
    }

    /// Returns the output of `keyfob doctor` for an app's bundle and its registration.
    func doctor(_ bundle: AppBundle, client: String, redirect: String) async throws -> (status: Int32, json: JSONValue)
    {
        let folder = try TemporaryDirectory("keyfob-doctor")
        defer { folder.remove() }
        try bundle.write(to: folder.path)
        let export = try await admin.registration(of: client)
        try Data(export.bytes()).write(to: URL(fileURLWithPath: "\(folder.path)/registration.json"))
        let outcome = try await ChildProcess.run(
            BuildProducts.executable("keyfob"),
            [
                "doctor", "--info-plist", "\(folder.path)/Info.plist", "--registration",
                "\(folder.path)/registration.json", "--redirect-uri", redirect, "--json",
            ], environment: ["KEYFOB_HOME": "\(folder.path)/home", "PATH": "/usr/bin:/bin"])
        return (outcome.status, try JSONValue(parsing: outcome.output))
    }
}
#endif
#endif
