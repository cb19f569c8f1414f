import Foundation
import KeyfobADALClient
import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobClient
import KeyfobCore

extension ADAuthenticationContext {
    var core: Authority { parts.core }
    var client: ADALClient { parts.client }
    var environment: ClientEnvironment { parts.environment }
    var host: ADHost { parts.host }
    var component: ADLogComponent { parts.component }

    /// What a context consists of, made from the arguments of its initializers.
    struct Parts: Sendable {
        let core: Authority
        let client: ADALClient
        let environment: ClientEnvironment
        let host: ADHost
        let component = ADLogComponent()
        let state: State

        /// The parts of a context with the platform's caches.
        init(_ authority: String, _ validates: Bool, sharedGroup: String?) throws(ADAuthenticationError) {
            let core = try Self.check(authority)
            let environment = try Self.platform(group: sharedGroup ?? ADKeychainGroup.shared.use())
            self.init(core, validates, environment, .process)
        }

        /// The parts of a context with a cache that a delegate stores.
        init(
            _ authority: String, _ validates: Bool, delegate: (any ADTokenCacheDelegate)?
        ) throws(ADAuthenticationError) {
            let core = try Self.check(authority)
            var environment = try Self.platform(group: ADKeychainGroup.shared.use())
            if let delegate {
                let cache = ADTokenCache()
                cache.setDelegate(delegate)
                environment.adalCache = cache.asADALCache
            }
            self.init(core, validates, environment, .process)
        }

        /// The parts of a context with the app's environment.
        init(
            _ authority: String, _ validates: Bool, environment: ClientEnvironment, host: ADHost
        ) throws(ADAuthenticationError) {
            self.init(try Self.check(authority), validates, environment, host)
        }

        private init(_ core: Authority, _ validates: Bool, _ given: ClientEnvironment, _ host: ADHost) {
            var environment = given
            environment.logListeners.append(component.listener)
            if environment.adalCache == nil { environment.adalCache = InMemoryADALCache() }
            environment.broker = environment.broker.map { access in
                var access = access
                access.opener = NotifyingOpener(base: access.opener)
                access.app.sdkName = "iOS"
                access.app.sdkVersion = Self.brokerVersion
                return access
            }
            let seconds = Double(ADAuthenticationSettings.sharedInstance().requestTimeOut)
            self.core = core
            self.host = host
            self.environment = environment
            client = ADALClient(environment: environment, transportTimeout: seconds)
            state = State(validateAuthority: validates)
            ADBrokeredClients.current.add(client)
            if let urls = environment.broker?.urls { ADBrokeredClients.current.listen(to: urls) }
        }

        /// The version of ADAL that brokers get: the one with these requests. Since 2.7.14 requests have a nonce, which
        /// the responses repeat.
        private static let brokerVersion = "2.7.15"

        private static func platform(group: String) throws(ADAuthenticationError) -> ClientEnvironment {
            do throws(AuthError) {
                return try ADPlatform.shared.environment(group: group)
            } catch {
                throw ADAuthenticationError(error, isSilent: true)
            }
        }

        /// Reads an authority as ADAL does: https, with a tenant; the rest of its path and its letter case are dropped.
        private static func check(_ text: String) throws(ADAuthenticationError) -> Authority {
            let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
            let authority: Authority
            do throws(AuthError) {
                authority = try Authority(trimmed)
            } catch {
                throw .invalidArgument([error.message, error.remedy].compactMap { $0 }.joined(separator: " "))
            }
            do throws(AuthError) {
                try ADALRequest(authority: authority, clientID: "", appIdentifier: "", resource: "").check()
            } catch {
                throw .invalidArgument([error.message, error.remedy].compactMap { $0 }.joined(separator: " "))
            }
            return authority
        }
    }
}
