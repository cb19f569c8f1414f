import Foundation
import KeyfobBrokerProtocol
import KeyfobClient
import KeyfobCore
import Synchronization

/// MSAL's configuration as the core has it.
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
            settings, usesBroker: process.settings.withLock { $0.brokerAvailability } == .auto)
        configuration.brokerUse = brokerUse(settings, process: process)
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

    /// Whether brokers are asked: as the process says, unless nobody has judged the redirect URI, by which the answer comes
    /// back. Other than in MSAL `knownAuthorities` does not keep them away.
    private static func brokerUse(
        _ settings: MSALPublicClientApplicationConfig, process: ProcessState
    ) -> BrokerUse {
        let isWanted = process.settings.withLock { $0.brokerAvailability } == .auto
        return isWanted && !settings.bypassRedirectURIValidation ? .automatic : .never
    }

    /// The environment with what the configuration and the process add to it.
    static func environment(
        _ environment: ClientEnvironment, settings: MSALPublicClientApplicationConfig, process: ProcessState
    ) -> ClientEnvironment {
        var environment = environment
        #if !os(iOS)
        if let cache = settings.cacheConfig.serializedADALCache {
            environment.legacyCache = SerializedLegacyCache(provider: cache)
        }
        #endif
        environment.externalAccounts += settings.cacheConfig.externalAccountProviders.map(ExternalAccounts.init)
        environment.broker = environment.broker.map { access in
            var access = access
            access.opener = NotifyingURLOpener(base: access.opener)
            access.app.sdkName = "MSAL.iOS"
            access.app.sdkVersion = MSALPublicClientApplication.sdkVersion
            return access
        }
        if environment.log == nil { environment.logOptions = LogTranslation.options(process.logger) }
        environment.log = LogTranslation.log(environment.log, process.logger)
        if environment.telemetry == nil {
            let telemetry = process.telemetry
            environment.telemetry = TelemetryHook(
                onlyFailures: telemetry.notifyOnFailureOnly, includesPII: telemetry.piiEnabled
            ) { event in telemetry.telemetryCallback?(event.properties) }
        }
        return environment
    }
}
