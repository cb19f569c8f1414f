import Foundation
import KeyfobClient

/// Tells, by ADAL's notification, that the app is about to be left for the broker.
struct NotifyingOpener: URLOpener {
    let base: any URLOpener

    func canOpen(_ url: String) async -> Bool { await base.canOpen(url) }

    func open(_ url: String, universalLinksOnly: Bool) async -> Bool {
        NotificationCenter.default.post(name: NSNotification.Name(ADWebAuthWillSwitchToBrokerApp), object: nil)
        return await base.open(url, universalLinksOnly: universalLinksOnly)
    }
}
