import KeyfobCore

/// The page for a user to whom a policy denies access; it leads back to the app, which gets the same error.
struct AccessRefusedPage {
    let flow: String
    let client: ClientHeading
    let number: Int
    let text: String
    let remedy: String?
    let formTarget: String?

    var page: Page {
        let content: HTML = """
            <p>Your organization does not let you use <strong>\(client.name)</strong> like this.</p>
            \(remedy.map { "<p>\($0)</p>" as HTML })
            \(PageNotice(number: number, text: text).html)
            <form method="post" action="/common/access" name="access">
            <input type="hidden" name="flow" value="\(exactly: flow)">
            <div class="actions">
            <button type="submit" name="action" value="back">Back to the app</button>
            <button class="plain" type="submit" name="action" value="again">Try again</button>
            </div>
            </form>
            """
        return Page(
            id: .accessRefused, title: "You cannot get there from here", content: content, formTarget: formTarget)
    }
}
