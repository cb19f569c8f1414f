import KeyfobCore

/// The first page of the sign-in, which requests the name.
///
/// The next one comes for every name, so that neither reveals which users exist.
struct NamePage {
    let frame: SignInFrame

    var page: Page {
        let fault = frame.notice.map { _ in PageNotice.fieldAttributes }
        return frame.page(
            title: "Sign in", main: "Next",
            fields: """
                <label for="login">User name</label>
                <input type="text" id="login" name="login" value="" autocomplete="username" autocapitalize="none" \
                spellcheck="false"\(fault) autofocus required>
                """)
    }
}
