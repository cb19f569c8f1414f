import Foundation
import Keyfob
import KeyfobCache
import KeyfobClient
import KeyfobConformance
import KeyfobCore
import KeyfobOAuth
import KeyfobStoreSQLite
import KeyfobTesting
import Testing

@Suite("An app whose store's key is in the keyring", .repeatedIfKeyringTraps)
struct ProductTests {
    private static let tenant = "11111111-1111-4111-8111-111111111111"

    @Test("the app, or else KEYFOB_KEY_PLACE, determines where the key of a new store is kept")
    func choice() async throws {
        let keyring = try await Keyring()
        let cases: [(choice: SealingKeyPlace?, named: String?, place: String)] = [
            (nil, nil, "Secret Service"), (.file, nil, "key file"), (.file, "secret-service", "key file"),
            (nil, "file", "key file"), (.secretService, "file", "Secret Service"),
        ]
        for (choice, named, place) in cases {
            let home = try StoreHome()
            _ = try application(home, keyring.environment, choice, named)
            #expect(home.report(keyring.environment).keyPlace == place)
        }
        let home = try StoreHome()
        #expect { try application(home, keyring.environment, nil, "under-the-mat") } throws: {
            ($0 as? AuthError)?.code == .configuration
        }
        #expect { try application(home, [:], .secretService, nil) } throws: {
            ($0 as? AuthError)?.code == .storeLocked
        }
    }

    @Test(
        "a locked keyring is a locked store to the app, never a sign-in; accounts are listed, and unlocking fixes it"
    )
    func locked() async throws {
        let keyring = try await Keyring()
        let home = try StoreHome()
        try await home.open(keyring.environment).add("ada", token: "token-of-ada")
        try keyring.lock()
        let app = try application(home, keyring.environment, nil, nil)
        let account = try #require(try app.accounts().first)
        let parameters = SilentParameters(scopes: ["Files.Read"], account: account)
        #expect(await code { try await app.acquireTokenSilent(parameters) } == .storeLocked)
        try keyring.unlock()
        #expect(try await app.acquireTokenSilent(parameters).accessToken.reveal() == "token-of-ada")
        // The same app continues while the key is moved, and after the keyring has ended.
        _ = try await home.open(keyring.environment).rekey(to: .file)
        await keyring.kill()
        #expect(try await app.acquireTokenSilent(parameters).accessToken.reveal() == "token-of-ada")
    }

    private func application(
        _ home: StoreHome, _ environment: [String: String], _ choice: SealingKeyPlace?, _ named: String?
    ) throws -> PublicClientApplication {
        var environment = environment.merging(["KEYFOB_HOME": home.path]) { $1 }
        environment["KEYFOB_KEY_PLACE"] = named
        return try PublicClientApplication(
            configuration: ClientConfiguration(
                clientID: "client", authority: Authority("https://contoso.test/\(Self.tenant)"), appIdentifier: "app"),
            processEnvironment: environment, transport: NoTransport(), keyPlace: choice)
    }

    private func code(_ body: () async throws -> TokenResult) async -> AuthError.Code? {
        do {
            _ = try await body()
            return nil
        } catch {
            return (error as? AuthError)?.code
        }
    }
}

/// A network that fails the test when it is used.
private struct NoTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        Issue.record("A request was sent to \(request.url).")
        throw TransportError(.cannotConnect, message: "There is no network here.")
    }
}
