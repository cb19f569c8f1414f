/// The functions that a rewritten file needs at its end: ADAL's calls, over MSAL's.
struct HelperCode {
    /// One of the functions.
    enum Part: Int, CaseIterable, Comparable {
        case creation, grouped, account, silent, interactive, automatic, scopes, silentScopes, query, controller,
            removal,
            removals
        case wiping

        static func < (a: Part, b: Part) -> Bool { a.rawValue < b.rawValue }

        /// The functions that this one calls.
        var needs: [Part] {
            switch self {
            case .silent, .removal: [.account]
            case .interactive: [.controller, .query]
            case .automatic: [.silent, .interactive]
            case .scopes: [.controller]
            case .wiping: [.account, .controller]
            case .creation, .grouped, .account, .silentScopes, .query, .controller, .removals: []
            }
        }
    }

    private(set) var parts: Set<Part> = []
    /// Whether the app draws with AppKit.
    var isMac = false

    mutating func add(_ part: Part) {
        guard parts.insert(part).inserted else { return }
        for other in part.needs { add(other) }
    }

    /// The extension, or nothing.
    var text: String {
        guard !parts.isEmpty else { return "" }
        let functions = parts.sorted().map { text(of: $0) }.joined(separator: "\n\n")
        return
            "\n// The older library's calls, over MSAL's.\nextension MSALPublicClientApplication {\n\(functions)\n}\n"
    }

    private var controller: String { isMac ? "NSViewController" : "UIViewController" }

    private func text(of part: Part) -> String {
        Self.code(of: part, controller: controller, search: isMac ? Self.searchOnMac : Self.search)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    }

    private static let search = """
        let windows = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }.flatMap { $0.windows }
        var controller = windows.first { $0.isKeyWindow }?.rootViewController
        while let next = controller?.presentedViewController { controller = next }
        return controller
        """
    private static let searchOnMac = "NSApplication.shared.keyWindow?.contentViewController"

    private static func code(of part: Part, controller: String, search: String) -> String {
        switch part {
        case .creation: creation
        case .grouped: grouped
        case .account: account
        case .silent: silent
        case .interactive: interactive(controller)
        case .automatic: automatic(controller)
        case .scopes: scopes(controller)
        case .silentScopes: silentScopes
        case .query: query
        case .controller:
            """
            /// The controller over which ADAL showed its page: the one on top.
            fileprivate static func topController() -> \(controller)? {
            \(search.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
            }
            """
        case .removal: removal
        case .removals: removals
        case .wiping: wiping
        }
    }
}
