import KeyfobCore
import KeyfobIdPModel

/// The page on which a customer changes the name that apps see.
struct ProfilePage {
    let flow: String
    let client: ClientHeading
    let user: User
    let formTarget: String?

    var page: Page {
        let content: HTML = """
            \(client.html)
            <form method="post" action="/common/profile" name="profile">
            <input type="hidden" name="flow" value="\(exactly: flow)">
            <label for="name">Display name</label>
            <input type="text" id="name" name="name" value="\(exactly: user.displayName)" autocomplete="name" maxlength="256" \
            autofocus required>
            <div class="actions">
            <button type="submit" name="action" value="save">Continue</button>
            <button class="plain" type="submit" name="action" value="cancel" formnovalidate>Cancel</button>
            </div>
            </form>
            """
        return Page(id: .profile, title: "Your profile", content: content, formTarget: formTarget)
    }
}
