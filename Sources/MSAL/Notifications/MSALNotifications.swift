public import Foundation

/// Posted, its object being the user agent, around what a sign-in shows. The names are those of the constants in
/// Objective-C.
extension NSNotification.Name {
    /// A page begins to load; `userInfo["url"]` is its address.
    public static let MSALWebAuthDidStartLoad = NSNotification.Name("MSALWebAuthDidStartLoadNotification")
    /// A page has loaded; `userInfo["url"]` is its address.
    public static let MSALWebAuthDidFinishLoad = NSNotification.Name("MSALWebAuthDidFinishLoadNotification")
    /// The sign-in failed at the page; `userInfo["error"]` is the reason.
    public static let MSALWebAuthDidFail = NSNotification.Name("MSALWebAuthDidFailNotification")
    /// The page redirected to the app; `userInfo["url"]` is the redirect URI, without the code.
    public static let MSALWebAuthDidComplete = NSNotification.Name("MSALWebAuthDidCompleteNotification")
}

/// The name of the notification that is posted before a broker app is opened.
public let MSALWebAuthWillSwitchToBrokerApp = "MSALWebAuthWillSwitchToBrokerApp"
/// The name of the notification that is posted when a broker app's response arrived.
public let MSALWebAuthDidReceiveResponseFromBroker = "MSALWebAuthDidReceiveResponseFromBroker"
