public import Foundation
import KeyfobBrokerClient

/// A sign-in page begins to load; `userInfo` has its address under `url`.
public let ADWebAuthDidStartLoadNotification = "ADWebAuthDidStartLoadNotification"
/// A sign-in page has loaded.
public let ADWebAuthDidFinishLoadNotification = "ADWebAuthDidFinishLoadNotification"
/// A sign-in page did not load, or was closed; `userInfo` has the error under `error`.
public let ADWebAuthDidFailNotification = "ADWebAuthDidFailNotification"
/// A sign-in has ended.
public let ADWebAuthDidCompleteNotification = "ADWebAuthDidCompleteNotification"
/// A broker app is about to be opened.
public let ADWebAuthWillSwitchToBrokerApp = "ADWebAuthWillSwitchToBrokerApp"
/// The broker has responded; `userInfo` has the response under `response`. The spelling is ADAL's.
public let ADWebAuthDidReceieveResponseFromBroker = "ADWebAuthDidReceieveResponseFromBroker"

extension NSNotification.Name {
    /// A sign-in page begins to load; `userInfo` has its address under `url`.
    public static let ADWebAuthDidStartLoad = NSNotification.Name(ADWebAuthDidStartLoadNotification)
    /// A sign-in page has loaded.
    public static let ADWebAuthDidFinishLoad = NSNotification.Name(ADWebAuthDidFinishLoadNotification)
    /// A sign-in page did not load, or was closed; `userInfo` has the error under `error`.
    public static let ADWebAuthDidFail = NSNotification.Name(ADWebAuthDidFailNotification)
    /// A sign-in has ended.
    public static let ADWebAuthDidComplete = NSNotification.Name(ADWebAuthDidCompleteNotification)
}

/// Posts ADAL's notification before a broker app is opened.
struct NotifyingOpener: URLOpener {
    let base: any URLOpener

    func canOpen(_ url: String) async -> Bool { await base.canOpen(url) }

    func open(_ url: String, universalLinksOnly: Bool) async -> Bool {
        NotificationCenter.default.post(name: NSNotification.Name(ADWebAuthWillSwitchToBrokerApp), object: nil)
        return await base.open(url, universalLinksOnly: universalLinksOnly)
    }
}
