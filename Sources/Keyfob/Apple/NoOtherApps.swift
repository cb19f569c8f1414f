#if os(macOS)
import KeyfobClient

/// macOS has no broker that URLs reach.
struct NoOtherApps: URLOpener {
    func canOpen(_ url: String) async -> Bool { false }

    func open(_ url: String, universalLinksOnly: Bool) async -> Bool { false }
}
#endif
