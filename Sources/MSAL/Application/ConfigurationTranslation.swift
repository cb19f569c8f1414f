import Foundation
import KeyfobBackport
import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobClient
import KeyfobCore
import KeyfobSetup

/// Converts MSAL's configuration to the core's.
enum ConfigurationTranslation {
    /// - Throws: `AuthError` with code `configuration` if a value is wrong.
    static func core(
        _ settings: MSALPublicClientApplicationConfig, process: ProcessState
    ) throws(AuthError) -> ClientConfiguration {
        guard settings.nestedAuthBrokerClientId.isEmpty else {
            throw .configuration(
                "Nested app authentication needs the host app's broker, which Keyfob does not have yet.",
                remedy: "Leave nestedAuthBrokerClientId empty.")
        }
        var configuration = try SetupTranslation.configuration(
            settings, usesBroker: process.wantsBrokers)
        // The redirect URI to which a broker responds was not checked then. Other than in MSAL `knownAuthorities` does
        // not disable brokers.
        configuration.brokerUse = settings.bypassRedirectURIValidation ? .never : .automatic
        configuration.capabilities = settings.clientApplicationCapabilities ?? []
        configuration.tokenExpirationBuffer = settings.tokenExpirationBuffer
        configuration.extendedLifetimeEnabled = settings.extendedLifetimeEnabled
        configuration.knownAuthorities = settings.knownAuthorities.map(\.core)
        configuration.multipleCloudsSupported = settings.multipleCloudsSupported
        configuration.slice = settings.sliceConfig.map { slice in
            ServiceSlice(
                slice: slice.slice.isEmpty ? nil : slice.slice, dataCenter: slice.dc.isEmpty ? nil : slice.dc)
        }
        configuration.transportTimeout = process.http.timeoutIntervalForRequest
        configuration.retryCount = process.http.retryCount
        configuration.retryInterval = process.http.retryInterval
        return configuration
    }

    /// The environment with the additions of the configuration and the process.
    static func environment(
        _ environment: ClientEnvironment, settings: MSALPublicClientApplicationConfig, process: ProcessState
    ) -> ClientEnvironment {
        var environment = environment
        #if !os(iOS)
        if let cache = settings.cacheConfig.serializedADALCache {
            environment.adalCache = SerializedADALCache(provider: cache)
        }
        #endif
        environment.externalAccounts += settings.cacheConfig.externalAccountProviders.map(ExternalAccounts.init)
        environment.broker = environment.broker.map { access in
            var access = access
            access.opener = NotifyingURLOpener(base: access.opener)
            access.app.sdkName = access.facts.platform == .macOS ? "MSAL.OSX" : "MSAL.iOS"
            access.app.sdkVersion = MSALPublicClientApplication.sdkVersion
            let isWanted = access.isWanted
            access.isWanted = { isWanted() && process.wantsBrokers }
            return access
        }
        environment.logListeners.append(LogTranslation.listener(process.logger))
        let telemetry = process.telemetry
        environment.telemetryListeners.append(
            TelemetryHook(
                onlyFailures: { telemetry.notifyOnFailureOnly }, includesPII: { telemetry.piiEnabled }
            ) { event in telemetry.telemetryCallback?(event.properties) })
        return environment
    }
}
