import Dispatch
import Foundation
import KeyfobBackport
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import MSAL
import Testing

@Suite("Calls, threads and tasks", .ownProcess)
struct CallTests {
    private static let key = DispatchSpecificKey<String>()

    @Test("Interactive calls return on the main queue, all calls on the queue that the parameters name")
    func queues() async throws {
        let world = try await World()
        DispatchQueue.main.setSpecific(key: Self.key, value: "main")
        let own = DispatchQueue(label: "test.own")
        own.setSpecific(key: Self.key, value: "own")
        let app = try world.app(browser: world.browser())
        let result = await withCheckedContinuation { waiter in
            app.acquireToken(with: Contoso.interactive()) { result, _ in
                #expect(DispatchQueue.getSpecific(key: Self.key) == "main")
                waiter.resume(returning: result)
            }
        }
        let account = try #require(result?.account)
        let parameters = Contoso.interactive()
        parameters.completionBlockQueue = own
        let silent = MSALSilentTokenParameters(scopes: Contoso.read, account: account)
        silent.completionBlockQueue = own
        let listing = MSALAccountEnumerationParameters()
        listing.completionBlockQueue = own
        let signout = MSALSignoutParameters(webviewParameters: MSALWebviewParameters())
        signout.completionBlockQueue = own
        let seen = Mutex<[String?]>([])
        let note: @Sendable () -> Void = { seen.withLock { $0.append(DispatchQueue.getSpecific(key: Self.key)) } }
        let calls: [(@escaping @Sendable () -> Void) -> Void] = [
            { done in
                app.acquireToken(with: parameters) { _, _ in
                    note(); done()
                }
            },
            { done in
                app.acquireTokenSilent(with: silent) { _, _ in
                    note(); done()
                }
            },
            { done in
                app.accountsFromDevice(for: listing) { _, _ in
                    note(); done()
                }
            },
            { done in
                app.getCurrentAccount(with: listing) { _, _, _ in
                    note(); done()
                }
            },
            { done in
                app.getDeviceInformation(with: listing) { _, _ in
                    note(); done()
                }
            },
            { done in
                app.getWPJMetaDataDevice(with: listing, forTenantId: nil) { _, _ in
                    note(); done()
                }
            },
            { done in
                app.signout(with: account, signoutParameters: signout) { _, _ in
                    note(); done()
                }
            },
        ]
        for call in calls { await withCheckedContinuation { waiter in call { waiter.resume() } } }
        #expect(seen.withLock { $0 } == Array(repeating: "own", count: calls.count))
    }

    @Test("A completion block that captures its model, called from the main actor in Swift 6, runs without a crash")
    @MainActor
    func mainActor() async throws {
        let world = try await World()
        let model = Model(try world.app(browser: world.browser()))
        await model.signIn()
        #expect(model.shown == Contoso.ada)
        await model.refresh()
        #expect(model.shown == "renewed")
        let parameters = MSALSilentTokenParameters(scopes: Contoso.read, account: try #require(model.account))
        let direct = try await model.application.acquireTokenSilent(with: parameters)
        #expect(direct.account == model.account)
    }

    @MainActor
    private final class Model {
        let application: MSALPublicClientApplication
        var shown = ""
        var account: MSALAccount?
        init(_ application: MSALPublicClientApplication) { self.application = application }

        func signIn() async {
            await withCheckedContinuation { waiter in
                application.acquireToken(with: Contoso.interactive()) { result, _ in
                    Task { @MainActor in
                        self.account = result?.account
                        self.shown = result?.account.username ?? "nobody"
                        waiter.resume()
                    }
                }
            }
        }

        func refresh() async {
            guard let account else { return }
            let parameters = MSALSilentTokenParameters(scopes: Contoso.read, account: account)
            parameters.forceRefresh = true
            await withCheckedContinuation { waiter in
                application.acquireTokenSilent(with: parameters) { result, _ in
                    Task { @MainActor in
                        self.shown = result == nil ? "failed" : "renewed"
                        waiter.resume()
                    }
                }
            }
        }
    }

    @Test("Parameters are read when the call is made: later changes have no effect")
    func parametersAreRead() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        let silent = MSALSilentTokenParameters(scopes: Contoso.read, account: first.account)
        let delivery = await Delivery<MSALResult>.of { block in
            app.acquireTokenSilent(with: silent, completionBlock: block)
            silent.scopes = ["api://files/Files.ReadWrite"]
            silent.account = nil
        }
        #expect(delivery.result?.accessToken == first.accessToken)
    }

    @Test("Without an account a silent call needs interaction; a request with an authority of another kind is refused")
    func arguments() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        let silent = MSALSilentTokenParameters(scopes: Contoso.read, account: first.account)
        silent.account = nil
        #expect(await failure { try await app.acquireTokenSilent(with: silent) }?.msal == .interactionRequired)
        silent.account = first.account
        silent.authority = try MSALB2CAuthority(url: #require(URL(string: "https://login.test/tfp/t/p")))
        let kind = await failure { try await app.acquireTokenSilent(with: silent) }
        #expect(kind?.internalCode == .internalErrorInvalidParameter)
        silent.authority = nil
        silent.claimsRequest = try MSALClaimsRequest(challenge: #"{"access_token":{"nbf":null}}"#)
        silent.extraQueryParameters = ["claims": "{}"]
        let twice = await failure { try await app.acquireTokenSilent(with: silent) }
        #expect(twice?.internalCode == .internalErrorInvalidParameter)
    }

    @Test("A call that fails before a request is sent has a correlation id as well, the caller's or a generated one")
    func correlation() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        let id = UUID()
        func named(_ call: () async throws -> Any) async -> String? {
            await failure(call)?.userInfo[MSALCorrelationIDKey] as? String
        }
        let silent = MSALSilentTokenParameters(scopes: Contoso.read, account: first.account)
        silent.correlationId = id
        silent.account = nil
        #expect(await named { try await app.acquireTokenSilent(with: silent) } == id.uuidString.lowercased())
        silent.authority = try MSALB2CAuthority(url: #require(URL(string: "https://login.test/tfp/t/p")))
        #expect(await named { try await app.acquireTokenSilent(with: silent) } == id.uuidString.lowercased())
        let view = Contoso.interactive()
        view.webviewParameters.webviewType = .wkWebView
        view.correlationId = id
        #expect(await named { try await app.acquireToken(with: view) } == id.uuidString.lowercased())
        view.correlationId = nil
        #expect(await named { try await app.acquireToken(with: view) }.flatMap { UUID(uuidString: $0) } != nil)
        let outside = AppDelegateBrowser(world.browser())
        let busy = try world.app(browser: outside)
        let pending = Task { await failure { try await busy.acquireToken(with: Contoso.interactive()) } }
        _ = await outside.url()
        let second = Contoso.interactive()
        second.correlationId = id
        #expect(await named { try await app.acquireToken(with: second) } == id.uuidString.lowercased())
        #expect(MSALPublicClientApplication.cancelCurrentWebAuthSession())
        #expect(await pending.value?.msal == .userCanceled)
    }

    @Test("A cancellation right after the call cancels the sign-in, and the next one can begin")
    func immediateCancellation() async throws {
        let world = try await World()
        let app = try world.app(browser: AppDelegateBrowser(world.browser()))
        let result = await withCheckedContinuation { (done: CheckedContinuation<NSError?, Never>) in
            app.acquireToken(with: Contoso.interactive()) { _, error in done.resume(returning: error as NSError?) }
            #expect(MSALPublicClientApplication.cancelCurrentWebAuthSession())
        }
        #expect(result?.msal == .userCanceled)
        #expect(world.wire.requests(to: "/token").isEmpty)
        let (_, first) = try await world.signedIn()
        #expect(!first.accessToken.isEmpty)
    }

    @Test("A result has its account, authority and expiry, and its authority works for later silent calls")
    func result() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        #expect(first.scopes == Contoso.read && first.authenticationScheme == "Bearer")
        #expect(first.authorizationHeader == "Bearer \(first.accessToken)")
        #expect(try #require(first.expiresOn) > world.clock.now)
        #expect(first.idToken?.split(separator: ".").count == 3)
        #expect(first.tenantProfile.tenantId == Contoso.tenantID && first.tenantProfile.isHomeTenantProfile)
        #expect(first.tenantProfile.claims?["preferred_username"] as? String == Contoso.ada)
        #expect(first.account.tenantProfiles == nil)
        #expect(first.account.accountClaims?["preferred_username"] as? String == Contoso.ada)
        let listed = try #require(try app.allAccounts().first)
        #expect(listed.tenantProfiles?.map(\.tenantId) == [Contoso.tenantID])
        let silent = MSALSilentTokenParameters(scopes: Contoso.read, account: listed)
        silent.authority = first.authority
        let id = UUID()
        silent.correlationId = id
        let second = try await app.acquireTokenSilent(with: silent)
        #expect(second.accessToken == first.accessToken && second.correlationId == id)
        silent.forceRefresh = true
        let third = try await app.acquireTokenSilent(with: silent)
        #expect(third.accessToken != first.accessToken)
        let sent = world.wire.requests(to: "/token").last?.fields["client-request-id"]
        #expect(sent?.lowercased() == id.uuidString.lowercased())
    }
}
