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
        AccountPickerPage(flow: shown.flow, client: shown.client, users: users, formTarget: shown.formTarget)
            .page.response(random: context.random)
    }
}

/// The page on which the user picks one of the signed-in accounts.
struct AccountPickerPage {
    let flow: String
    let client: String
    let users: [User]
    let formTarget: String?

    var page: Page {
        let buttons: [HTML] = users.map { user in
            """
            <button class="wide" type="submit" name="account" value="\(exactly: user.userPrincipalName)">\
            <strong>\(user.displayName)</strong><br>\(user.userPrincipalName)</button>

            """
        }
        let content: HTML = """
            <p>to continue to <strong>\(client)</strong></p>
            <form method="post" action="/common/account" name="account">
            <input type="hidden" name="flow" value="\(exactly: flow)">
            \(buttons)<button class="wide" type="submit" name="account" value="other">Use another account\
            </button>
            <div class="actions">
            <button class="plain" type="submit" name="action" value="cancel">Cancel</button>
            </div>
            </form>
            """
        return Page(id: .accountPicker, title: "Pick an account", content: content, formTarget: formTarget)
    }
}
