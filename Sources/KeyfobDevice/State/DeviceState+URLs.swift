#if os(Linux)
import KeyfobDeviceProtocol

/// `canOpenURL` and `open`.
extension DeviceState {
    mutating func canOpen(_ url: String, by app: InstalledApp) throws(DeviceError) -> Bool {
        let target = try target(url)
        let answer = URLRules.query(target, by: app, among: registry.apps)
        trace.add(.canOpenURL, app: app.bundleID, subject: target.summary, outcome: answer.rawValue)
        return answer == .yes
    }

    /// Opens a URL for an app, or for the user if there is none.
    mutating func open(
        _ url: String, by app: InstalledApp?, universalLinksOnly: Bool = false
    ) throws(DeviceError) -> Bool {
        let target = try target(url)
        if let app, foreground != app.bundleID {
            trace.add(.openURL, app: app.bundleID, subject: target.summary, outcome: "not_in_foreground")
            throw DeviceError(
                .notInForeground, "\(app.bundleID) is not in front, and so may open no URL.",
                remedy: "Open it while the app is in front.")
        }
        let found = URLRules.receiver(
            of: target, among: registry.apps, opener: app?.bundleID, universalLinksOnly: universalLinksOnly)
        guard let found else {
            trace.add(.openURL, app: app?.bundleID, subject: target.summary, outcome: "no_receiver")
            return false
        }
        let opened = OpenedURL(
            url: url, sourceApplication: URLRules.source(app, for: found.app, os: options.os),
            assurance: options.assurance, isUniversalLink: found.isUniversalLink)
        try check(DeviceEvent.openURL(opened).packet())
        trace.add(.openURL, app: app?.bundleID, other: found.app.bundleID, subject: target.summary)
        try present(found.app, opened: opened)
        return true
    }

    private func target(_ url: String) throws(DeviceError) -> URLTarget {
        guard let target = URLTarget(url) else {
            throw DeviceError(
                .refused,
                "This is no URL with a scheme, or it has spaces or control characters, or is longer than "
                    + "\(URLTarget.longest) bytes.",
                remedy: "Write scheme://host, all else percent-encoded.")
        }
        return target
    }
}
#endif
