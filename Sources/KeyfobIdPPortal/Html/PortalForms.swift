import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The forms of the portal's pages. A refused form is shown with what was typed, and with its error at the field.
extension PortalRequest {
    /// The hidden field that every form has.
    var tokenField: HTML { "<input type=\"hidden\" name=\"token\" value=\"\(exactly: session.formToken)\">" }

    /// The id of a field in its page.
    static func fieldID(_ form: String, _ name: String) -> String { "\(form)-\(name)" }

    /// A form that posts to an address.
    ///
    /// - Parameters:
    ///   - name: its name on the page, by which a refused one is recognized.
    ///   - address: the address.
    ///   - label: the text of its button.
    ///   - isDangerous: whether it removes something.
    ///   - isUpload: whether it contains a file, or a text as long as one.
    func form(
        _ name: String, to address: String, label: String, isDangerous: Bool = false, isUpload: Bool = false,
        _ fields: [HTML] = []
    ) -> HTML {
        let encoding: HTML? = isUpload ? " enctype=\"multipart/form-data\"" : nil
        let look: HTML? = isDangerous ? " class=\"danger\"" : nil
        return """
            <form method="post" action="\(exactly: address)" id="\(name)"\(encoding)>\(tokenField)
            \(fields)<div class="actions"><button\(look)>\(label)</button></div></form>

            """
    }

    /// A form of one button in a row of a table.
    func button(_ label: String, about object: String, to address: String, _ values: [(String, String)] = []) -> HTML {
        let fields: [HTML] = values.map { "<input type=\"hidden\" name=\"\($0.0)\" value=\"\(exactly: $0.1)\">" }
        return """
            <form method="post" action="\(exactly: address)">\(tokenField)\(fields)\
            <button class="plain" aria-label="\(label) \(object)">\(label)</button></form>
            """
    }

    /// A field for a line of text.
    func field(
        _ form: String, _ name: String, _ label: String, _ value: String? = nil, hint: String? = nil,
        type: String = "text", isFirst: Bool = false, suggestions: [String] = []
    ) -> HTML {
        let id = Self.fieldID(form, name)
        let shown = type == "password" ? "" : typed(form, name) ?? value ?? ""
        let focus: HTML? = isFirst && kept == nil ? " required autofocus" : nil
        let list: HTML? =
            suggestions.isEmpty
            ? nil
            : "<datalist id=\"\(id)-list\">\(suggestions.map { "<option value=\"\(exactly: $0)\"></option>" as HTML })</datalist>"
        let listed: HTML? = suggestions.isEmpty ? nil : " list=\"\(id)-list\""
        return """
            <label for="\(id)">\(label)</label>\(notes(form, name, hint))
            <input id="\(id)" name="\(name)" type="\(type)" value="\(exactly: shown)" autocomplete="off" \
            spellcheck="false"\(attributes(form, name, hint))\(listed)\(focus)>\(list)

            """
    }

    /// A field for several lines.
    func lines(
        _ form: String, _ name: String, _ label: String, _ value: String, hint: String? = nil, look: String = ""
    ) -> HTML {
        let id = Self.fieldID(form, name)
        return """
            <label for="\(id)">\(label)</label>\(notes(form, name, hint))
            <textarea id="\(id)" name="\(name)" class="\(look)" spellcheck="false"\(attributes(form, name, hint))>
            \(exactly: typed(form, name) ?? value)</textarea>

            """
    }

    /// A field for a file.
    func file(_ form: String, _ name: String, _ label: String, hint: String? = nil) -> HTML {
        let id = Self.fieldID(form, name)
        return """
            <label for="\(id)">\(label)</label>\(notes(form, name, hint))
            <input id="\(id)" name="\(name)" type="file"\(attributes(form, name, hint))>

            """
    }

    /// A value that the page sends back as it is.
    static func hidden(_ name: String, _ value: String) -> HTML {
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(exactly: value)\">"
    }

    /// A box to tick.
    func box(_ form: String, _ name: String, _ label: String, _ isOn: Bool) -> HTML {
        let isOn = kept == form ? self.form[name] != nil : isOn
        let id = Self.fieldID(form, name)
        let checked: HTML? = isOn ? " checked" : nil
        return """
            <div class="choice"><input type="checkbox" id="\(id)" name="\(name)" value="on"\(checked)>\
            <label for="\(id)">\(label)</label></div>

            """
    }

    /// A choice of one value.
    func select(
        _ form: String, _ name: String, _ label: String, _ options: [(value: String, label: String)],
        _ selected: String?, hint: String? = nil
    ) -> HTML {
        let id = Self.fieldID(form, name)
        let chosen = typed(form, name) ?? selected
        let items: [HTML] = options.map { option in
            let mark: HTML? = option.value == chosen ? " selected" : nil
            return "<option value=\"\(exactly: option.value)\"\(mark)>\(option.label)</option>"
        }
        return """
            <label for="\(id)">\(label)</label>\(notes(form, name, hint))
            <select id="\(id)" name="\(name)"\(attributes(form, name, hint))>\(items)</select>

            """
    }

    /// What was typed into a field of the form that is shown again.
    private func typed(_ form: String, _ name: String) -> String? { kept == form ? self.form[name] : nil }

    private func problem(_ form: String, _ name: String) -> String? {
        guard let refused, refused.form == form, refused.error.member == name else { return nil }
        return refused.error.message
    }

    private func notes(_ form: String, _ name: String, _ hint: String?) -> HTML {
        let id = Self.fieldID(form, name)
        let hint: HTML? = hint.map { "<p class=\"hint\" id=\"\(id)-hint\">\($0)</p>" }
        let problem: HTML? = problem(form, name).map { "<p class=\"problem\" id=\"\(id)-problem\">\($0)</p>" }
        return "\(hint)\(problem)"
    }

    private func attributes(_ form: String, _ name: String, _ hint: String?) -> HTML {
        let id = Self.fieldID(form, name)
        let isWrong = problem(form, name) != nil
        let ids = [hint.map { _ in "\(id)-hint" }, isWrong ? "\(id)-problem" : nil].compactMap(\.self)
        let described: HTML? = ids.isEmpty ? nil : " aria-describedby=\"\(ids.joined(separator: " "))\""
        let invalid: HTML? = isWrong ? " aria-invalid=\"true\" autofocus" : nil
        return "\(described)\(invalid)"
    }
}
