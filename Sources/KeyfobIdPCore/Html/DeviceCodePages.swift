import KeyfobCore

/// The page on which the user enters the code that a device shows.
struct DeviceCodePage {
    let flow: String
    let typed: String
    let notice: PageNotice?

    var page: Page {
        let fault = notice.map { _ in PageNotice.fieldAttributes }
        let content: HTML = """
            <p>Enter the code that the app or device shows. Never enter a code that another person sent you.</p>
            \(notice?.html)
            <form method="post" action="/common/oauth2/deviceauth" name="device">
            <input type="hidden" name="flow" value="\(exactly: flow)">
            <label for="user_code">Code</label>
            <input type="text" class="code" id="user_code" name="user_code" value="\(exactly: typed)" \
            placeholder="BCD FGH JKL" maxlength="16" autocomplete="off" autocapitalize="characters" \
            spellcheck="false"\(fault) autofocus required>
            <div class="actions"><button type="submit">Next</button></div>
            </form>
            """
        var page = Page(id: .deviceCode, title: "Enter code", content: content)
        page.script = Self.script
        return page
    }

    /// Groups the code by threes as it is typed at the end; spaces and case do not matter to the provider.
    private static let script: HTML = """
        const field=document.getElementById('user_code');\
        field.oninput=()=>{if(field.selectionStart!==field.value.length)return;\
        field.value=field.value.toUpperCase().replace(/[^A-Z0-9]/g,'').replace(/(.{3})(?=.)/g,'$1 ')}
        """
}

/// The page on which the user confirms that it is this app that they sign in to on another device.
struct DeviceApprovalPage {
    let flow: String
    let client: ClientHeading
    /// The user name of the account.
    let account: String
    /// The name of the account's user.
    let name: String
    /// The address from which the code was requested, and whether it is this browser's; nil if it is unknown.
    let origin: (address: String, isBrowsers: Bool)?

    var page: Page {
        let place: HTML? = origin.map { origin in
            """
            <p class="soft">The request came from the address <span id="request-address">\(origin.address)</span>\
            \(origin.isBrowsers ? ", the same as this browser's" : ", another one than this browser's").</p>

            """
        }
        let content: HTML = """
            \(client.line(nil))
            \(AccountLine(name: name, account: account).html)
            \(place)<p>Continue only if you began this sign-in yourself: the app on that device can then act as you.</p>
            <form method="post" action="/common/device-approval" name="device-approval">
            <input type="hidden" name="flow" value="\(exactly: flow)">
            <div class="actions">
            <button type="submit" name="action" value="continue">Continue</button>
            <button class="plain" type="submit" name="action" value="cancel">Cancel</button>
            </div>
            </form>
            """
        return Page(id: .deviceApproval, title: "Are you signing in to \(client.name)?", content: content)
    }
}

/// The page after the user has decided on a device's code.
struct DeviceDonePage {
    let client: String
    let isApproved: Bool

    var page: Page {
        let content: HTML =
            isApproved
            ? "<p>You are signed in to <strong>\(client)</strong> on your device. You can close this window.</p>"
            : "<p>You declined the request of <strong>\(client)</strong>. You can close this window.</p>"
        return Page(id: .deviceDone, title: isApproved ? "Done" : "Declined", content: content)
    }
}
