import Foundation
import KeyfobBackport
import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth

/// The knowledge of providers that a driver and its copies share.
final class ProviderKnowledge: Sendable {
    private struct Learned<Value: Sendable>: Sendable {
        let value: Value
        let at: Date

        /// Returns the value for a day; a time in the future means that the clock was set back, and counts as too old.
        func value(at now: Date) -> Value? {
            (0..<86400).contains(now.timeIntervalSince(at)) ? value : nil
        }
    }

    /// An authority and a dialect, since the two dialects have separate endpoints.
    private struct Place: Hashable {
        let authority: Authority
        let dialect: OAuthDialect
    }

    private struct State: Sendable {
        var metadata: [Place: Learned<ProviderMetadata>] = [:]
        var keys: [HTTPURL: Learned<JWKSet>] = [:]
        var clouds: CloudDirectory
        var unknownInstances: Set<String> = []
        /// Earlier look-ups, since returning a cached token should take microseconds.
        var cloudOfHost: [String: Cloud] = [:]
    }

    private static let capacity = 1000

    let trust: AuthorityTrust
    private let state: Mutex<State>

    init(_ trust: AuthorityTrust) {
        self.trust = trust
        state = Mutex(State(clouds: CloudDirectory(adding: trust.clouds)))
    }

    /// The clouds that are currently known.
    var clouds: CloudDirectory { state.withLock { $0.clouds } }

    /// Returns the cloud of a host.
    func cloud(of host: String) -> Cloud {
        state.withLock { state in
            if let known = state.cloudOfHost[host] { return known }
            if state.cloudOfHost.count >= Self.capacity { state.cloudOfHost = [:] }
            let cloud = state.clouds.cloud(of: host)
            state.cloudOfHost[host] = cloud
            return cloud
        }
    }

    /// Stores the results of a discovery other than the metadata. An unknown host is never looked up again.
    func learn(_ flow: DiscoveryFlow, of authority: Authority) {
        guard !flow.learned.isEmpty || flow.isUnknownInstance else { return }
        state.withLock { state in
            for cloud in flow.learned { state.clouds.add(cloud) }
            state.cloudOfHost = [:]
            if flow.isUnknownInstance { state.unknownInstances.insert(authority.environment) }
        }
    }

    func isUnknownInstance(_ authority: Authority) -> Bool {
        state.withLock { authority.kind == .aad && $0.unknownInstances.contains(authority.environment) }
    }

    func metadata(of authority: Authority, _ dialect: OAuthDialect, at now: Date) -> ProviderMetadata? {
        state.withLock { $0.metadata[Place(authority: authority, dialect: dialect)]?.value(at: now) }
    }

    func learn(_ metadata: ProviderMetadata, of authority: Authority, _ dialect: OAuthDialect, at now: Date) {
        let place = Place(authority: authority, dialect: dialect)
        state.withLock { $0.metadata[place] = Learned(value: metadata, at: now) }
    }

    func keys(at url: HTTPURL, at now: Date) -> JWKSet? {
        state.withLock { $0.keys[url]?.value(at: now) }
    }

    func learn(_ keys: JWKSet, at url: HTTPURL, at now: Date) {
        state.withLock { $0.keys[url] = Learned(value: keys, at: now) }
    }
}
