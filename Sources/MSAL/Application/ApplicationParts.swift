import Foundation
import Keyfob
import KeyfobBrokerProtocol
import KeyfobClient
import KeyfobCore
import KeyfobFlows

extension MSALPublicClientApplication {
    /// What an application consists of. Each of its initializers makes these, so that a subclass can call any of them.
    struct Parts {
        let settings: MSALPublicClientApplicationConfig
        let environment: ClientEnvironment
        let core: PublicClientApplication

        /// - Throws: an error of ``MSALErrorDomain``, as ``MSALPublicClientApplication/init(configuration:)``.
        init(
            _ config: MSALPublicClientApplicationConfig,
            _ make: (ClientConfiguration) throws(AuthError) -> ClientEnvironment
        ) throws {
            let process = ProcessState.current
            settings = config.duplicate()
            do throws(AuthError) {
                let configuration = try ConfigurationTranslation.core(settings, process: process)
                environment = ConfigurationTranslation.environment(
                    try make(configuration), settings: settings, process: process)
                core = PublicClientApplication(configuration: configuration, environment: environment)
            } catch {
                throw ErrorTranslation.translate(error, during: .other)
            }
        }

        /// The platform's store, transport and browser.
        static func platform(_ configuration: ClientConfiguration) throws(AuthError) -> ClientEnvironment {
            try ClientEnvironment(
                platformOf: configuration, processEnvironment: ProcessInfo.processInfo.environment,
                transport: ProcessState.current.http.transport.map { transport in
                    RetryingTransport(
                        transport, pause: SystemPause(), retryCount: configuration.retryCount,
                        interval: configuration.retryInterval)
                })
        }
    }
}
