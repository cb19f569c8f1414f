import KeyfobCore

/// The page on which a user replaces a password that is to be used only once.
struct PasswordChangePage {
    let flow: String
    let client: ClientHeading
    let name: String
    let notice: PageNotice?
    let formTarget: String?

    var page: Page {
        let fault = notice.map { _ in PageNotice.fieldAttributes }
        let content: HTML = """
            \(client.html)
            \(notice?.html)
            \(AccountLine(name: name, account: name).html)
            <p>Your administrator has set this password for one sign-in. Choose one that only you know: 8 to 256 characters, of \
            three of the kinds small letters, capitals, digits and signs.</p>
            <form method="post" action="/common/password" name="password">
            <input type="hidden" name="flow" value="\(exactly: flow)">
            <div hidden><label for="login">User name</label>
            <input type="text" id="login" name="login" value="\(exactly: name)" autocomplete="username" readonly></div>
            <label for="passwd">Current password</label>
            <input type="password" id="passwd" name="passwd" autocomplete="current-password"\(fault) autofocus required>
            <label for="newpasswd">New password</label>
            <input type="password" id="newpasswd" name="newpasswd" autocomplete="new-password" maxlength="256" required>
            <label for="confirmpasswd">New password again</label>
            <input type="password" id="confirmpasswd" name="confirmpasswd" autocomplete="new-password" maxlength="256" \
            required>
            <div class="actions">
            <button type="submit" name="action" value="change">Change password and sign in</button>
            \(SignInFrame.button("cancel", "Cancel"))</div>
            </form>
            """
        return Page(id: .passwordChange, title: "Choose a new password", content: content, formTarget: formTarget)
    }
}
