public import Foundation
public import Keyfob
import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobFlows
import KeyfobSetup

/// A public client (RFC 6749 section 2.1): the object through which an app gets tokens for its users.
///
/// It is Keyfob's `PublicClientApplication` with MSAL's names. It may be used from any task or thread.
#if canImport(ObjectiveC)
@objc(MSALPublicClientApplication)
@objcMembers
#endif
open class MSALPublicClientApplication: NSObject, @unchecked Sendable {
    // Unchecked for the configuration, which is a private copy that is never changed.

    /// The Keyfob application underneath, for features that MSAL has no name for, such as the device code flow. An
    /// addition to MSAL.
    public let core: PublicClientApplication
    let environment: ClientEnvironment
    let settings: MSALPublicClientApplicationConfig
    let process = ProcessState.current

    /// A copy of the configuration that the application was made with; changes to it have no effect.
    open var configuration: MSALPublicClientApplicationConfig { settings.duplicate() }

    /// Makes an application with the platform's store, transport and browser.
    ///
    /// - Parameter config: the app's configuration; copied.
    /// - Throws: an error of ``MSALErrorDomain``: internal code -42000 if the client id or another value is wrong, -42001
    ///   or -42011 if the redirect URI is, -42008 if the store cannot be opened.
    #if canImport(ObjectiveC)
    @objc(initWithConfiguration:error:)
    #endif
    public init(configuration config: MSALPublicClientApplicationConfig) throws {
        let parts = try Parts(config, Parts.platform)
        (settings, environment, core) = (parts.settings, parts.environment, parts.core)
        super.init()
        start()
    }

    /// Makes an application from a client id alone.
    ///
    /// - Parameter clientId: the application (client) id.
    /// - Throws: as ``init(configuration:)``.
    #if canImport(ObjectiveC)
    @objc(initWithClientId:error:)
    #endif
    public init(clientId: String) throws {
        let parts = try Parts(MSALPublicClientApplicationConfig(clientId: clientId), Parts.platform)
        (settings, environment, core) = (parts.settings, parts.environment, parts.core)
        super.init()
        start()
    }

    /// Makes an application with a given environment: a service's store and transport, or a test's. An addition to
    /// MSAL.
    ///
    /// - Parameters:
    ///   - config: the app's configuration; copied.
    ///   - environment: the store, transport and user agent. Its transport is used unchanged: ``MSALHTTPConfig`` does
    ///     not affect it.
    /// - Throws: as ``init(configuration:)``.
    public init(
        configuration config: MSALPublicClientApplicationConfig, environment: ClientEnvironment
    ) throws {
        let parts = try Parts(config) { _ in environment }
        (settings, self.environment, core) = (parts.settings, parts.environment, parts.core)
        super.init()
        start()
    }

    package init(
        configuration config: MSALPublicClientApplicationConfig,
        environment make: (ClientConfiguration) throws(AuthError) -> ClientEnvironment
    ) throws {
        let parts = try Parts(config, make)
        (settings, environment, core) = (parts.settings, parts.environment, parts.core)
        super.init()
        start()
    }

    private func start() {
        process.applications.add(self)
        let warnings = core.configuration.setupWarnings.map(\.description) + [OtherLibrary.warning].compactMap { $0 }
        for warning in warnings { environment.warn(warning) }
    }

    /// Whether a supported broker app is installed: one that repeats a request's nonce in its response. Call it on the
    /// main thread, where the system can be queried; false where the environment's opener of URLs cannot answer
    /// synchronously.
    open var isCompatibleAADBrokerAvailable: Bool {
        guard let access = environment.broker, let opener = access.opener as? any ImmediateURLOpener else {
            return false
        }
        return BrokerPresence.detect(access.facts, schemes: access.identity.schemes, canOpenURL: opener.canOpenAtOnce)
            .isUsable
    }

    /// The version of this SDK.
    open class var sdkVersion: String? { KeyfobRelease.version }

    // MARK: - Accounts

    /// The accounts that this app can get tokens for. No request is sent.
    ///
    /// - Throws: an error of ``MSALErrorDomain``, or of the keychain.
    #if canImport(ObjectiveC)
    @objc(allAccounts:)
    #endif
    open func allAccounts() throws -> [MSALAccount] { try accounts(AccountQuery()) }

    /// The account with an identifier that the app has stored.
    ///
    /// - Parameter identifier: ``MSALAccount/identifier``, or the `homeAccountId` of ADAL 2.7 and later, in any letter
    ///   case.
    /// - Returns: the account; never nil, since Objective-C's nil is an error in Swift.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42106, if there is no such account; else as
    ///   ``allAccounts()``.
    #if canImport(ObjectiveC)
    @objc(accountForIdentifier:error:)
    #endif
    open func account(forIdentifier identifier: String) throws -> MSALAccount {
        guard !identifier.isEmpty else { throw Self.notFound }
        let found = try ErrorTranslation.rethrowing { () throws(AuthError) in try core.account(for: identifier) }
        if let found { return MSALAccount(found, showsProfiles: true) }
        guard let other = try accounts(AccountQuery(identifier: identifier)).first else { throw Self.notFound }
        return other
    }

    /// The accounts that match, including those of external providers.
    ///
    /// - Parameter parameters: the filter.
    /// - Throws: as ``allAccounts()``.
    #if canImport(ObjectiveC)
    @objc(accountsForParameters:error:)
    #endif
    open func accounts(for parameters: MSALAccountEnumerationParameters) throws -> [MSALAccount] {
        try accounts(AccountQuery(parameters))
    }

    /// The account with a user name, which for accounts from ADAL is the `userId`. Do not rely on names: a name may
    /// change, and may be given to another user.
    ///
    /// - Parameter username: in any letter case.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42106, if there is no such account, and -42102 if
    ///   several have the name; else as ``allAccounts()``.
    #if canImport(ObjectiveC)
    @objc(accountForUsername:error:)
    #endif
    open func account(forUsername username: String) throws -> MSALAccount {
        let found = try ErrorTranslation.rethrowing { () throws(AuthError) in try core.account(username: username) }
        guard let found else { throw Self.notFound }
        return MSALAccount(found, showsProfiles: true)
    }

    /// The accounts that match, including those that the SSO extension lists. Without an extension these are the app's
    /// own.
    ///
    /// - Parameters:
    ///   - parameters: the filter.
    ///   - completionBlock: gets them, or an error.
    #if canImport(ObjectiveC)
    @objc(accountsFromDeviceForParameters:completionBlock:)
    #endif
    @preconcurrency
    open func accountsFromDevice(
        for parameters: MSALAccountEnumerationParameters,
        completionBlock: @escaping @Sendable ([MSALAccount]?, (any Error)?) -> Void
    ) {
        let query = AccountQuery(parameters)
        Completion.run(on: parameters.completionBlockQueue, completionBlock) { try await self.deviceAccounts(query) }
    }

    /// The accounts that match, including those that the SSO extension lists.
    ///
    /// - Parameter parameters: the filter.
    /// - Throws: as ``allAccounts()``.
    nonisolated(nonsending) open func accountsFromDevice(
        for parameters: MSALAccountEnumerationParameters
    ) async throws -> [MSALAccount] { try await deviceAccounts(AccountQuery(parameters)) }

    // MARK: - Tokens

    /// Lets the user sign in and gets a token. A page is always shown.
    ///
    /// - Parameters:
    ///   - parameters: the request.
    ///   - completionBlock: gets the result or an error, on the main queue if the parameters name no other.
    #if canImport(ObjectiveC)
    @objc(acquireTokenWithParameters:completionBlock:)
    #endif
    @preconcurrency
    open func acquireToken(
        with parameters: MSALInteractiveTokenParameters,
        completionBlock: @escaping @Sendable (MSALResult?, (any Error)?) -> Void
    ) {
        let session = InteractiveSession()
        // Begun here and not in the task, so that a cancellation right after this call finds the sign-in.
        let request = Result { try begin(InteractiveRequest(parameters, of: self, session: session), session) }
        Completion.run(on: parameters.completionBlockQueue ?? .main, completionBlock) {
            try await self.acquireToken(request.get(), session)
        }
    }

    /// Lets the user sign in and gets a token. A page is always shown.
    ///
    /// - Parameter parameters: the request.
    /// - Throws: an error of ``MSALErrorDomain``, or one of the system's.
    nonisolated(nonsending) open func acquireToken(
        with parameters: MSALInteractiveTokenParameters
    ) async throws -> MSALResult {
        let session = InteractiveSession()
        let request = try begin(InteractiveRequest(parameters, of: self, session: session), session)
        return try await acquireToken(request, session)
    }

    /// Gets a token without any user interface: from the store, else by a refresh token.
    ///
    /// - Parameters:
    ///   - parameters: the request.
    ///   - completionBlock: gets the result or an error, on any queue if the parameters name none.
    #if canImport(ObjectiveC)
    @objc(acquireTokenSilentWithParameters:completionBlock:)
    #endif
    @preconcurrency
    open func acquireTokenSilent(
        with parameters: MSALSilentTokenParameters,
        completionBlock: @escaping @Sendable (MSALResult?, (any Error)?) -> Void
    ) {
        let request = Result { try SilentRequest(parameters, of: self) }
        Completion.run(on: parameters.completionBlockQueue, completionBlock) {
            try await self.acquireTokenSilent(request.get())
        }
    }

    /// Gets a token without any user interface: from the store, else by a refresh token.
    ///
    /// - Parameter parameters: the request.
    /// - Throws: an error of ``MSALErrorDomain``, or one of the system's.
    nonisolated(nonsending) open func acquireTokenSilent(
        with parameters: MSALSilentTokenParameters
    ) async throws -> MSALResult { try await acquireTokenSilent(SilentRequest(parameters, of: self)) }

    // MARK: - Removal and sign-out

    /// Removes an account from this app alone: the account leaves the list, and its next silent call needs the user.
    /// Other apps of the suite and the browser keep theirs. No request is sent.
    ///
    /// The call blocks until the removal is on the disk: milliseconds, or as long as another process holds the store's
    /// lock.
    ///
    /// - Parameter account: the account to remove.
    /// - Throws: an error of ``MSALErrorDomain``, or of the keychain.
    #if canImport(ObjectiveC)
    @objc(removeAccount:error:)
    #endif
    open func remove(_ account: MSALAccount) throws {
        let core = core
        try ErrorTranslation.rethrowing { () throws(AuthError) in
            try Blocking.wait { () throws(AuthError) in try await core.removeAccount(account.core) }
        }
    }

    /// Signs an account out: in the app in any case, and then, if the parameters request it, in the browser.
    ///
    /// - Parameters:
    ///   - account: the account to sign out.
    ///   - signoutParameters: the extent of the sign-out.
    ///   - completionBlock: gets whether the account was signed out, or an error; on the main queue if the parameters
    ///     name no other.
    #if canImport(ObjectiveC)
    @objc(signoutWithAccount:signoutParameters:completionBlock:)
    #endif
    @preconcurrency
    open func signout(
        with account: MSALAccount, signoutParameters: MSALSignoutParameters,
        completionBlock: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let session = InteractiveSession()
        let request = SignoutRequest(account, signoutParameters, of: self, session: session)
        // Begun here and not in the task, so that a cancellation right after this call finds the sign-out.
        let begun = begin(request, session)
        Completion.run(on: signoutParameters.completionBlockQueue ?? .main) {
            completionBlock($0 ?? false, $1)
        } _: {
            try await self.signout(request, begun, session)
        }
    }

    /// Signs an account out: in the app in any case, and then, if the parameters request it, in the browser.
    ///
    /// - Parameters:
    ///   - account: the account to sign out.
    ///   - signoutParameters: the extent of the sign-out.
    /// - Returns: whether the account was signed out.
    /// - Throws: an error of ``MSALErrorDomain``, or one of the system's. With `signoutFromBrowser` also internal code
    ///   -42402 if a sign-in is under way, and -42403 if nothing can show the page; the account is removed from the app
    ///   before either is thrown.
    @discardableResult
    nonisolated(nonsending) open func signout(
        with account: MSALAccount, signoutParameters: MSALSignoutParameters
    ) async throws -> Bool {
        let session = InteractiveSession()
        let request = SignoutRequest(account, signoutParameters, of: self, session: session)
        return try await signout(request, begin(request, session), session)
    }

    // MARK: - The current account

    /// The current account of an app that has one user at a time, and the previous one.
    ///
    /// - Parameters:
    ///   - parameters: the queue of the completion block; nil for any queue.
    ///   - completionBlock: gets the current account (nil if no user is signed in) and the previous one (nil if that is
    ///     the same, or there was none); or an error, internal code -42102, if several accounts are signed in.
    #if canImport(ObjectiveC)
    @objc(getCurrentAccountWithParameters:completionBlock:)
    #endif
    @preconcurrency
    open func getCurrentAccount(
        with parameters: MSALParameters?,
        completionBlock: @escaping @Sendable (MSALAccount?, MSALAccount?, (any Error)?) -> Void
    ) {
        Completion.run(on: parameters?.completionBlockQueue) { (found: CurrentAccount?, error) in
            completionBlock(found?.current?.shown, found?.previous?.shown, error)
        } _: {
            try await self.currentAccount()
        }
    }

    /// The current account of an app that has one user at a time, and the previous one.
    ///
    /// - Parameter parameters: not used.
    /// - Returns: the current account, nil if no user is signed in, and the previous one, nil if that is the same.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42102, if several accounts are signed in.
    nonisolated(nonsending) open func currentAccount(
        with parameters: MSALParameters?
    ) async throws -> (MSALAccount?, MSALAccount?) {
        let found = try await currentAccount()
        return (found.current?.shown, found.previous?.shown)
    }

    // MARK: - The device

    /// Information about the device.
    ///
    /// - Parameters:
    ///   - parameters: the queue of the completion block; nil for any queue.
    ///   - completionBlock: gets the information, or an error: internal code -42714 if
    ///     ``MSALGlobalConfig/brokerAvailability`` disables brokers, since only they have it.
    #if canImport(ObjectiveC)
    @objc(getDeviceInformationWithParameters:completionBlock:)
    #endif
    @preconcurrency
    open func getDeviceInformation(
        with parameters: MSALParameters?,
        completionBlock: @escaping @Sendable (MSALDeviceInformation?, (any Error)?) -> Void
    ) {
        Completion.run(on: parameters?.completionBlockQueue, completionBlock) { try await self.knownDevice() }
    }

    /// Information about the device.
    ///
    /// - Parameter parameters: not used.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42714, if ``MSALGlobalConfig/brokerAvailability``
    ///   disables brokers.
    nonisolated(nonsending) open func deviceInformation(
        with parameters: MSALParameters?
    ) async throws -> MSALDeviceInformation { try await knownDevice() }

    /// The device's registration in a tenant.
    ///
    /// - Parameters:
    ///   - parameters: the queue of the completion block; nil for any queue.
    ///   - tenantId: the tenant; nil for the first registration.
    ///   - completionBlock: gets the registration that the broker returned; it is empty if the device is not registered
    ///     in that tenant, or there is no broker.
    #if canImport(ObjectiveC)
    @objc(getWPJMetaDataDeviceWithParameters:forTenantId:completionBlock:)
    #endif
    @preconcurrency
    open func getWPJMetaDataDevice(
        with parameters: MSALParameters?, forTenantId tenantId: String?,
        completionBlock: @escaping @Sendable (MSALWPJMetaData?, (any Error)?) -> Void
    ) {
        Completion.run(on: parameters?.completionBlockQueue, completionBlock) {
            try await self.registration(in: tenantId)
        }
    }

    /// The device's registration in a tenant.
    ///
    /// - Parameters:
    ///   - parameters: not used.
    ///   - tenantId: the tenant; nil for the first registration.
    /// - Returns: the registration that the broker returned; it is empty if the device is not registered in that
    ///   tenant, or there is no broker.
    /// - Throws: an error of ``MSALErrorDomain``, or of the broker.
    nonisolated(nonsending) open func wpjMetaDataDevice(
        with parameters: MSALParameters?, forTenantId tenantId: String?
    ) async throws -> MSALWPJMetaData { try await registration(in: tenantId) }

    /// A token for the registered device.
    ///
    /// - Parameters:
    ///   - parameters: the request.
    ///   - completionBlock: gets an error, internal code -42714: no broker that Keyfob supports issues such tokens.
    #if canImport(ObjectiveC)
    @objc(getDeviceTokenWithParameters:completionBlock:)
    #endif
    @preconcurrency
    open func getDeviceToken(
        with parameters: MSALDeviceTokenParameters,
        completionBlock: @escaping @Sendable (MSALDeviceTokenResult?, (any Error)?) -> Void
    ) { Completion.deliver(.failure(Self.noBroker), on: parameters.completionBlockQueue, completionBlock) }

    /// A token for the registered device.
    ///
    /// - Parameter parameters: the request.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42714: no broker that Keyfob supports issues such
    ///   tokens.
    nonisolated(nonsending) open func deviceToken(
        with parameters: MSALDeviceTokenParameters
    ) async throws -> MSALDeviceTokenResult { throw Self.noBroker }

    /// A token for a device in shared device mode.
    ///
    /// - Parameters:
    ///   - resource: the resource that the token is for.
    ///   - scopes: of the resource; nil for its default.
    ///   - completionBlock: gets an error, internal code -42714: no broker that Keyfob supports issues such tokens.
    #if canImport(ObjectiveC)
    @objc(getDeviceTokenForSharedDeviceWithResource:scopes:completionBlock:)
    #endif
    @preconcurrency
    open func getDeviceTokenForSharedDevice(
        withResource resource: String, scopes: [String]?,
        completionBlock: @escaping @Sendable (MSALDeviceTokenResult?, (any Error)?) -> Void
    ) { Completion.deliver(.failure(Self.noBroker), on: nil, completionBlock) }

    /// A token for a device in shared device mode.
    ///
    /// - Parameters:
    ///   - resource: the resource that the token is for.
    ///   - scopes: of the resource; nil for its default.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42714: no broker that Keyfob supports issues such
    ///   tokens.
    nonisolated(nonsending) open func deviceTokenForSharedDevice(
        withResource resource: String, scopes: [String]?
    ) async throws -> MSALDeviceTokenResult { throw Self.noBroker }

    // MARK: - Responses from the system

    /// Takes a URL that the operating system gave to the app: from `application(_:open:options:)`, from
    /// `scene(_:openURLContexts:)`, or from both, since a second delivery does nothing.
    ///
    /// A broker's response is taken if the system does not name another sender, and if it belongs to the request that
    /// is under way, or to the one that was under way when the system ended an earlier run of the app: its tokens are
    /// then in the cache. Such a response may arrive before the app has made its application: the newest one is kept in
    /// memory, and the application that it belongs to takes it as soon as it is made.
    ///
    /// A URL is the response to a sign-in in a browser if it has that sign-in's redirect URI and `state`; from any
    /// other sender it is not accepted. On iOS in MSAL, everywhere here.
    ///
    /// - Parameters:
    ///   - response: the URL.
    ///   - sourceApplication: the sender that the operating system names: the options'
    ///     `UIApplicationOpenURLOptionsSourceApplicationKey`. nil for an app of another team.
    /// - Returns: whether the URL ended a sign-in, or is kept. If not, the app may handle it.
    #if canImport(ObjectiveC)
    @objc(handleMSALResponse:sourceApplication:)
    #endif
    @discardableResult
    open class func handleMSALResponse(_ response: URL, sourceApplication: String?) -> Bool {
        let process = ProcessState.current
        let url = response.absoluteString
        if process.applications.handle(url, sourceApplication: sourceApplication) { return true }
        if ResponseSource.mayRespond(sourceApplication), process.sessions.deliver(url) { return true }
        return process.applications.keep(url, sourceApplication: sourceApplication)
    }

    /// Cancels the sign-in that is under way; its call ends with ``MSALError/userCanceled``.
    ///
    /// - Returns: whether there was one.
    #if canImport(ObjectiveC)
    @objc(cancelCurrentWebAuthSession)
    #endif
    @discardableResult
    open class func cancelCurrentWebAuthSession() -> Bool { ProcessState.current.sessions.cancel() }
}

extension BrokerPresence {
    var isUsable: Bool {
        if case .installed = self { true } else { false }
    }
}
