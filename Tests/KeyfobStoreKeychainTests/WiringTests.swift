import Keyfob
import KeyfobCache
import KeyfobFlows
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("The platform's environment with a keychain")
struct WiringTests {
    private struct NoNetwork: HTTPTransport {
        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            throw TransportError(.cannotConnect, message: "Nothing is sent here.")
        }
    }

    private func environment(
        _ keychain: (any KeychainServices)?, _ home: String, place: CredentialPlace? = nil,
        platform: KeychainPlatform = .iOS, group: AccessGroup = .standard
    ) throws -> ClientEnvironment {
        try ClientEnvironment(
            platformOf: ClientConfiguration(clientID: "client", accessGroup: group),
            processEnvironment: ["KEYFOB_HOME": home + "/keyfob"], transport: NoNetwork(), userAgent: nil,
            keyPlace: .file, credentialPlace: place, keychain: keychain, platform: platform, groupPrefix: nil,
            clock: MovableClock(), log: nil)
    }

    @Test(
        "R150-part where there is a keychain it is the default, in MSAL's group of the platform",
        arguments: [
            (KeychainPlatform.iOS, "com.microsoft.adalcache"),
            (.macOS, "com.microsoft.identity.universalstorage"),
        ])
    func standardGroups(platform: KeychainPlatform, group: String) async throws {
        let folder = try TemporaryFolder()
        let device = SimulatedKeychain()
        let app = device.app(AppEntitlements(keychainAccessGroups: ["TEAM.\(group)"]))
        let first = try environment(app, folder.path, platform: platform)
        try await first.store.save(Samples.response("token"))
        let items = try device.items().filter { $0.service?.isEmpty == false }
        #expect(!items.isEmpty && items.allSatisfy { $0.accessGroup == "TEAM.\(group)" })
        let again = try environment(app, folder.path, platform: platform)
        #expect(try again.store.homeAccountIDs().count == 1)
    }

    @Test("an app's own group is used unchanged, and one that it is not entitled to is a configuration error")
    func ownGroup() async throws {
        let folder = try TemporaryFolder()
        let device = SimulatedKeychain()
        let app = device.app(AppEntitlements(keychainAccessGroups: ["TEAM.com.contoso.suite"]))
        let own = try environment(app, folder.path, group: AccessGroup("com.contoso.suite"))
        try await own.store.save(Samples.response("token"))
        #expect(try own.store.homeAccountIDs().count == 1)
        let other = try environment(app, folder.path)
        #expect { try other.store.homeAccountIDs() } throws: { ($0 as? AuthError)?.code == .configuration }
        #expect { try environment(device.app(nil), folder.path) } throws: {
            ($0 as? AuthError)?.code == .configuration
        }
    }

    @Test("an app can choose the database although there is a keychain, but no keychain where there is none")
    func choice() async throws {
        let folder = try TemporaryFolder()
        let device = SimulatedKeychain()
        let app = device.app(AppEntitlements(keychainAccessGroups: ["TEAM.com.microsoft.adalcache"]))
        let database = try environment(app, folder.path, place: .database)
        try await database.store.save(Samples.response("token"))
        #expect(try device.items().isEmpty)
        #expect(try environment(nil, folder.path).store.homeAccountIDs().count == 1)
        #expect { try environment(nil, folder.path, place: .keychain) } throws: {
            ($0 as? AuthError)?.code == .configuration
        }
    }
}
