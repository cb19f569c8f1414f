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
            <input type="text" id="user_code" name="user_code" value="\(exactly: typed)" autocomplete="off" \
            autocapitalize="characters" spellcheck="false"\(fault) required>
            <div class="actions"><button type="submit">Next</button></div>
            </form>
            """
        return Page(id: .deviceCode, title: "Enter code", content: content)
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
