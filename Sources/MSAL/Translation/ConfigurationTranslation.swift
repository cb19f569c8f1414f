import Foundation
import KeyfobClient
import KeyfobCore
import Synchronization

/// MSAL's configuration as the core has it.
enum ConfigurationTranslation {
    /// - Throws: `AuthError` with code `configuration` if a value is wrong.
    static func core(
        _ settings: MSALPublicClientApplicationConfig, process: ProcessState
    ) throws(AuthError) -> ClientConfiguration {
        var configuration = try SetupTranslation.configuration(
            settings, usesBroker: process.settings.withLock { $0.brokerAvailability } == .auto)
        configuration.capabilities = settings.clientApplicationCapabilities ?? []
        configuration.tokenExpirationBuffer = settings.tokenExpirationBuffer
        configuration.extendedLifetimeEnabled = settings.extendedLifetimeEnabled
        configuration.transportTimeout = process.http.timeoutIntervalForRequest
        try OpenSettings.check(settings)
        return configuration
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
        environment.log = LogTranslation.log(environment.log, process.logger)
        return environment
    }
}
