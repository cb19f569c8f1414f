/// The error of the last form, shown above the form.
struct PageNotice: Sendable {
    /// The AADSTS number.
    let number: Int
    /// The text.
    let text: String

    var html: HTML {
        """
        <div class="bad" role="alert"><span id="error-message">\(text)</span> \
        <span class="soft" id="error-code">AADSTS\(String(number))</span></div>
        """
    }

    /// The attributes of the field to which the notice belongs: a screen reader reads both together.
    static let fieldAttributes: HTML = " aria-invalid=\"true\" aria-describedby=\"error-message\""
}
