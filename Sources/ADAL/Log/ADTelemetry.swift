public import Foundation
import Synchronization

/// Reports an app's own calls to it. ADAL itself sends them nowhere.
#if canImport(ObjectiveC)
@objc(ADTelemetry)
#endif
// What changes is in a mutex; a subclass is responsible for its own properties.
open class ADTelemetry: NSObject, @unchecked Sendable {
    /// An app's dispatcher. ADAL calls it on any thread; the app is responsible for its thread safety.
    private struct Entry: @unchecked Sendable {
        let dispatcher: any ADDispatcher
        let isAggregated: Bool
    }

    private static let instance = ADTelemetry()
    private let entries = Mutex<[Entry]>([])
    private let pii = Mutex(false)

    /// Makes telemetry that no call reports to; ``sharedInstance()`` is the instance that calls use.
    public override init() { super.init() }

    /// The one instance.
    #if canImport(ObjectiveC)
    @objc(sharedInstance)
    #endif
    open class func sharedInstance() -> ADTelemetry { instance }

    /// Whether events may contain personal data; false unless set.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var piiEnabled: Bool {
        get { pii.withLock { $0 } }
        set { pii.withLock { $0 = newValue } }
    }

    /// Adds a dispatcher, which is retained.
    ///
    /// - Parameters:
    ///   - dispatcher: receives the events.
    ///   - aggregationRequired: whether it receives one event for each call, instead of one for each step.
    #if canImport(ObjectiveC)
    @objc(addDispatcher:aggregationRequired:)
    #endif
    open func add(_ dispatcher: any ADDispatcher, aggregationRequired: Bool) {
        let entry = Entry(dispatcher: dispatcher, isAggregated: aggregationRequired)
        entries.withLock { $0.append(entry) }
    }

    /// Removes a dispatcher.
    #if canImport(ObjectiveC)
    @objc(removeDispatcher:)
    #endif
    open func remove(_ dispatcher: any ADDispatcher) {
        let identity = ObjectIdentifier(dispatcher)
        entries.withLock { $0.removeAll { ObjectIdentifier($0.dispatcher) == identity } }
    }

    /// Removes all dispatchers.
    #if canImport(ObjectiveC)
    @objc(removeAllDispatchers)
    #endif
    open func removeAllDispatchers() { entries.withLock { $0 = [] } }

    /// Whether there are dispatchers.
    var hasDispatchers: Bool { entries.withLock { !$0.isEmpty } }

    /// Dispatches a call: as its steps, or as one event that merges them.
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

/// Receives telemetry events, on any thread. ADAL itself sends them nowhere.
#if canImport(ObjectiveC)
@objc(ADDispatcher)
#endif
public protocol ADDispatcher: NSObjectProtocol {
    /// Receives an event: texts by their keys.
    func dispatchEvent(_ event: [String: String])
}
