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
