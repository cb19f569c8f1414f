#if os(iOS) && canImport(UIKit)
import Foundation
import KeyfobBrokerClient
import UIKit

/// The named pasteboards of iOS. Compiled against stubs, never run.
struct SystemPasteboard: BrokerPasteboard {
    func put(_ url: String, on name: String) async { await Self.set(url, name) }

    @MainActor
    private static func set(_ url: String, _ name: String) {
        guard let url = URL(string: url) else { return }
        UIPasteboard(name: UIPasteboard.Name(name), create: true)?.url = url
    }
}
#endif
