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
