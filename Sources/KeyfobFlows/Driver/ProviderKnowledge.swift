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

    private struct State: Sendable {
        var metadata: [Authority: Learned<ProviderMetadata>] = [:]
        var keys: [HTTPURL: Learned<JWKSet>] = [:]
    }

    private let state = Mutex(State())

    func metadata(of authority: Authority, at now: Date) -> ProviderMetadata? {
        state.withLock { $0.metadata[authority]?.value(at: now) }
    }

    func learn(_ metadata: ProviderMetadata, of authority: Authority, at now: Date) {
        state.withLock { $0.metadata[authority] = Learned(value: metadata, at: now) }
    }

    func keys(at url: HTTPURL, at now: Date) -> JWKSet? {
        state.withLock { $0.keys[url]?.value(at: now) }
    }

    func learn(_ keys: JWKSet, at url: HTTPURL, at now: Date) {
        state.withLock { $0.keys[url] = Learned(value: keys, at: now) }
    }
}
