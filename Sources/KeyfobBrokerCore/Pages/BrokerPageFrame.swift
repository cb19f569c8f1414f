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

    static func page(_ name: Name, title: String, content: Markup) -> BrokerPage {
        let page: Markup = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title) - Keyfob Broker</title>
            <style>\(Markup(stringLiteral: style))</style>
            </head>
            <body data-page="\(name.rawValue)">
            <main>
            <p class="brand">Keyfob Broker</p>
            <h1>\(title)</h1>
            \(content)
            </main>
            </body>
            </html>

            """
        return BrokerPage(html: page.text)
    }

    /// The app that sent the request, and whether the operating system has verified it.
    static func app(_ app: RequestingApp) -> Markup {
        let name = app.name.isEmpty ? app.bundleID : app.name
        let mark: Markup =
            app.isVerified
            ? "<span id=\"app-verified\">confirmed by the device</span>"
            : "<span id=\"app-verified\" class=\"bad\">not verified</span>"
        return """
            <p><strong id="app-name">\(name)</strong> asks for a sign-in.<br>
            <span class="soft"><span id="app-bundle">\(app.bundleID)</span>, \(mark)</span></p>
            """
    }

    private static let style = """
        :root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--line:#d0d7de;--paper:#fff;--back:#eef3ef;\
        --accent:#1d6b45;--bad:#b42318}
        @media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9da7b3;--line:#3d444d;--paper:#161b22;\
        --back:#0d1410;--accent:#6fd19d;--bad:#ff8078}}
        *{box-sizing:border-box}
        body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--back);color:var(--ink);\
        font:16px/1.5 system-ui,sans-serif}
        main{width:min(27rem,100vw - 2rem);margin:2rem 1rem;padding:2rem;background:var(--paper);\
        border:1px solid var(--line);border-radius:.75rem}
        .brand{margin:0 0 1.5rem;color:var(--accent);font-weight:600;letter-spacing:.02em}
        h1{margin:0 0 .5rem;font-size:1.4rem;line-height:1.25}
        p{margin:.5rem 0;overflow-wrap:anywhere}
        .soft{color:var(--soft);font-size:.9rem}
        .bad{color:var(--bad);font-weight:600}
        :focus-visible{outline:3px solid var(--accent);outline-offset:2px}
        .actions{display:flex;gap:.75rem;flex-wrap:wrap;margin-top:1.5rem}
        button{padding:.6rem 1.2rem;font:inherit;font-weight:600;border:1px solid var(--accent);border-radius:.4rem;\
        background:var(--accent);color:var(--paper);cursor:pointer}
        button.plain{background:transparent;color:var(--accent)}
        button.wide{display:block;width:100%;margin-top:.75rem;text-align:left;background:transparent;\
        color:var(--ink);border-color:var(--line);overflow-wrap:anywhere}
        """
}
