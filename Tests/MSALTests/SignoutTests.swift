import Foundation
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobTesting
import MSAL
import Testing

@Suite("Sign-out in the browser without a page", .ownProcess)
struct SignoutTests {
    private func parameters(_ type: MSALWebviewType = .default) -> MSALSignoutParameters {
        let webview = MSALWebviewParameters()
        webview.webviewType = type
        let parameters = MSALSignoutParameters(webviewParameters: webview)
        parameters.signoutFromBrowser = true
        return parameters
    }

    @Test("If nothing can show the page the call fails, and the account is removed all the same")
    func noView() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        let error = await failure {
            try await app.signout(with: first.account, signoutParameters: parameters(.wkWebView))
        }
        #expect(error?.internalCode == .internalErrorNoViewController)
        #expect((error?.userInfo[MSALCorrelationIDKey] as? String).flatMap { UUID(uuidString: $0) } != nil)
        #expect(try app.allAccounts().isEmpty)
        let silent = MSALSilentTokenParameters(scopes: Contoso.read, account: first.account)
        #expect(await failure { try await app.acquireTokenSilent(with: silent) }?.msal == .interactionRequired)
        // With a completion block, and an environment without a browser.
        let (other, second) = try await world.signedIn("b")
        let bare = try world.app("b")
        let delivery = await Delivery<Bool>.of { block in
            bare.signout(with: second.account, signoutParameters: parameters()) { isDone, error in block(isDone, error)
            }
        }
        #expect(delivery.result == false && delivery.error?.internalCode == .internalErrorNoViewController)
        #expect(try other.allAccounts().isEmpty && world.store.refreshTokenCount() == 0)
    }

    @Test("While a sign-in has the page the call fails, the sign-in continues, and the account is removed all the same")
    func busy() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        let outside = AppDelegateBrowser(world.browser(Contoso.grace))
        let other = try world.app("b", browser: outside)
        let pending = Task { try await other.acquireToken(with: Contoso.interactive()) }
        let url = try #require(URL(string: await outside.url()))
        let error = await failure { try await app.signout(with: first.account, signoutParameters: parameters()) }
        #expect(error?.internalCode == .internalErrorInteractiveSessionAlreadyRunning)
        #expect(try app.allAccounts().isEmpty)
        #expect(MSALPublicClientApplication.handleMSALResponse(url, sourceApplication: nil))
        #expect(try await pending.value.account.username == Contoso.grace)
        // Another sign-in can begin again.
        _ = try await app.acquireToken(with: Contoso.interactive())
    }

    @Test("If the broker's extension signs out, including the browser's session, no page of the app is needed")
    func byExtension() async throws {
        let device = try await BrokerDevice()
        device.broker.hasExtension = true
        let app = try device.msal()
        let account = try await app.acquireToken(with: Contoso.interactive()).account
        #expect(try await app.signout(with: account, signoutParameters: parameters(.wkWebView)))
        #expect(try app.allAccounts().isEmpty)
        #expect(device.broker.extensionRequests.last?.operation == .signOut)
    }
}

extension InMemoryCredentialStore {
    /// The number of refresh tokens in the store.
    fileprivate func refreshTokenCount() throws -> Int {
        try homeAccountIDs().reduce(0) { $0 + (try partition(homeAccountID: $1)?.refreshTokens.count ?? 0) }
    }
}
