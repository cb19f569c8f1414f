import KeyfobCore

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
    /// Method, URL and size; never the query, the fields or the body, which contain codes and tokens.
    public var description: String { "\(method) \(url.origin)\(url.path) (\(body.count) bytes)" }
    /// A mirror without children, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
    /// Status and size; never the fields or the body.
    public var description: String { "HTTP \(status) (\(body.count) bytes)" }
    /// A mirror without children, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
