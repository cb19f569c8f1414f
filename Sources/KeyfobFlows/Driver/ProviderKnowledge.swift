import Foundation
import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth
import Synchronization

/// What a driver has learned of providers, shared by its copies.
final class ProviderKnowledge: Sendable {
    private struct Learned<Value: Sendable>: Sendable {
        let value: Value
        let at: Date

        /// For a day; a moment in the future means that the clock was set back, and counts as too old.
        func value(at now: Date) -> Value? {
            (0..<86400).contains(now.timeIntervalSince(at)) ? value : nil
        }
    }

    /// The two dialects have endpoints of their own.
    private struct Place: Hashable {
        let authority: Authority
        let dialect: OAuthDialect
    }

    private struct State: Sendable {
        var metadata: [Place: Learned<ProviderMetadata>] = [:]
        var keys: [HTTPURL: Learned<JWKSet>] = [:]
        var clouds: CloudDirectory
        var unknownInstances: Set<String> = []
        /// What was looked up already: a token from the store is to cost microseconds.
        var cloudOfHost: [String: Cloud] = [:]
    }

    private static let capacity = 1000

    let trust: AuthorityTrust
    private let state: Mutex<State>

    init(_ trust: AuthorityTrust) {
        self.trust = trust
        state = Mutex(State(clouds: CloudDirectory(adding: trust.clouds)))
    }

    /// The clouds that are known by now.
    var clouds: CloudDirectory { state.withLock { $0.clouds } }

    /// The cloud of a host.
    func cloud(of host: String) -> Cloud {
        state.withLock { state in
            if let known = state.cloudOfHost[host] { return known }
            if state.cloudOfHost.count >= Self.capacity { state.cloudOfHost = [:] }
            let cloud = state.clouds.cloud(of: host)
            state.cloudOfHost[host] = cloud
            return cloud
        }
    }

    /// What a discovery has found out beside the metadata. That there is no such host is never asked again.
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
