import KeyfobCore

/// A page that shows a message and asks whether to continue.
struct QuestionPage {
    let name: BrokerPageFrame.Name
    let title: String
    /// The app that sent the request; nil where the page is not about an app.
    let app: RequestingApp?
    let sentences: [String]
    /// The label of the button that continues; nil if there is none.
    let goesOn: String?

    var page: BrokerPage {
        let paragraphs: [HTML] = sentences.map { "<p>\($0)</p>\n" }
        let button: HTML? = goesOn.map {
            "<button type=\"submit\" name=\"action\" value=\"continue\">\($0)</button>\n"
        }
        let content: HTML = """
            \(app.map(BrokerPageFrame.app))
            \(paragraphs)<form method="post" action="answer" name="answer">
            <div class="actions">
            \(button)<button class="plain" type="submit" name="action" value="cancel">\(goesOn == nil ? "Close" : "Cancel")\
            </button>
            </div>
            </form>
            """
        return BrokerPageFrame.page(name, title: title, content: content)
    }

    /// Returns whether the user wants to continue.
    func goesOn(_ submission: PageSubmission) -> Bool { goesOn != nil && submission["action"] == "continue" }

    /// Asks whether an app may use an account: once for each pair.
    static func confirmation(_ app: RequestingApp, account: VaultAccount) -> QuestionPage {
        QuestionPage(
            name: .confirmation, title: "Let this app sign you in?", app: app,
            sentences: ["It will be signed in as \(account.username)."]
                + (app.isVerified
                    ? []
                    : ["The device does not confirm which app this is. Only the app of that name gets the response."]),
            goesOn: "Continue")
    }

    /// States that the device does not meet the organization's rules.
    static func compliance() -> QuestionPage {
        QuestionPage(
            name: .question, title: "This device does not meet the rules yet", app: nil,
            sentences: [
                "Your organization admits only devices that meet its rules.",
                "Follow the instructions on its page, then check the device again.",
            ], goesOn: "Check again")
    }

    /// Shows an error that the user cannot resolve here.
    static func notice(_ title: String, _ sentences: [String], app: RequestingApp? = nil) -> QuestionPage {
        QuestionPage(name: .notice, title: title, app: app, sentences: sentences, goesOn: nil)
    }
}
