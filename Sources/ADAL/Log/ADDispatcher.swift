import Foundation

/// Hears of telemetry events. Nothing is sent anywhere by itself; called on any thread.
#if canImport(ObjectiveC)
@objc(ADDispatcher)
#endif
public protocol ADDispatcher: AnyObject {
    /// An event: texts by their keys.
    func dispatchEvent(_ event: [String: String])
}
