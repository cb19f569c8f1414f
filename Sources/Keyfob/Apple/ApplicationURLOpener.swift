#if os(iOS) && canImport(UIKit)
import Foundation
import KeyfobBrokerClient
import UIKit

/// Opens URLs of other apps on iOS.
struct ApplicationURLOpener: ImmediateURLOpener {
    func canOpen(_ url: String) async -> Bool { await Self.ask(url) }

    func canOpenAtOnce(_ url: String) -> Bool {
        guard Thread.isMainThread else { return false }
        return MainActor.assumeIsolated { Self.ask(url) }
    }

    func open(_ url: String, universalLinksOnly: Bool) async -> Bool {
        await SharedApplication.open(url, universalLinksOnly: universalLinksOnly)
    }

    @MainActor
    private static func ask(_ url: String) -> Bool {
        URL(string: url).flatMap { SharedApplication.current?.canOpenURL($0) } ?? false
    }
}
#endif
