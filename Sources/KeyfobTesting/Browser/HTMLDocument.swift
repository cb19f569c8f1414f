/// A page as a person with a plain browser sees it: its forms, and the text of its elements.
///
/// The parser is tolerant as browsers are, and never fails: it skips what it does not recognize.
package struct HTMLDocument: Sendable, Hashable {
    /// The forms in order.
    package private(set) var forms: [HTMLForm] = []
    /// The addresses of its frames' documents, in order.
    package private(set) var frames: [String] = []
    /// The `data-page` attribute of `body`, by which Keyfob's provider names its pages.
    package private(set) var pageName: String?
    /// The text of each element that has an `id`, white space folded.
    package private(set) var textByID: [String: String] = [:]
    /// All visible text, white space folded.
    package private(set) var text = ""

    /// Parses a page.
    package init(_ html: String) {
        var reader = HTMLReader(html)
        var open: [(name: String, id: String, start: Int)] = []
        var words: [String] = []
        var current: HTMLForm?
        while let token = reader.next() {
            switch token {
            case .text(let text): words.append(contentsOf: text.split(whereSeparator: \.isWhitespace).map(String.init))
            case .start(let name, let attributes):
                if name == "body" { pageName = attributes["data-page"] }
                if name == "iframe", let source = attributes["src"] { frames.append(source) }
                if name == "form" {
                    current = HTMLForm(action: attributes["action"] ?? "", method: attributes["method"] ?? "get")
                }
                if let control = HTMLForm.Control(name, attributes) { current?.controls.append(control) }
                if let id = attributes["id"], !HTMLReader.isVoid(name) { open.append((name, id, words.count)) }
            case .end(let name):
                if name == "form", let form = current {
                    forms.append(form)
                    current = nil
                }
                if let index = open.lastIndex(where: { $0.name == name }) {
                    let element = open.remove(at: index)
                    textByID[element.id] = words[element.start...].joined(separator: " ")
                }
            }
        }
        if let current { forms.append(current) }
        text = words.joined(separator: " ")
    }
}

/// A form as served: its target, and its controls in order.
package struct HTMLForm: Sendable, Hashable {
    /// The `action`, as written.
    package var action: String
    /// The `method`, as written.
    package var method: String
    /// The controls in order.
    package var controls: [Control] = []

    /// One control of a form.
    package struct Control: Sendable, Hashable {
        /// `hidden`, `text`, `password`, `checkbox`, `radio`, `submit`, ...
        package let type: String
        /// The `name`.
        package let name: String
        /// The `value`.
        package let value: String
        /// Whether a checkbox or radio button is on as served.
        package let isChecked: Bool

        init?(_ element: String, _ attributes: [String: String]) {
            guard element == "input" || element == "button" || element == "textarea",
                let name = attributes["name"], !name.isEmpty, attributes["disabled"] == nil
            else { return nil }
            self.name = name
            type = (attributes["type"] ?? (element == "button" ? "submit" : "text")).lowercased()
            value = attributes["value"] ?? (type == "checkbox" || type == "radio" ? "on" : "")
            isChecked = attributes["checked"] != nil
        }
    }

    /// Whether there is a control of that name.
    package func has(_ name: String) -> Bool { controls.contains { $0.name == name } }

    /// The values of the controls of that name.
    package func values(_ name: String) -> [String] { controls.filter { $0.name == name }.map(\.value) }

    /// Returns the values that a browser would send: the controls as served, some filled in, and the button that was
    /// pressed.
    ///
    /// - Parameters:
    /// - filling: Text by the name of its field. A text whose field the form lacks is sent as well, as by a script that
    ///   sends name and password at once.
    /// - unchecking: The checkboxes, by name and value, that the person clears.
    /// - pressing: Name and value of the button; nil submits as the return key does, by the first button.
    package func submission(
        filling: [String: String] = [:], unchecking: (String, String) -> Bool = { _, _ in false },
        pressing: (name: String, value: String)? = nil
    ) -> [(String, String)] {
        var pairs: [(String, String)] = []
        var pressed = false
        for control in controls {
            switch control.type {
            case "submit", "image":
                let isThis = pressing.map { $0.name == control.name && $0.value == control.value } ?? true
                if isThis, !pressed {
                    pairs.append((control.name, control.value))
                    pressed = true
                }
            case "checkbox", "radio":
                if control.isChecked, !unchecking(control.name, control.value) {
                    pairs.append((control.name, control.value))
                }
            case "button", "reset", "file": break
            default: pairs.append((control.name, filling[control.name] ?? control.value))
            }
        }
        let missing = filling.filter { !has($0.key) }.sorted { $0.key < $1.key }
        return pairs + missing.map { ($0.key, $0.value) }
    }
}
