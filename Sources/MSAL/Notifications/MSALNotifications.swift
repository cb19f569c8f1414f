public import Foundation
import KeyfobBrokerClient
import KeyfobFlows

/// Notifications about the pages of an embedded view, posted without an object. The names are those of the constants in
/// Objective-C. The addresses have no query.
extension NSNotification.Name {
    /// A page begins to load; `userInfo["url"]` is its address.
    public static let MSALWebAuthDidStartLoad = NSNotification.Name("MSALWebAuthDidStartLoadNotification")
    /// A page has loaded; `userInfo["url"]` is its address.
    public static let MSALWebAuthDidFinishLoad = NSNotification.Name("MSALWebAuthDidFinishLoadNotification")
    /// A page failed to load; `userInfo["url"]` is its address.
    public static let MSALWebAuthDidFail = NSNotification.Name("MSALWebAuthDidFailNotification")
    /// The sign-in's pages are done, with or without success.
    public static let MSALWebAuthDidComplete = NSNotification.Name("MSALWebAuthDidCompleteNotification")
}

/// The name of the notification that is posted before a broker app is opened.
public let MSALWebAuthWillSwitchToBrokerApp = "MSALWebAuthWillSwitchToBrokerApp"
/// The name of the notification that is posted when a broker app's response arrived.
public let MSALWebAuthDidReceiveResponseFromBroker = "MSALWebAuthDidReceiveResponseFromBroker"

/// Posts the notifications of the pages in an embedded view. The addresses have no query.
enum WebAuthNotifications {
    static func post(_ event: PageEvent) {
        switch event {
        case .didStartLoad(let address): post(.MSALWebAuthDidStartLoad, ["url": address])
        case .didFinishLoad(let address): post(.MSALWebAuthDidFinishLoad, ["url": address])
        case .didFail(let address): post(.MSALWebAuthDidFail, ["url": address])
        case .didComplete: post(.MSALWebAuthDidComplete, [:])
        }
    }

    private static func post(_ name: NSNotification.Name, _ info: [String: String]) {
        NotificationCenter.default.post(name: name, object: nil, userInfo: info)
    }
}

/// Posts MSAL's notification before a broker app is opened.
struct NotifyingURLOpener: ImmediateURLOpener {
    let base: any URLOpener

    func canOpen(_ url: String) async -> Bool { await base.canOpen(url) }

    func canOpenAtOnce(_ url: String) -> Bool { (base as? any ImmediateURLOpener)?.canOpenAtOnce(url) ?? false }

    func open(_ url: String, universalLinksOnly: Bool) async -> Bool {
        NotificationCenter.default.post(
            name: NSNotification.Name(MSALWebAuthWillSwitchToBrokerApp), object: nil)
        return await base.open(url, universalLinksOnly: universalLinksOnly)
    }
}
