public import Foundation

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
