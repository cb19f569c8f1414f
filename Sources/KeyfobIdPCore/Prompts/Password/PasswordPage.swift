import KeyfobCore

/// The second page of the sign-in, which requests the password of a name.
struct PasswordPage {
    let frame: SignInFrame
    let name: String

    var page: Page {
        let fault = frame.notice.map { _ in PageNotice.fieldAttributes }
        // Password managers read the name from a field, even if it is hidden.
        return frame.page(
            title: "Enter password", main: "Sign in",
            fields: """
                \(AccountLine(name: name, account: name).html)
                <div hidden><label for="login">User name</label>
                <input type="text" id="login" name="login" value="\(exactly: name)" autocomplete="username" readonly></div>
                <label for="passwd">Password</label>
                <div class="field">
                <input type="password" id="passwd" name="passwd" autocomplete="current-password"\(fault) autofocus \
                required>
                <button class="plain" type="button" id="show-passwd" aria-label="Show password" aria-pressed="false" \
                hidden>Show</button>
                </div>
                <div class="choice"><input type="checkbox" id="kmsi-choice" name="kmsi" value="1">
                <label for="kmsi-choice">Keep me signed in</label></div>
                """, buttons: SignInFrame.button("other", "Use another account"), script: Self.script)
    }

    /// Shows the password on demand, and hides it before it is sent, so that no browser stores it as text.
    private static let script: HTML = """
        const field=document.getElementById('passwd'),button=document.getElementById('show-passwd');\
        const show=on=>{field.type=on?'text':'password';button.setAttribute('aria-pressed',on)};\
        button.hidden=false;button.onclick=()=>show(field.type==='password');field.form.onsubmit=()=>show(false)
        """
}
