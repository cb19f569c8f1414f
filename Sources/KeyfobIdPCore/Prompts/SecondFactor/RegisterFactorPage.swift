import KeyfobCore
import KeyfobIdPModel

/// The pages on which a user registers a second factor, one task on each: an authenticator app; or a phone's number, and
/// then the code that was texted to it.
struct RegisterFactorPage {
    let flow: String
    let user: User
    let tenant: String
    let offer: FactorOffer
    let key: [UInt8]
    /// The number to which a code was texted.
    let textedTo: String?
    /// Whether the user chose the phone.
    let wantsPhone: Bool
    let notice: PageNotice?
    let formTarget: String?

    var page: Page {
        if let textedTo { return page(title: "Enter the code", task: texted(to: textedTo), main: "verify") }
        guard offer.hasAuthenticator, !wantsPhone || offer.phoneNumber == nil else {
            return page(title: "Add a phone", task: phone, main: "text")
        }
        return page(title: "Set up an authenticator app", task: app, main: "verify")
    }

    private typealias Task = (content: HTML, fields: HTML, other: (action: String, text: String)?)

    private var fault: HTML? { notice.map { _ in PageNotice.fieldAttributes } }

    private var app: Task {
        let address = OneTimeCode.address(key: key, user: user.userPrincipalName, issuer: tenant)
        let picture: HTML? = QRCode(Array(address.utf8)).map { code in
            "\(QRCodePicture(code: code, title: "QR code with the key").html)\n"
        }
        return (
            """
            <p>Scan the QR code with an authenticator app, or give it the key by hand. Then enter the code that it shows.</p>
            \(picture)<details>
            <summary>Enter the key by hand</summary>
            <dl><dt>Key</dt><dd id="factor-key">\(Base32.encode(key))</dd>
            <dt>Address</dt><dd id="factor-address">\(address)</dd></dl>
            </details>

            """, code, offer.phoneNumber == nil ? nil : ("phone", "Use a phone instead")
        )
    }

    private var phone: Task {
        (
            "<p>Codes are texted to it whenever a sign-in needs a second factor.</p>\n",
            """
            <label for="phone">Phone number, with + and the country</label>
            <input type="tel" id="phone" name="phone" value="" autocomplete="tel" maxlength="32"\(fault) autofocus required>
            """, offer.hasAuthenticator ? ("app", "Use an app instead") : nil
        )
    }

    private func texted(to number: String) -> Task {
        (
            "<p>A code was texted to <strong id=\"factor-phone\">\(number)</strong>.</p>\n", code,
            ("phone", "Use another number")
        )
    }

    private var code: HTML {
        """
        <label for="otc">Code</label>
        <input type="text" class="code" id="otc" name="otc" inputmode="numeric" autocomplete="one-time-code" \
        maxlength="16"\(fault) autofocus required>
        """
    }

    private func page(title: String, task: Task, main: String) -> Page {
        let other: HTML? = task.other.map { action, text in
            """
            <button class="plain" type="submit" name="action" value="\(action)" formnovalidate>\(text)</button>

            """
        }
        let content: HTML = """
            \(AccountLine(name: user.displayName, account: user.userPrincipalName).html)
            <p class="soft">Your organization requires a second factor.</p>
            \(notice?.html)
            \(task.content)<form method="post" action="/common/register-factor" name="register-factor">
            <input type="hidden" name="flow" value="\(exactly: flow)">
            \(task.fields)
            <div class="actions">
            <button type="submit" name="action" value="\(main)">\(main == "text" ? "Text a code" : "Continue")</button>
            \(other)<button class="plain" type="submit" name="action" value="cancel" formnovalidate>Cancel</button>
            </div>
            </form>
            """
        return Page(id: .registerFactor, title: title, content: content, formTarget: formTarget)
    }
}
