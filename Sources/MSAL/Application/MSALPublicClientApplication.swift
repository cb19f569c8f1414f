public import Foundation
public import Keyfob
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobFlows

/// A public client (RFC 6749 section 2.1): the object through which an app gets tokens for its users.
///
/// It is Keyfob's `PublicClientApplication` with MSAL's names: it may be used from any task or thread.
#if canImport(ObjectiveC)
@objc(MSALPublicClientApplication)
@objcMembers
#endif
public final class MSALPublicClientApplication: NSObject, @unchecked Sendable {
    // Unchecked for the configuration, which is a copy that nobody else has and that nothing changes.

    /// Keyfob's own application underneath, for what MSAL has no name for: device code, for one. An addition to MSAL.
    public let core: PublicClientApplication
    let environment: ClientEnvironment
    let settings: MSALPublicClientApplicationConfig
    let process = ProcessState.current

    /// What the application was made with: a copy, whose changes do nothing.
    public var configuration: MSALPublicClientApplicationConfig { settings.duplicate() }

    /// Makes an application on the platform's own store, transport and browser.
    ///
    /// - Parameter config: who the app is; copied.
    /// - Throws: an error of ``MSALErrorDomain``: internal code -42000 if the client id or another value is wrong, -42001
    ///   or -42011 if the redirect URI is, -42008 if the store cannot be opened.
    #if canImport(ObjectiveC)
    @objc(initWithConfiguration:error:)
    #endif
    public convenience init(configuration config: MSALPublicClientApplicationConfig) throws {
        let process = ProcessState.current
        try self.init(configuration: config) { configuration throws(AuthError) in
            try ClientEnvironment(
                platformOf: configuration, processEnvironment: ProcessInfo.processInfo.environment,
                transport: process.http.transport.map { transport in
                    RetryingTransport(
                        transport, pause: SystemPause(), retryCount: configuration.retryCount,
                        interval: configuration.retryInterval)
                })
        }
    }

    /// Makes an application of a client id alone.
    ///
    /// - Parameter clientId: the application (client) id.
    /// - Throws: as ``init(configuration:)``.
    #if canImport(ObjectiveC)
    @objc(initWithClientId:error:)
    #endif
    public convenience init(clientId: String) throws {
        try self.init(configuration: MSALPublicClientApplicationConfig(clientId: clientId))
    }

    /// Makes an application on an environment of one's own: a service's store and transport, or a test's. An addition to
    /// MSAL.
    ///
    /// - Parameters:
    ///   - config: who the app is; copied.
    ///   - environment: what it runs on. Its transport is used as it is: ``MSALHTTPConfig`` does not change it.
    /// - Throws: as ``init(configuration:)``.
    public convenience init(
        configuration config: MSALPublicClientApplicationConfig, environment: ClientEnvironment
    ) throws {
        try self.init(configuration: config) { _ in environment }
    }

    package init(
        configuration config: MSALPublicClientApplicationConfig,
        environment make: (ClientConfiguration) throws(AuthError) -> ClientEnvironment
    ) throws {
        settings = config.duplicate()
        let process = process
        let settings = settings
        do throws(AuthError) {
            let configuration = try ConfigurationTranslation.core(settings, process: process)
            environment = ConfigurationTranslation.environment(
                try make(configuration), settings: settings, process: process)
            core = PublicClientApplication(configuration: configuration, environment: environment)
        } catch {
            throw ErrorTranslation.translate(error, during: .other)
        }
        super.init()
        process.applications.add(self)
        let warnings = core.configuration.setupWarnings.map(\.description) + [OtherFace.warning].compactMap { $0 }
        for warning in warnings { environment.warn(warning) }
    }

    /// Whether a broker app is installed that can be asked: one that repeats a request's nonce in its reply. On the main
    /// thread only, where the system is asked; false where the environment's opener of URLs does not know at once.
    public var isCompatibleAADBrokerAvailable: Bool {
        guard let access = environment.broker, let opener = access.opener as? any ImmediateURLOpener else {
            return false
        }
        return BrokerPresence.detect(access.facts, schemes: access.identity.schemes, canOpenURL: opener.canOpenAtOnce)
            .isUsable
    }

    /// The version of this SDK.
    public class var sdkVersion: String? { KeyfobRelease.version }
}

extension BrokerPresence {
    fileprivate var isUsable: Bool {
        if case .installed = self { true } else { false }
    }
}
