import KeyfobCore
import KeyfobOAuth

/// The forms that filter a list. They send a query, and change nothing.
enum PortalFilter {
    /// A filter by one text.
    static func search(_ section: String, _ label: String, _ value: String) -> HTML {
        form(section, [("q", label, value)], label: "Search")
    }

    /// A filter by several texts.
    static func form(_ section: String, _ fields: [(name: String, label: String, value: String)], label: String) -> HTML
    {
        let inputs: [HTML] = fields.map { field in
            """
            <div><label for="filter-\(field.name)">\(field.label)</label>\
            <input type="search" id="filter-\(field.name)" name="\(field.name)" value="\(exactly: field.value)"></div>

            """
        }
        return """
            <form class="filter" role="search" action="\(exactly: HTML.address(section))">\(inputs)<button>\(label)</button></form>

            """
    }

    /// The caption of a list of which a part is shown.
    static func caption(_ what: String, shown: Int, of count: Int) -> String {
        shown == count ? "\(count) \(what)" : "The first \(shown) of \(count) \(what). Search for the others."
    }
}
