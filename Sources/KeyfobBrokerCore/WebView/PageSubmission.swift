public import KeyfobCore

/// The user's action on a page: a form that was sent, or a link that was followed.
public struct PageSubmission: Sendable {
    /// The URL that it goes to, as written in the page: absolute, or relative to the page's URL.
    public var action: String
    /// Whether it is sent as `POST`; otherwise its fields become the URL's query.
    public var isPost: Bool
    /// The fields in order; a name may occur several times, as for checkboxes.
    public var fields: [(name: String, value: String)]

    /// Makes a submission.
    public init(action: String, isPost: Bool, fields: [(name: String, value: String)]) {
        self.action = action
        self.isPost = isPost
        self.fields = fields
    }

    /// The first value of a name.
    public subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// The fields as browsers encode a form.
    public var encoded: Secret<String> {
        Secret(
            fields.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
                .joined(separator: "&"))
    }
}

extension PageSubmission: CustomStringConvertible, CustomReflectable {
    /// The names only: a value may be a password.
    public var description: String { "[\(fields.map(\.name).joined(separator: ", "))]" }
    /// A mirror without children, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
