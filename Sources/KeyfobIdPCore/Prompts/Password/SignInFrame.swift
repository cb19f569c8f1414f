import KeyfobCore

/// What the two pages of the sign-in have in common: the app, the notice, and the form's other buttons.
struct SignInFrame {
    let flow: String
    let client: ClientHeading
    let notice: PageNotice?
    let formTarget: String?
    /// Whether the page offers to reset a forgotten password (B2C).
    var offersReset = false
    /// The address that requests certificates; nil offers none.
    var certificateOrigin: String?

    /// A page with its fields and its own buttons.
    func page(title: String, main: String, fields: HTML, buttons: HTML? = nil, script: HTML? = nil) -> Page {
        let content: HTML = """
            \(client.html)
            \(notice?.html)
            <form method="post" action="/common/login" name="login">
            <input type="hidden" name="flow" value="\(exactly: flow)">
            \(fields)
            <div class="actions">
            <button type="submit" name="action" value="sign-in">\(main)</button>
            \(certificate)\(reset)\(buttons)\(Self.button("cancel", "Cancel"))</div>
            </form>
            """
        // The form's response may redirect to that address, or out of a broker's web view into the system's browser.
        let further = certificateOrigin.map { [$0, "browser:"] } ?? []
        var page = Page(id: .signIn, title: title, content: content, formTarget: formTarget, furtherTargets: further)
        page.script = script
        return page
    }

    /// A further button of the form, for which no field has to be filled.
    static func button(_ action: String, _ text: String) -> HTML {
        """
        <button class="plain" type="submit" name="action" value="\(action)" formnovalidate>\(text)</button>

        """
    }

    private var certificate: HTML? {
        certificateOrigin.map { _ in Self.button("certificate", "Use a certificate") }
    }

    private var reset: HTML? { offersReset ? Self.button("forgot", "Forgot your password?") : nil }
}
