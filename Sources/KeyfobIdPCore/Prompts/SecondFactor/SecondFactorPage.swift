import KeyfobCore
import KeyfobIdPModel

/// The page that requests the second factor.
struct SecondFactorPage {
    let flow: String
    let client: ClientHeading
    let user: User
    let offer: FactorOffer
    /// Whether a code was texted and is still valid.
    let isTexted: Bool
    let notice: PageNotice?
    let formTarget: String?

    var page: Page {
        let fault = notice.map { _ in PageNotice.fieldAttributes }
        let phone = offer.phoneNumber.map(FactorText.masked)
        let text: HTML =
            isTexted
            ? "<p>A code was texted to <strong>\(phone ?? "")</strong>.</p>"
            : "<p>Enter the code that your authenticator app shows.</p>"
        let texting: HTML? = phone.map { phone in
            """
            <button class="plain" type="submit" name="action" value="text" formnovalidate>\
            \(isTexted ? "Text another code" : "Text a code to \(phone)")</button>

            """
        }
        let content: HTML = """
            \(client.html)
            \(AccountLine(name: user.displayName, account: user.userPrincipalName).html)
            \(text)
            \(notice?.html)
            <form method="post" action="/common/second-factor" name="second-factor">
            <input type="hidden" name="flow" value="\(exactly: flow)">
            <label for="otc">Code</label>
            <input type="text" id="otc" name="otc" inputmode="numeric" autocomplete="one-time-code" \
            maxlength="16" class="code"\(fault) autofocus required>
            <div class="actions">
            <button type="submit" name="action" value="verify">Verify</button>
            \(texting)<button class="plain" type="submit" name="action" value="cancel" formnovalidate>Cancel</button>
            </div>
            </form>
            """
        return Page(id: .secondFactor, title: "Confirm that it is you", content: content, formTarget: formTarget)
    }
}
