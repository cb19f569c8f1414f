#if Server && LinuxTransport
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobUserAgents

/// The browser for certificates that the broker does not have: the device's own, an app that owns the scheme `https`,
/// or else the command that shows pages. It returns by a URL that the device opens with the broker.
struct DeviceBrowser: BrowserLauncher {
    let device: DeviceConnection
    let command: SystemBrowser

    func open(_ url: HTTPURL) async throws(AuthError) {
        // Only an app in front may open another; the broker is not in front during a call of the single sign-on
        // extension.
        guard !(await isOpened(url)) else { return }
        try await command.open(url)
    }

    func finish(_ url: HTTPURL) async { await command.finish(url) }

    private func isOpened(_ url: HTTPURL) async -> Bool {
        do throws(DeviceError) { return try await device.open(url.description) } catch { return false }
    }
}
#endif
