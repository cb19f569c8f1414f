#if os(macOS)
import KeyfobBrokerClient

/// macOS has no broker that can be opened by a URL.
struct NoOtherApps: URLOpener {
    func canOpen(_ url: String) async -> Bool { false }

    func open(_ url: String, universalLinksOnly: Bool) async -> Bool { false }
}
#endif
