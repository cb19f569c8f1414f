import KeyfobCore

/// The page that sends a response to an app by POST: it submits itself, and has a button for browsers without scripts.
struct FormPostPage {
    /// The address to which the form is sent.
    let target: String
    /// The names and values of its fields.
    let fields: [(name: String, value: String)]
    /// Whether the user is signed in, rather than refused.
    let isSignedIn: Bool

    var page: Page {
        let inputs: [HTML] = fields.map { field in
            "<input type=\"hidden\" name=\"\(exactly: field.name)\" value=\"\(exactly: field.value)\">\n"
        }
        let text: HTML =
            isSignedIn ? "<p>You are signed in. Continue to the app.</p>" : "<p>Continue to the app.</p>"
        let content: HTML = """
            \(text)
            <form method="post" action="\(exactly: target)">
            \(inputs)<div class="actions"><button type="submit">Continue</button></div>
            </form>
            """
        var page = Page(id: .formPost, title: "Continue", content: content, formTarget: target)
        page.script = "document.forms[0].submit()"
        return page
    }
}
