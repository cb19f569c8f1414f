import KeyfobBrokerCore
import KeyfobCore

/// The broker's own page around every other: a bar with the page's host, the app and a way back, and below it a frame
/// with that page.
///
/// The frame's document has no script and no control over this one. Its forms and links navigate the whole window,
/// which requires a user's click: each page comes with a new frame, and a bar with that page's host.
struct WindowFrame {
    /// The sandbox flags of the frame. It keeps this origin, without which forms would send neither cookie nor origin;
    /// without scripts nothing can misuse it.
    static let allowed = "allow-forms allow-same-origin allow-top-navigation-by-user-activation"

    /// The URL of the page; nil for one of the broker's own.
    let address: HTTPURL?
    let app: RequestingApp
    let mode: WindowMode
    /// The prefix of the window's own URLs for this page.
    let base: String

    var html: String {
        let place = address?.hostAndPort ?? "Keyfob Broker"
        let page: HTML = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(place)</title><style>\(HTML(stringLiteral: Self.style))</style></head>
            <body data-page="broker-frame" data-window="\(mode.rawValue)">
            <header id="window-bar"><p><strong id="window-place">\(place)</strong> for <bdi>\(app.bundleID)</bdi></p>
            <form method="post" action="\(base)/leave"><button type="submit" id="window-leave">Back to the app</button>
            </form></header>
            <iframe id="window-page" title="The page of \(place)" src="\(base)/frame" sandbox="\(Self.allowed)"></iframe>
            </body></html>

            """
        return page.text
    }

    private static let style = """
        html,body{height:100%;margin:0}
        body{display:flex;flex-direction:column;background:#24292f}
        header{display:flex;gap:1rem;justify-content:space-between;align-items:center;flex:none;padding:.4rem 1rem;\
        color:#fff;font:14px system-ui,sans-serif}
        p{margin:0;min-width:0;overflow-wrap:anywhere}
        form{flex:none}
        iframe{flex:1 1 0;min-height:0;width:100%;border:0;background:#fff}
        """
}
