import KeyfobCore
import KeyfobIdPModel

/// The page on which a user registers a second factor: an authenticator app, or a phone.
struct RegisterFactorPage {
    let flow: String
    let user: User
    let tenant: String
    let offer: FactorOffer
    let key: [UInt8]
    /// The number to which a code was texted.
    let textedTo: String?
    let notice: PageNotice?
    let formTarget: String?

    var page: Page {
        let fault = notice.map { _ in PageNotice.fieldAttributes }
        let app: HTML? =
            offer.hasAuthenticator
            ? """
            <p>Add this key to an authenticator app, and enter the code that it shows.</p>
            <dl><dt>Key</dt><dd id="factor-key">\(Base32.encode(key))</dd>
            <dt>Address</dt><dd id="factor-address">\
            \(OneTimeCode.address(key: key, user: user.userPrincipalName, issuer: tenant))</dd></dl>

            """ : nil
        let phone: HTML? =
            offer.phoneNumber != nil
            ? """
            <label for="phone">\(offer.hasAuthenticator ? "Or a phone" : "A phone") to which codes are texted</label>
            <input type="tel" id="phone" name="phone" value="\(exactly: textedTo ?? "")" autocomplete="tel" maxlength="32">
            <div class="actions">
            <button class="plain" type="submit" name="action" value="text" formnovalidate>Text a code</button>
            </div>

            """ : nil
        let content: HTML = """
            <p>Your organization requires \(user.userPrincipalName) to register a second factor.</p>
            \(notice?.html)
            <form method="post" action="/common/register-factor" name="register-factor">
            <input type="hidden" name="flow" value="\(exactly: flow)">
            \(app)\(phone)<label for="otc">Code</label>
            <input type="text" id="otc" name="otc" inputmode="numeric" autocomplete="one-time-code" \
            maxlength="16"\(fault) required>
            <div class="actions">
            <button type="submit" name="action" value="verify">Continue</button>
            <button class="plain" type="submit" name="action" value="cancel" formnovalidate>Cancel</button>
            </div>
            </form>
            """
        return Page(id: .registerFactor, title: "More information required", content: content, formTarget: formTarget)
    }
}
