import Foundation
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import MSAL
import Synchronization
import Testing

@Suite("Accounts", .ownProcess)
struct AccountTests {
    @Test("Accounts are listed, filtered without regard to letter case, and looked up by name")
    func filters() async throws {
        let world = try await World()
        let (app, ada) = try await world.signedIn()
        let (_, grace) = try await world.signedIn(user: Contoso.grace)
        #expect(try Set(app.allAccounts()) == [ada.account, grace.account])
        let identifier = try #require(ada.account.identifier)
        let byID = MSALAccountEnumerationParameters(identifier: identifier.uppercased())
        #expect(try app.accounts(for: byID) == [ada.account])
        let byBoth = MSALAccountEnumerationParameters(identifier: identifier, username: Contoso.grace)
        #expect(try app.accounts(for: byBoth).isEmpty)
        let profile = try #require(grace.tenantProfile.identifier)
        let byProfile = MSALAccountEnumerationParameters(tenantProfileIdentifier: profile)
        #expect(try app.accounts(for: byProfile) == [grace.account])
        #expect(try await app.accountsFromDevice(for: byProfile) == [grace.account])
        #expect(try app.account(forUsername: "ADA@contoso.test") == ada.account)
        #expect(refusal { try app.account(forUsername: "no@body.test") }?.internalCode == .internalErrorAccountRequired)
    }

    @Test("R107: identifiers of any form, also random ones, find their account, and none is parsed", arguments: 1...8)
    func opaque(_ seed: UInt64) async throws {
        let world = try await World()
        let masked = MaskedIdentifiers(world.provider, seed: seed)
        let app = try world.app(browser: world.browser(), transport: masked)
        let result = try await app.acquireToken(with: Contoso.interactive())
        let identifier = try #require(result.account.identifier)
        #expect(identifier == masked.info.homeAccountID)
        let found = try app.account(forIdentifier: identifier)
        #expect(found == result.account && found.username == Contoso.ada)
        let silent = MSALSilentTokenParameters(scopes: Contoso.read, account: found)
        #expect(try await app.acquireTokenSilent(with: silent).accessToken == result.accessToken)
        silent.forceRefresh = true
        #expect(try await app.acquireTokenSilent(with: silent).account.identifier == identifier)
        #expect(try app.accounts(for: MSALAccountEnumerationParameters(identifier: identifier)).count == 1)
        try app.remove(found)
        #expect(try app.allAccounts().isEmpty)
    }

    @Test("An account removed in one app stays in the suite's other apps; a sign-out with a wipe removes it everywhere")
    func removal() async throws {
        let world = try await World()
        let (a, result) = try await world.signedIn()
        let b = try world.app("b")
        let silent = MSALSilentTokenParameters(scopes: Contoso.read, account: result.account)
        _ = try await b.acquireTokenSilent(with: silent)
        try a.remove(result.account)
        #expect(try a.allAccounts().isEmpty)
        #expect(await failure { try await a.acquireTokenSilent(with: silent) }?.msal == .interactionRequired)
        _ = try await b.acquireTokenSilent(with: silent)
        let parameters = MSALSignoutParameters(webviewParameters: MSALWebviewParameters())
        parameters.wipeAccount = true
        #expect(try await b.signout(with: result.account, signoutParameters: parameters))
        #expect(await failure { try await b.acquireTokenSilent(with: silent) }?.msal == .interactionRequired)
        #expect(try world.store.homeAccountIDs().isEmpty)
    }

    @Test("The synchronous remove returns even if it blocks every thread of Swift's pool")
    func removeEverywhere() async throws {
        let world = try await World()
        let (app, result) = try await world.signedIn()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<64 { group.addTask { try? app.remove(result.account) } }
        }
        #expect(try app.allAccounts().isEmpty)
    }

    @Test("The current account is the only account; with several accounts the call fails")
    func current() async throws {
        let world = try await World()
        let empty = try await world.app().currentAccount(with: nil)
        #expect(empty.0 == nil && empty.1 == nil)
        let (app, ada) = try await world.signedIn()
        #expect(try await app.currentAccount(with: nil).0 == ada.account)
        _ = try await world.signedIn(user: Contoso.grace)
        let several = await failure { try await app.currentAccount(with: nil) }
        #expect(several?.internalCode == .internalErrorAmbiguousAccount)
    }

    @Test("External providers' accounts are listed too, they are notified of removals, and a failing one stops no call")
    func external() async throws {
        let world = try await World()
        let contacts = Directory(["outside.tenant": "zoe@contoso.test"])
        let broken = Directory([:], fails: true)
        let app = try world.app(browser: world.browser()) { config in
            config.cacheConfig.addExternalAccountProvider(broken)
            config.cacheConfig.addExternalAccountProvider(contacts)
        }
        let ada = try await app.acquireToken(with: Contoso.interactive()).account
        #expect(try app.allAccounts().map(\.username) == [Contoso.ada, "zoe@contoso.test"])
        #expect(try app.account(forIdentifier: "outside.tenant").username == "zoe@contoso.test")
        #expect(try app.account(forUsername: "zoe@contoso.test").identifier == "outside.tenant")
        try app.remove(ada)
        #expect(contacts.removed.withLock { $0 } == [Contoso.ada])
        #expect(try app.allAccounts().map(\.username) == ["zoe@contoso.test"])
    }

    @Test("Without a broker the device information is empty, and device tokens fail")
    func device() async throws {
        let world = try await World()
        let app = try world.app()
        let information = try await app.deviceInformation(with: nil)
        #expect(information.deviceMode == .default && !information.hasAADSSOExtension)
        #expect(information.extraDeviceInformation.isEmpty && !app.isCompatibleAADBrokerAvailable)
        let token = await Delivery<MSALDeviceTokenResult>.of {
            app.getDeviceTokenForSharedDevice(withResource: "api://files", scopes: nil, completionBlock: $0)
        }
        #expect(token.error?.internalCode == .internalBrokerNotAvailable)
        let parameters = MSALDeviceTokenParameters(resource: "api://files", scopes: nil, forTenantId: "t")
        let other = await Delivery<MSALDeviceTokenResult>.of {
            app.getDeviceToken(with: parameters, completionBlock: $0)
        }
        #expect(other.error?.internalCode == .internalBrokerNotAvailable)
        #expect(try await app.wpjMetaDataDevice(with: nil, forTenantId: nil).extraDeviceInformation.isEmpty)
        let awaited = await failure { try await app.deviceToken(with: parameters) }
        #expect(awaited?.internalCode == .internalBrokerNotAvailable)
        let shared = await failure {
            try await app.deviceTokenForSharedDevice(withResource: "api://files", scopes: nil)
        }
        #expect(shared?.internalCode == .internalBrokerNotAvailable)
        MSALGlobalConfig.brokerAvailability = .none
        let refused = await failure { try await world.app().deviceInformation(with: nil) }
        #expect(refused?.internalCode == .internalBrokerNotAvailable)
    }
}

/// A source of further accounts.
private final class Directory: NSObject, MSALExternalAccountProviding {
    private let names: [String: String]
    private let fails: Bool
    let removed = Mutex<[String]>([])

    init(_ names: [String: String], fails: Bool = false) {
        self.names = names
        self.fails = fails
    }

    func update(_ account: any MSALAccountProtocol, idTokenClaims: [AnyHashable: Any]) throws {
        if fails { throw CocoaError(.fileNoSuchFile) }
    }

    func remove(_ account: any MSALAccountProtocol, wipeAccount: Bool, tenantProfiles: [MSALTenantProfile]?) throws {
        if fails { throw CocoaError(.fileNoSuchFile) }
        removed.withLock { $0.append(account.username ?? "") }
    }

    func accounts(with parameters: MSALAccountEnumerationParameters) throws -> [any MSALAccountProtocol] {
        if fails { throw CocoaError(.fileNoSuchFile) }
        return names.filter { parameters.identifier == nil || parameters.identifier == $0.key }
            .filter { parameters.username == nil || parameters.username == $0.value }
            .map { MSALAccount(identifier: $0.key, username: $0.value, environment: "directory.test") }
    }
}
