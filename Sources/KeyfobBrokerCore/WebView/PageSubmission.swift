package import KeyfobCore

/// The user's action on a page: a form that was sent, or a link that was followed.
package struct PageSubmission: Sendable {
    /// The URL that it goes to, as written in the page: absolute, or relative to the page's URL.
    package var action: String
    /// Whether it is sent as `POST`; otherwise its fields become the URL's query.
    package var isPost: Bool
    /// The fields in order; a name may occur several times, as for checkboxes.
    package var fields: [(name: String, value: String)]

    /// Makes a submission.
    package init(action: String, isPost: Bool, fields: [(name: String, value: String)]) {
        self.action = action
        self.isPost = isPost
        self.fields = fields
    }

    /// The first value of a name.
    package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// The fields as browsers encode a form.
    package var encoded: Secret<String> {
        Secret(
            fields.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
                .joined(separator: "&"))
    }
}

extension PageSubmission: CustomStringConvertible, CustomReflectable {
    /// The names only: a value may be a password.
    package var description: String { "[\(fields.map(\.name).joined(separator: ", "))]" }
    /// A mirror without children, so that `dump` shows nothing.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
