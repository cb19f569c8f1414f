import KeyfobCore

/// The frame of the broker's own pages. They need no script and no resource from elsewhere, and allow none.
enum BrokerPageFrame {
    /// The pages' names, in `<body data-page>`.
    enum Name: String {
        case accounts = "broker-accounts"
        case certificates = "broker-certificates"
        case confirmation = "broker-confirmation"
        case notice = "broker-notice"
        case question = "broker-question"
    }

    static func page(_ name: Name, title: String, content: HTML) -> BrokerPage {
        let page = PageDocument(
            brand: "Keyfob Broker", id: name.rawValue, title: title, content: content, style: .broker)
        return BrokerPage(html: page.html.text)
    }

    /// The app that sent the request, and whether the operating system has verified it.
    static func app(_ app: RequestingApp) -> HTML {
        let name = app.name.isEmpty ? app.bundleID : app.name
        let mark: HTML =
            app.isVerified
            ? "<span id=\"app-verified\">confirmed by the device</span>"
            : "<span id=\"app-verified\" class=\"bad\">not verified</span>"
        return """
            <p><strong id="app-name">\(name)</strong> asks for a sign-in.<br>
            <span class="soft"><span id="app-bundle">\(app.bundleID)</span>, \(mark)</span></p>
            """
    }
}
