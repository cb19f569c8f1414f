import Foundation
import KeyfobBrokerClient

/// Posts ADAL's notification before a broker app is opened.
struct NotifyingOpener: URLOpener {
    let base: any URLOpener

    func canOpen(_ url: String) async -> Bool { await base.canOpen(url) }

    func open(_ url: String, universalLinksOnly: Bool) async -> Bool {
        NotificationCenter.default.post(name: NSNotification.Name(ADWebAuthWillSwitchToBrokerApp), object: nil)
        return await base.open(url, universalLinksOnly: universalLinksOnly)
    }
}
