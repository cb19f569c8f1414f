package import KeyfobCore
import KeyfobIdPModel
package import KeyfobOAuth

/// A page: its id, title and content. It needs no script, and allows only its own.
package struct Page {
    /// The pages' ids, in `<body data-page>`.
    package enum ID: String {
        case signIn = "sign-in"
        case accountPicker = "account-picker"
        case consent
        case deviceCode = "device-code"
        case deviceApproval = "device-approval"
        case deviceDone = "device-done"
        case error
        case signedOut = "signed-out"
        case formPost = "form-post"
        case profile
        case passwordChange = "password-change"
        case secondFactor = "second-factor"
        case registerFactor = "register-factor"
        case accessRefused = "access-refused"
        case enroll
        case compliance
    }

    let id: ID
    let title: String
    let content: HTML
    var status: Int = 200
    /// The redirect URI to which the page's form finally leads: browsers apply `form-action` to redirects too.
    var formTarget: String?
    /// Source expressions of further addresses to which it may lead.
    var furtherTargets: [String] = []
    /// A script that saves the user a step; nil for none. The page works without it.
    var script: HTML?
    /// How the organization's pages look; nil means as the provider's.
    var branding: Branding?
    /// The addresses of the documents in frames.
    var frames: [String] = []

    package init(
        id: ID, title: String, content: HTML, status: Int = 200, formTarget: String? = nil,
        furtherTargets: [String] = []
    ) {
        self.id = id
        self.title = title
        self.content = content
        self.status = status
        self.formTarget = formTarget
        self.furtherTargets = furtherTargets
    }

    package func response(random: any RandomSource) -> HTTPResponse {
        let nonce = random.token(byteCount: 16)
        let colour = branding?.accentColour.flatMap(BrandColour.init)
        let style = colour.map { StyleSheet.provider.accented($0.text, dark: $0.onDark.text) } ?? .provider
        var page = PageDocument(
            brand: branding?.displayName ?? "Keyfob", id: id.rawValue, title: title, content: content, style: style,
            nonce: nonce, script: script)
        page.logo = branding?.logo
        let pictures = page.logo == nil ? "" : "img-src data:; "
        let scripts = script == nil ? "" : "script-src 'nonce-\(nonce)'; "
        let origins = Set(frames.compactMap(Self.origin)).sorted()
        // A service's response to its notice leads the frame back to this provider.
        let framed = origins.isEmpty ? "" : "frame-src 'self' \(origins.joined(separator: " ")); "
        let policy =
            "default-src 'none'; style-src 'nonce-\(nonce)'; \(scripts)\(pictures)\(framed)base-uri 'none'; frame-ancestors 'none'; "
            + (["form-action 'self'"] + [formTarget.flatMap(Self.source)].compactMap(\.self) + furtherTargets)
            .joined(separator: " ")
        return HTTPResponse(
            status: status,
            fields: [
                "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy,
                "X-Frame-Options": "DENY",
            ], body: Array(page.html.text.utf8))
    }

    /// The origin of an address as a source expression, which cannot contain IPv6 literals.
    private static func origin(_ address: String) -> String? {
        HTTPURL(address).map { $0.host.hasPrefix("[") ? "\($0.scheme):" : $0.origin }
    }

    /// The source expressions (CSP level 3 section 2.3.1) of the addresses to which a redirect URI may lead.
    ///
    /// An app that receives the response at an HTTP address may redirect the browser to another origin, such as its own
    /// start page. The redirects are still part of the form's navigation, and a browser that finds one of them outside
    /// of `form-action` stops without a message, after the code was redeemed.
    static func source(_ redirectURI: String) -> String? {
        if let url = HTTPURL(redirectURI) { return url.scheme == "https" ? "https:" : "http: https:" }
        guard let scheme = redirectURI.split(separator: ":", maxSplits: 1).first,
            scheme.utf8.allSatisfy({
                (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0)
            })
        else { return nil }
        return "\(scheme.lowercased()):"
    }
}

/// The error of the last form, shown above the form.
struct PageNotice: Sendable {
    /// The AADSTS number; nil where the platform has none.
    let number: Int?
    /// The text.
    let text: String

    var html: HTML {
        let code: HTML? = number.map { " <span class=\"soft\" id=\"error-code\">AADSTS\(String($0))</span>" }
        return "<div class=\"bad\" role=\"alert\"><span id=\"error-message\">\(text)</span>\(code)</div>"
    }

    /// The attributes of the field to which the notice belongs: a screen reader reads both together.
    static let fieldAttributes: HTML = " aria-invalid=\"true\" aria-describedby=\"error-message\""
}
