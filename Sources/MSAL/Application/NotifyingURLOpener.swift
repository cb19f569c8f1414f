import Foundation
import KeyfobBrokerClient

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
