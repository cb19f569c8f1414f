#if Server
import KeyfobCore
import KeyfobDeviceClient
import KeyfobOAuth
import KeyfobUserAgents

/// Shows an address in the device's browser: the app that owns `https` there.
struct DeviceBrowserLauncher: BrowserLauncher {
    let device: DeviceConnection

    func open(_ url: HTTPURL) async throws(AuthError) {
        guard await DeviceURLOpener(device).open(url.description, universalLinksOnly: false) else {
            throw AuthError(
                .userAgentUnavailable, origin: .userAgent, message: "The device has no browser.",
                remedy: "Install one.")
        }
    }
}
#endif
