/// The document of a page with a heading and some text or a form. It works without script, and needs no resource from elsewhere.
package struct PageDocument: Sendable {
    /// The name of what shows the page, above the heading and in the window's title; nil shows none.
    package var brand: String?
    /// The address of a picture beside the brand; nil for none.
    package var logo: String?
    /// The page's id, in `<body data-page>`.
    package var id: String
    /// The heading.
    package var title: String
    /// The markup below the heading.
    package var content: HTML
    /// The style sheet, inline.
    package var style: StyleSheet
    /// The nonce by which the content security policy admits the style sheet; nil if it admits it otherwise.
    package var nonce: String?
    /// A script at the end of the page, admitted by the nonce; nil for none.
    package var script: HTML?

    /// Makes a document.
    package init(
        brand: String?, id: String, title: String, content: HTML, style: StyleSheet, nonce: String? = nil,
        script: HTML? = nil
    ) {
        self.brand = brand
        self.id = id
        self.title = title
        self.content = content
        self.style = style
        self.nonce = nonce
        self.script = script
    }

    /// The document.
    package var html: HTML {
        let suffix: HTML? = brand.map { " - \($0)" }
        let admission: HTML? = nonce.map { " nonce=\"\($0)\"" }
        let scripts: HTML? = script.map { "<script\(admission)>\($0)</script>\n" }
        let picture: HTML? = logo.map { "<img src=\"\(exactly: $0)\" alt=\"\">" }
        let shownBy: HTML? = brand.map { "<p class=\"brand\">\(picture)\($0)</p>\n" }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex">
            <title>\(title)\(suffix)</title>
            <style\(admission)>\(style.html)</style>
            </head>
            <body data-page="\(id)">
            <main>
            \(shownBy)<h1>\(title)</h1>
            \(content)
            </main>
            \(scripts)</body>
            </html>

            """
    }
}
