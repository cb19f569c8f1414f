package import KeyfobCore

/// A QR code as SVG within a page: dark on light in every colour scheme, since many readers need it so.
package struct QRCodePicture {
    private static let margin = 4

    let code: QRCode
    /// The picture's name for screen readers.
    let title: String

    /// Makes a picture.
    package init(code: QRCode, title: String) {
        self.code = code
        self.title = title
    }

    /// The `svg` element.
    package var html: HTML {
        let side = String(code.size + 2 * Self.margin)
        return """
            <svg class="qr" viewBox="0 0 \(side) \(side)" role="img" aria-label="\(title)" shape-rendering="crispEdges">\
            <rect width="\(side)" height="\(side)" fill="#fff"/><path fill="#000" d="\(path)"/></svg>
            """
    }

    /// A rectangle for each run of dark modules in a row.
    private var path: String {
        var path = ""
        for y in 0..<code.size {
            var x = 0
            while x < code.size {
                guard code[x, y] else {
                    x += 1
                    continue
                }
                var end = x + 1
                while end < code.size, code[end, y] { end += 1 }
                path += "M\(x + Self.margin) \(y + Self.margin)h\(end - x)v1h\(x - end)z"
                x = end
            }
        }
        return path
    }
}
