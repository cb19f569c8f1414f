import Foundation
import KeyfobCore
import KeyfobOAuth

/// A browser session driven over W3C WebDriver's HTTP.
struct WebDriver: Sendable {
    /// The driver's refusal, in its words.
    struct Refused: Error, CustomStringConvertible {
        let description: String
        /// Whether the element was removed with its page.
        var isStale = false
    }

    private static let elementKey = "element-6066-11e4-a52e-4f735466cecf"

    let transport: any HTTPTransport
    /// The session's own address, without a trailing slash.
    let session: HTTPURL

    /// Opens a session at a running driver.
    static func open(
        driver: HTTPURL, transport: any HTTPTransport, capabilities: JSONValue
    ) async throws -> WebDriver {
        let body: JSONValue = ["capabilities": ["alwaysMatch": capabilities]]
        let answer = try await send(.post, driver.with(path: "/session"), body, transport)
        guard let id = answer["sessionId"]?.stringValue else {
            throw Refused(description: "The driver opened no session.")
        }
        return WebDriver(transport: transport, session: driver.with(path: "/session/\(id)"))
    }

    /// Ends the session and the browser.
    func close() async { _ = try? await call(.delete, "", nil) }

    /// Goes to a page.
    func go(to url: String) async throws { try await call(.post, "/url", ["url": .string(url)]) }

    /// The address that the browser shows.
    func address() async throws -> String { try await call(.get, "/url", nil).stringValue ?? "" }

    /// The page's `data-page`, the kind of the provider's page; nil on a page of another origin.
    func page() async throws -> String? {
        // One request, not two: between finding the body and reading it, another page may have come.
        try await call(
            .post, "/execute/sync",
            ["script": "return document.body ? document.body.getAttribute('data-page') : null", "args": []]
        ).stringValue
    }

    /// Returns the value of a script that runs in the page.
    func find(byScript script: String) async throws -> JSONValue {
        try await call(.post, "/execute/sync", ["script": .string(script), "args": []])
    }

    /// Switches to the document of the page's first frame for the following requests.
    func enterFrame() async throws {
        let element = try await find("iframe")
        try await call(.post, "/frame", ["id": [Self.elementKey: .string(element)]])
    }

    /// Switches back to the page itself.
    func leaveFrame() async throws { try await call(.post, "/frame", ["id": .null]) }

    /// Types into a field, replacing its content.
    func type(_ text: String, into selector: String) async throws {
        try await withElement(selector) { element in
            try await call(.post, "/element/\(element)/clear", [:])
            try await call(.post, "/element/\(element)/value", ["text": .string(text)])
        }
    }

    /// Clicks the first match of a CSS selector, a button that sends its form, and returns when its page is gone.
    ///
    /// The click itself may return before the response has come: the next request would then go to the old page.
    func click(_ selector: String) async throws {
        let clicked = try await withElement(selector) { element in
            try await call(.post, "/element/\(element)/click", [:])
            return element
        }
        for _ in 0..<1000 {
            do {
                try await call(.get, "/element/\(clicked)/name", nil)
            } catch is Refused {
                return
            }
        }
        throw Refused(description: "The page did not go away after a click on \(selector).")
    }

    /// Whether the page has a match of a CSS selector.
    func has(_ selector: String) async throws -> Bool {
        let found = try await call(.post, "/elements", ["using": "css selector", "value": .string(selector)])
        return found.arrayValue?.isEmpty == false
    }

    /// The visible text of an element.
    func text(of selector: String = "body") async throws -> String {
        try await withElement(selector) { try await call(.get, "/element/\($0)/text", nil).stringValue ?? "" }
    }

    /// Stores a picture of the page in `build/screenshots`.
    func keepScreenshot(_ name: String) async throws {
        let text = try await call(.get, "/screenshot", nil).stringValue ?? ""
        guard let picture = Data(base64Encoded: text) else { throw Refused(description: "No screenshot came.") }
        let file = URL(fileURLWithPath: "\(Witness.root)/build/screenshots/\(name).png")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try picture.write(to: file, options: .atomic)
    }

    /// Runs an action on an element; repeats it if the page was replaced in between.
    @discardableResult
    private func withElement<Value>(
        _ selector: String, _ body: (String) async throws -> Value
    ) async throws -> Value {
        for _ in 0..<3 {
            let element = try await find(selector)
            do {
                return try await body(element)
            } catch let refused as Refused where refused.isStale {
                continue
            }
        }
        return try await body(find(selector))
    }

    private func find(_ selector: String) async throws -> String {
        let answer = try await call(.post, "/element", ["using": "css selector", "value": .string(selector)])
        guard let element = answer[Self.elementKey]?.stringValue else {
            throw Refused(description: "The page has no \(selector).")
        }
        return element
    }

    /// Sends one of the session's commands.
    @discardableResult
    func call(_ method: HTTPMethod, _ path: String, _ body: JSONValue?) async throws -> JSONValue {
        try await Self.send(method, session.with(path: session.path + path), body, transport)
    }

    private static func send(
        _ method: HTTPMethod, _ url: HTTPURL, _ body: JSONValue?, _ transport: any HTTPTransport
    ) async throws -> JSONValue {
        let response = try await transport.send(
            HTTPRequest(
                method: method, url: url, fields: ["Content-Type": "application/json; charset=utf-8"],
                body: body?.bytes() ?? []))
        let value = try JSONValue(parsing: response.body)["value"] ?? .null
        guard response.isSuccess else {
            throw Refused(
                description: "\(url.path): \(value["message"]?.stringValue ?? "status \(response.status)")",
                isStale: value["error"]?.stringValue == "stale element reference")
        }
        return value
    }
}
