import KeyfobCore

/// The page that requests name and password.
struct SignInPage {
    let flow: String
    let client: String
    let name: String
    let notice: PageNotice?
    let formTarget: String?
    /// Whether the page offers to reset a forgotten password (B2C).
    var offersReset = false
    /// The address that requests certificates; nil offers none.
    var certificateOrigin: String?

    var page: Page {
        let reset: HTML? =
            offersReset
            ? """
            <button class="plain" type="submit" name="action" value="forgot" formnovalidate>\
            Forgot your password?</button>

            """ : nil
        let certificate: HTML? =
            certificateOrigin != nil
            ? """
            <button class="plain" type="submit" name="action" value="certificate" formnovalidate>\
            Use a certificate</button>

            """ : nil
        let fault = notice.map { _ in PageNotice.fieldAttributes }
        let content: HTML = """
            <p>to continue to <strong>\(client)</strong></p>
            \(notice?.html)
            <form method="post" action="/common/login" name="login">
            <input type="hidden" name="flow" value="\(exactly: flow)">
            <label for="login">User name</label>
            <input type="text" id="login" name="login" value="\(exactly: name)" autocomplete="username" autocapitalize="none" \
            spellcheck="false" required>
            <label for="passwd">Password</label>
            <input type="password" id="passwd" name="passwd" autocomplete="current-password"\(fault) \
            required>
            <div class="actions">
            <button type="submit" name="action" value="sign-in">Sign in</button>
            \(certificate)\(reset)<button class="plain" type="submit" name="action" value="cancel" formnovalidate>Cancel</button>
            </div>
            </form>
            """
        // The form's response may redirect to that address, or out of a broker's web view into the system's browser.
        let further = certificateOrigin.map { [$0, "browser:"] } ?? []
        return Page(
            id: .signIn, title: "Sign in", content: content, formTarget: formTarget, furtherTargets: further)
    }
}
