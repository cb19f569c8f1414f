import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// Lets the user pick one of the signed-in accounts.
struct AccountPickerPrompt: SignInPrompt {
    let users: [User]

    func entry(_ attempt: SignInAttempt, _ context: RequestContext) -> SignInLogEntry? {
        SignInLog.entry(.accountPicker, attempt, context)
    }

    func response(_ shown: ShownPrompt, _ context: RequestContext) -> HTTPResponse {
        let page = AccountPickerPage(
            flow: shown.flow, client: shown.heading(context), users: users, formTarget: shown.formTarget
        ).page
        return shown.response(page, context)
    }
}

/// The page on which the user picks one of the signed-in accounts.
struct AccountPickerPage {
    let flow: String
    let client: ClientHeading
    let users: [User]
    let formTarget: String?

    var page: Page {
        let buttons: [HTML] = users.map { user in
            """
            <button class="wide" type="submit" name="account" value="\(exactly: user.userPrincipalName)">\
            <span class="tile round" aria-hidden="true">\(Initials.of(user.displayName, most: 2))</span>\
            <span><strong>\(user.displayName)</strong><br>\(user.userPrincipalName)</span></button>

            """
        }
        let content: HTML = """
            \(client.html)
            <form method="post" action="/common/account" name="account">
            <input type="hidden" name="flow" value="\(exactly: flow)">
            \(buttons)<button class="wide" type="submit" name="account" value="other">\
            <span class="tile round" aria-hidden="true">+</span><span>Use another account</span></button>
            <div class="actions">
            <button class="plain" type="submit" name="action" value="cancel">Cancel</button>
            </div>
            </form>
            """
        return Page(id: .accountPicker, title: "Pick an account", content: content, formTarget: formTarget)
    }
}
