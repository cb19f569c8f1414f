import KeyfobCore
import KeyfobIdPModel

/// The app on a page: a tile with its first letter, its name, and its publisher.
struct ClientHeading {
    let name: String
    let publisher: Publisher?

    init(_ client: Application?, in directory: Directory) {
        name = client?.displayName ?? ""
        publisher = client.map { Publisher($0, in: directory) }
    }

    var html: HTML { line("to continue to ") }

    /// The line of a page that names the app in its own text.
    func line(_ text: HTML?) -> HTML {
        let by: HTML? = publisher.map { "<br><span class=\"soft\">\($0.html)</span>" }
        return """
            <div class="who"><span class="tile" aria-hidden="true">\(Initials.of(name, most: 1))</span>
            <p>\(text)<strong>\(name)</strong>\(by)</p></div>
            """
    }
}
