package import KeyfobCore

/// The requests of the device's owner, over a socket of its own.
package enum AdminRequest: Sendable, Hashable {
    /// Installs the bundle in a folder, or a new version of it; `isManaged` if the device's management installs it.
    case install(path: String, isManaged: Bool)
    /// Removes an app and its data; its keychain items stay, as on iOS.
    case uninstall(bundleID: String)
    /// The installed apps; the response is ``DeviceResponse/apps(_:)``.
    case apps
    /// The user taps an app's icon: it is launched if it does not run, and comes to the front.
    case activate(bundleID: String)
    /// Launches an app in the background, as the system does for a fetch or a single sign-on request.
    case launchInBackground(bundleID: String)
    /// Ends an app's process at once, as the system does when memory is short: without a warning.
    case kill(bundleID: String)
    /// The user follows a link; the response is ``DeviceResponse/flag(_:)``.
    case open(url: String)
    /// The user goes to the home screen.
    case home
    /// Sends a value to an app; the response is ``DeviceResponse/value(_:)``: the app's response.
    case input(bundleID: String, JSONValue)
    /// The events after the entry of this number; the response is ``DeviceResponse/trace(_:)``. If there are none, and it
    /// `waits`, the response comes with the next entry.
    case trace(after: Int64, waits: Bool = false)
    /// Locks the device.
    case lock
    /// Unlocks it.
    case unlock
    /// Ends every app, and restarts the device, locked.
    case restart
    /// Every item of the keychain, as only the operating system sees it; the response is ``DeviceResponse/items(_:)``.
    case keychainItems
    /// The offset of the device's clock from the machine's; the response is ``DeviceResponse/value(_:)``: seconds.
    case clock
    /// Moves the device's clock by so many seconds; the response is as for ``clock``, with the new offset.
    case advanceClock(seconds: Int64)
    /// Sets the offset of the device's clock from the machine's, in seconds; the response is as for ``clock``.
    case setClock(offset: Int64)
    /// Ends the switchboard and every app.
    case shutDown
}
