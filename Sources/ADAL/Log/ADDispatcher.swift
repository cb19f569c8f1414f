import Foundation

/// Receives telemetry events, on any thread. ADAL itself sends them nowhere.
#if canImport(ObjectiveC)
@objc(ADDispatcher)
#endif
public protocol ADDispatcher: AnyObject {
    /// Receives an event: texts by their keys.
    func dispatchEvent(_ event: [String: String])
}
