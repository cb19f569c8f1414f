public import Foundation
import Synchronization

/// Tells an app about its own calls. Nothing is sent anywhere by itself.
#if canImport(ObjectiveC)
@objc(ADTelemetry)
#endif
public final class ADTelemetry: NSObject, Sendable {
    /// An app's dispatcher. It says itself what it may be called from: ADAL calls it on any thread.
    private struct Entry: @unchecked Sendable {
        let dispatcher: any ADDispatcher
        let isAggregated: Bool
    }

    private static let instance = ADTelemetry()
    private let entries = Mutex<[Entry]>([])
    private let pii = Mutex(false)

    private override init() { super.init() }

    /// The one instance.
    #if canImport(ObjectiveC)
    @objc(sharedInstance)
    #endif
    public static func sharedInstance() -> ADTelemetry { instance }

    /// Whether events may tell about a person; not unless set.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var piiEnabled: Bool {
        get { pii.withLock { $0 } }
        set { pii.withLock { $0 = newValue } }
    }

    /// Adds a dispatcher, which is retained.
    ///
    /// - Parameters:
    ///   - dispatcher: hears the events.
    ///   - aggregationRequired: whether it hears one event for each call, instead of each step's.
    #if canImport(ObjectiveC)
    @objc(addDispatcher:aggregationRequired:)
    #endif
    public func addDispatcher(_ dispatcher: any ADDispatcher, aggregationRequired: Bool) {
        let entry = Entry(dispatcher: dispatcher, isAggregated: aggregationRequired)
        entries.withLock { $0.append(entry) }
    }

    /// Takes a dispatcher out.
    #if canImport(ObjectiveC)
    @objc(removeDispatcher:)
    #endif
    public func removeDispatcher(_ dispatcher: any ADDispatcher) {
        let identity = ObjectIdentifier(dispatcher)
        entries.withLock { $0.removeAll { ObjectIdentifier($0.dispatcher) == identity } }
    }

    /// Takes all dispatchers out.
    #if canImport(ObjectiveC)
    @objc(removeAllDispatchers)
    #endif
    public func removeAllDispatchers() { entries.withLock { $0 = [] } }

    /// Whether anybody listens.
    var isHeard: Bool { entries.withLock { !$0.isEmpty } }

    /// Tells of a call: its steps to some, one event with what matters of all of them to others.
    func dispatch(_ events: [ADTelemetryEvent]) {
        let keepsPii = piiEnabled
        let entries = entries.withLock { $0 }
        guard !entries.isEmpty else { return }
        let texts = events.map { $0.texts(keepsPii: keepsPii) }
        let summary = texts.reduce(into: [String: String]()) { summary, text in
            summary.merge(text) { first, _ in first }
        }
        for entry in entries {
            if entry.isAggregated {
                entry.dispatcher.dispatchEvent(summary)
            } else {
                for text in texts { entry.dispatcher.dispatchEvent(text) }
            }
        }
    }
}
