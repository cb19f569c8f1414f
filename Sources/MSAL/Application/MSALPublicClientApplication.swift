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
public final class MSALPublicClientApplication: NSObject, @unchecked Sendable {
    // Unchecked for the configuration, which is a private copy that is never changed.

    /// The Keyfob application underneath, for features that MSAL has no name for, such as the device code flow. An
    /// addition to MSAL.
    public let core: PublicClientApplication
    let environment: ClientEnvironment
    let settings: MSALPublicClientApplicationConfig
    let process = ProcessState.current

    /// A copy of the configuration that the application was made with; changes to it have no effect.
    public var configuration: MSALPublicClientApplicationConfig { settings.duplicate() }

    /// Makes an application with the platform's store, transport and browser.
    ///
    /// - Parameter config: the app's configuration; copied.
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

    /// Makes an application from a client id alone.
    ///
    /// - Parameter clientId: the application (client) id.
    /// - Throws: as ``init(configuration:)``.
    #if canImport(ObjectiveC)
    @objc(initWithClientId:error:)
    #endif
    public convenience init(clientId: String) throws {
        try self.init(configuration: MSALPublicClientApplicationConfig(clientId: clientId))
    }

    /// Makes an application with a given environment: a service's store and transport, or a test's. An addition to
    /// MSAL.
    ///
    /// - Parameters:
    ///   - config: the app's configuration; copied.
    ///   - environment: the store, transport and user agent. Its transport is used unchanged: ``MSALHTTPConfig`` does
    ///     not affect it.
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
        let warnings = core.configuration.setupWarnings.map(\.description) + [OtherLibrary.warning].compactMap { $0 }
        for warning in warnings { environment.warn(warning) }
    }

    /// Whether a supported broker app is installed: one that repeats a request's nonce in its response. Call it on the
    /// main thread, where the system can be queried; false where the environment's opener of URLs cannot answer
    /// synchronously.
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

/// Detects whether ADAL, Keyfob's or Microsoft's, is in the same process: through the runtime, since neither module
/// imports the other.
enum OtherLibrary {
    /// The warning to log; nil if ADAL is not in the process.
    static var warning: String? {
        let isHere = ["ADAL.ADAuthenticationContext", "ADAuthenticationContext"].contains {
            NSClassFromString($0) != nil
        }
        guard isHere else { return nil }
        return "MSAL and ADAL are in one process. That is for the time of a migration, and not supported in production."
    }
}
