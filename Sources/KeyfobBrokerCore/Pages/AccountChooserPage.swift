import KeyfobCore

/// The page on which the user selects the account for an app.
struct AccountChooserPage {
    /// The user's selection.
    enum Choice: Sendable, Hashable {
        /// An account of the broker's, by its index in the list.
        case account(Int)
        /// Another account.
        case other
    }

    let app: RequestingApp
    let accounts: [VaultAccount]

    var page: BrokerPage {
        let buttons: [HTML] = accounts.enumerated().map { index, account in
            """
            <button class="wide" type="submit" name="account" value="\(String(index))">\
            <strong>\(account.displayName ?? account.username)</strong><br>\
            <span class="soft" id="account-\(String(index))">\(account.username)</span></button>

            """
        }
        let content: HTML = """
            \(BrokerPageFrame.app(app))
            <form method="post" action="choose" name="accounts">
            \(buttons)<button class="wide" type="submit" name="account" value="other">Use another account</button>
            <div class="actions">
            <button class="plain" type="submit" name="action" value="cancel">Cancel</button>
            </div>
            </form>
            """
        return BrokerPageFrame.page(.accounts, title: "Choose an account", content: content)
    }

    /// Returns the selection in a submission of the page; nil if the user went back.
    func choice(_ submission: PageSubmission) -> Choice? {
        guard submission["action"] != "cancel", let value = submission["account"] else { return nil }
        if value == "other" { return .other }
        guard let index = Int(value), accounts.indices.contains(index) else { return nil }
        return .account(index)
    }
}
