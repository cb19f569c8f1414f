import KeyfobCore
import KeyfobIdPDirectory
import KeyfobOAuth

/// The error of a sign-in, with its number, its meaning and what to do.
struct SignInErrorText {
    /// The AADSTS number, if there is one.
    let number: Int?
    /// What happened, if a response says it.
    let message: String?

    /// The error of a log entry.
    init(number: Int, message: String?) {
        self.number = number
        self.message = message
    }

    /// The error of an authorization response.
    init(_ response: FormParameters) {
        let whole = response["error_description"] ?? response["error"] ?? "There was no response."
        let text = whole.firstRange(of: " Trace ID: ").map { String(whole[..<$0.lowerBound]) } ?? whole
        message = String(text.prefix(1000))
        number = text.hasPrefix("AADSTS") ? Int(text.dropFirst(6).prefix { $0.isNumber }) : nil
    }

    var html: HTML {
        let entry = number.flatMap { ErrorCatalogue.entry($0) }
        let code: HTML? = number.map { "<strong id=\"error-code\">AADSTS\(String($0))</strong>: " }
        let text = message.map { message in
            number.map {
                message.hasPrefix("AADSTS\($0): ") ? String(message.dropFirst("AADSTS\($0): ".count)) : message
            }
                ?? message
        }
        let remedy: HTML? = entry?.remedy.map { "<p id=\"remedy\"><strong>What to do:</strong> \($0)</p>\n" }
        return """
            <p><span class="bad">\(code)</span><span id="error-message">\(text ?? entry?.text() ?? "The sign-in failed.")</span></p>
            \(remedy)
            """
    }
}
