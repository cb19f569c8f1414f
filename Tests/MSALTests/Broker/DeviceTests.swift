import Foundation
import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobTesting
import MSAL
import Testing

@Suite("Device information for MSAL's callers", .ownProcess)
struct DeviceTests {
    @Test func `the single sign-on extension reports a shared device and its registration`() async throws {
        let device = try await BrokerDevice()
        device.broker.hasExtension = true
        var info = BrokerDeviceInfo()
        info.mode = .shared
        info.extra = [
            MSAL_PRIMARY_REGISTRATION_UPN: Contoso.ada, MSAL_PRIMARY_REGISTRATION_TENANT_ID: Contoso.tenantID,
        ]
        device.broker.behavior.device = info
        let app = try device.msal()
        let told = try await app.deviceInformation(with: nil)
        #expect(told.deviceMode == .shared)
        #expect(told.hasAADSSOExtension)
        #expect(told.extraDeviceInformation[MSAL_PRIMARY_REGISTRATION_UPN] as? String == Contoso.ada)
        func registration(_ tenant: String?) async -> [AnyHashable: Any]? {
            await Delivery.of { app.getWPJMetaDataDevice(with: nil, forTenantId: tenant, completionBlock: $0) }
                .result?.extraDeviceInformation
        }
        #expect(await registration(Contoso.tenantID)?.count == 2)
        #expect(await registration("another")?.isEmpty == true)
        let awaited = try await app.wpjMetaDataDevice(with: nil, forTenantId: Contoso.tenantID)
        #expect(awaited.extraDeviceInformation.count == 2)
        MSALGlobalConfig.brokerAvailability = .none
        #expect(
            await failure { try await app.deviceInformation(with: nil) }?.internalCode == .internalBrokerNotAvailable)
    }

    @Test func `an account from another app's sign-in at the broker is listed as the device's own`() async throws {
        let device = try await BrokerDevice()
        device.broker.hasExtension = true
        let app = try device.msal()
        let result = try await app.acquireToken(with: Contoso.interactive())
        let query = MSALAccountEnumerationParameters()
        let known = try await app.accountsFromDevice(for: query)
        #expect(known.map(\.isSSOAccount) == [false], "the app has the account too")
        let other = try device.msal(store: InMemoryCredentialStore())
        #expect(try other.allAccounts().isEmpty)
        let listed = try await other.accountsFromDevice(for: query)
        #expect(listed.map(\.isSSOAccount) == [true])
        #expect(listed.first?.identifier == result.account.identifier)
    }

    @Test func `on a shared device the current account is the broker's, from any app's sign-in`()
        async throws
    {
        let device = try await BrokerDevice()
        device.broker.hasExtension = true
        var info = BrokerDeviceInfo()
        info.mode = .shared
        device.broker.behavior.device = info
        let first = try device.msal(store: InMemoryCredentialStore())
        let second = try device.msal(store: InMemoryCredentialStore())
        let ada = try await first.acquireToken(with: Contoso.interactive()).account
        #expect(try await second.currentAccount(with: nil) == (ada, nil), "signed in through another app")
        #expect(try await second.acquireToken(with: Contoso.interactive()).account == ada)
        #expect(try second.allAccounts() == [ada])
        let parameters = MSALSignoutParameters(webviewParameters: MSALWebviewParameters())
        #expect(try await first.signout(with: ada, signoutParameters: parameters))
        device.broker.behavior.extensionFailure = .failed
        #expect(try await second.currentAccount(with: nil) == (ada, nil), "a failure of the extension changes nothing")
        device.broker.behavior.extensionFailure = nil
        #expect(try await second.currentAccount(with: nil) == (nil, ada), "signed out through another app")
        #expect(try await second.currentAccount(with: nil) == (nil, nil))
    }

    @Test func `on a device with one user a broker that lists no accounts removes none`() async throws {
        let device = try await BrokerDevice()
        let app = try device.msal()
        let ada = try await app.acquireToken(with: Contoso.interactive()).account
        device.broker.hasExtension = true
        let other = MSALSignoutParameters(webviewParameters: MSALWebviewParameters())
        #expect(try await device.msal(store: InMemoryCredentialStore()).signout(with: ada, signoutParameters: other))
        #expect(try await app.currentAccount(with: nil) == (ada, nil))
    }

    @Test func `a broker that opens both schemes is compatible`() async throws {
        let device = try await BrokerDevice()
        func isAvailable(_ schemes: Set<String>) throws -> Bool {
            try device.msal(opener: Schemes(known: schemes)).isCompatibleAADBrokerAvailable
        }
        #expect(try isAvailable(["msauthv2", "msauthv3"]))
        #expect(try !isAvailable(["msauthv2"]), "too old")
        #expect(try !isAvailable([]))
        #expect(try !device.msal().isCompatibleAADBrokerAvailable, "an asynchronous opener cannot be queried")
    }

    private struct Schemes: ImmediateURLOpener {
        let known: Set<String>

        func canOpenAtOnce(_ url: String) -> Bool { known.contains(String(url.prefix { $0 != ":" })) }
        func canOpen(_ url: String) async -> Bool { canOpenAtOnce(url) }
        func open(_ url: String, universalLinksOnly: Bool) async -> Bool { false }
    }
}
