import KeyfobTesting
import MSAL
import Testing

/// An application that an app's test puts in place of the real one.
private class FixedApplication: MSALPublicClientApplication, @unchecked Sendable {
    nonisolated(unsafe) var calls = 0

    override func acquireToken(
        with parameters: MSALInteractiveTokenParameters, completionBlock: @escaping MSALCompletionBlock
    ) {
        calls += 1
        completionBlock(FixedResult(), nil)
    }

    override func acquireTokenSilent(with parameters: MSALSilentTokenParameters) async throws -> MSALResult {
        calls += 1
        return FixedResult()
    }

    override func allAccounts() throws -> [MSALAccount] {
        [FixedAccount(identifier: nil, username: nil, environment: "login.test")]
    }

    override func account(forIdentifier identifier: String) throws -> MSALAccount { try allAccounts()[0] }

    override func getCurrentAccount(
        with parameters: MSALParameters?, completionBlock: @escaping MSALCurrentAccountCompletionBlock
    ) { completionBlock(nil, FixedAccount(identifier: nil, username: nil, environment: "login.test"), nil) }

    override class var sdkVersion: String? { "fixed" }
}

private class FixedAccount: MSALAccount, @unchecked Sendable {
    override var identifier: String? { "uid.utid" }
    override var username: String? { "ada@contoso.test" }
}

private class FixedResult: MSALResult, @unchecked Sendable {
    override var accessToken: String { "fixed" }
    override var account: MSALAccount { FixedAccount(identifier: nil, username: nil, environment: "login.test") }
}

private final class FixedProfile: MSALTenantProfile, @unchecked Sendable {
    override var tenantId: String? { "tenant" }
}

@Suite("Subclasses in an app's tests", .ownProcess)
struct SubclassTests {
    @Test("A subclass of the application inherits its initializers, and its overrides are called through the class")
    func application() async throws {
        let world = try await World()
        let fixed = try FixedApplication(configuration: world.config(), environment: world.environment())
        let app: MSALPublicClientApplication = fixed
        let interactive = await Delivery<MSALResult>.of { block in
            app.acquireToken(with: Contoso.interactive()) { block($0, $1) }
        }
        #expect(interactive.result?.accessToken == "fixed")
        #expect(interactive.result?.authorizationHeader == "Bearer fixed")
        let account = try #require(app.allAccounts().first)
        #expect(account.identifier == "uid.utid" && account.homeAccountId?.tenantId == "utid")
        let silent = MSALSilentTokenParameters(scopes: Contoso.read, account: account)
        #expect(try await app.acquireTokenSilent(with: silent).account.username == "ada@contoso.test")
        #expect(fixed.calls == 2)
        #expect(type(of: app).sdkVersion == "fixed")
        app.getCurrentAccount(with: nil) { current, previous, error in
            #expect(current == nil && previous?.identifier == "uid.utid" && error == nil)
        }
        #expect(throws: (any Error).self) { try FixedApplication(clientId: "") }
    }

    @Test("A look-up with an optional identifier finds no account for nil, and calls the override otherwise")
    func optional() async throws {
        let world = try await World()
        let app = try FixedApplication(configuration: world.config(), environment: world.environment())
        let stored: String? = "uid.utid"
        #expect(try app.account(forIdentifier: stored).identifier == "uid.utid")
        #expect(refusal { try app.account(forIdentifier: nil) }?.internalCode == .internalErrorAccountRequired)
        #expect(refusal { try app.account(forUsername: nil) }?.internalCode == .internalErrorAccountRequired)
    }

    @Test("Empty results, accounts' parts and profiles can be made, as NSObject's initializer does in Objective-C")
    func inherited() {
        let result = MSALResult()
        #expect(result.accessToken.isEmpty && result.scopes.isEmpty && result.idToken == nil)
        #expect(result.expiresOn == .distantPast && result.account.identifier == nil)
        #expect(MSALAccountId().identifier.isEmpty && MSALAccountId().objectId == nil)
        #expect(MSALTenantProfile().identifier == nil && !MSALTenantProfile().isHomeTenantProfile)
        #expect(FixedProfile().tenantId == "tenant")
        #expect(MSALRedirectUri().url.absoluteString == "http://localhost" && !MSALRedirectUri().brokerCapable)
        #expect(MSALWipeCacheForAllAccountsConfig.additionalPartnerLocations().isEmpty)
    }

    @Test("Sign-out parameters without a page sign the account out of the app")
    func signout() async throws {
        let world = try await World()
        let (app, result) = try await world.signedIn()
        let parameters = MSALSignoutParameters()
        #expect(!parameters.signoutFromBrowser && !parameters.wipeAccount && !parameters.wipeCacheForAllAccounts)
        #expect(try await app.signout(with: result.account, signoutParameters: parameters))
        #expect(try app.allAccounts().isEmpty)
    }

    @Test("Completion blocks can be declared by Microsoft's names and passed to the calls")
    func typealiases() async throws {
        let world = try await World()
        let (app, result) = try await world.signedIn()
        let accounts = await Delivery<[MSALAccount]>.of { block in
            let named: MSALAccountsCompletionBlock = { block($0, $1) }
            do { named(try app.allAccounts(), nil) } catch { named(nil, error) }
        }
        #expect(accounts.result == [result.account] && accounts.error == nil)
        let names: [Any.Type] = [
            MSALCompletionBlock.self, MSALAccountsCompletionBlock.self, MSALCurrentAccountCompletionBlock.self,
            MSALSignoutCompletionBlock.self, MSALDeviceInformationCompletionBlock.self,
            MSALWPJMetaDataCompletionBlock.self, MSALDeviceTokenResultCompletionBlock.self,
        ]
        #expect(Set(names.map { String(describing: $0) }).count == names.count)
    }
}
