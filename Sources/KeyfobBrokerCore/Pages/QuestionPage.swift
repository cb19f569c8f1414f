/// A page that says something and asks whether to go on.
struct QuestionPage {
    let name: BrokerPageFrame.Name
    let title: String
    /// Who asks; nil where the page is not about an app.
    let app: RequestingApp?
    let sentences: [String]
    /// What the button says that goes on; nil if there is nothing to go on with.
    let goesOn: String?

    var page: BrokerPage {
        let paragraphs: [Markup] = sentences.map { "<p>\($0)</p>\n" }
        let button: Markup? = goesOn.map {
            "<button type=\"submit\" name=\"action\" value=\"continue\">\($0)</button>\n"
        }
        let content: Markup = """
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

    /// Whether the person wants to go on.
    func goesOn(_ submission: PageSubmission) -> Bool { goesOn != nil && submission["action"] == "continue" }

    /// Which app may use which account: asked once for each.
    static func confirmation(_ app: RequestingApp, account: HeldAccount) -> QuestionPage {
        QuestionPage(
            name: .confirmation, title: "Let this app sign you in?", app: app,
            sentences: ["It will be signed in as \(account.username)."]
                + (app.isVerified
                    ? []
                    : ["The device does not say which app this is. The answer goes to the app of that name alone."]),
            goesOn: "Continue")
    }

    /// The organization's rules are not kept.
    static func compliance() -> QuestionPage {
        QuestionPage(
            name: .question, title: "This device does not meet the rules yet", app: nil,
            sentences: [
                "Your organization lets only devices in that keep its rules.",
                "Follow what its page said, and then have it checked again.",
            ], goesOn: "Check again")
    }

    /// Something failed, and the person can do nothing here.
    static func notice(_ title: String, _ sentences: [String], app: RequestingApp? = nil) -> QuestionPage {
        QuestionPage(name: .notice, title: title, app: app, sentences: sentences, goesOn: nil)
    }
}
