import KeyfobCore
import KeyfobOAuth

/// A window's size in CSS pixels.
struct WindowSize: Sendable {
    let width: Int64
    let height: Int64
}

extension WebDriver {
    /// Sends a command of the DevTools protocol.
    @discardableResult
    func devTools(_ command: String, _ parameters: JSONValue = [:]) async throws -> JSONValue {
        try await call(.post, "/goog/cdp/execute", ["cmd": .string(command), "params": parameters])
    }

    /// Shows the page in a window of a size.
    func resize(_ size: WindowSize) async throws {
        try await devTools(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .integer(size.width), "height": .integer(size.height), "deviceScaleFactor": 1,
                "mobile": .bool(false),
            ])
    }

    /// Sets the user's preference for `light` or `dark` pages.
    func prefer(colours: String) async throws {
        try await devTools(
            "Emulation.setEmulatedMedia",
            ["features": [["name": "prefers-color-scheme", "value": .string(colours)]]])
    }

    /// Allows pages scripts, or not; the driver's own scripts run in either case.
    func allowScripts(_ isAllowed: Bool) async throws {
        try await devTools("Emulation.setScriptExecutionDisabled", ["value": .bool(!isAllowed)])
    }

    /// Deletes all cookies.
    func deleteCookies() async throws { try await devTools("Network.clearBrowserCookies") }

    /// The console's messages since the last call.
    func consoleMessages() async throws -> [String] {
        let entries = try await call(.post, "/se/log", ["type": "browser"])
        return (entries.arrayValue ?? []).map { $0["message"]?.stringValue ?? "" }
    }

    /// Returns the value of a script that ends by calling its last argument.
    func await(script: String) async throws -> JSONValue {
        try await call(.post, "/execute/async", ["script": .string(script), "args": []])
    }

    /// Presses the Tab key several times.
    func pressTab(times: Int) async throws {
        let key: [JSONValue] = [
            ["type": "keyDown", "value": "\u{E004}"], ["type": "keyUp", "value": "\u{E004}"],
        ]
        let presses = (0..<times).flatMap { _ in key }
        try await call(
            .post, "/actions", ["actions": [["type": "key", "id": "keyboard", "actions": .array(presses)]]])
    }
}
