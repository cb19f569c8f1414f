import KeyfobCore
import Testing

@Suite("Markup escapes what is interpolated")
struct HTMLTests {
    private let name = "<b title=\"x\">O'Neil & \u{202E}gro.osotnoc\u{7}"

    @Test("text is escaped, and no character changes how it reads")
    func text() {
        let page: HTML = "<p>\(name)</p>"
        #expect(page.text == "<p>&lt;b title=&quot;x&quot;&gt;O&#39;Neil &amp;  gro.osotnoc </p>")
    }

    @Test("a value that a browser sends back keeps each character")
    func value() {
        let page: HTML = "<input value=\"\(exactly: name)\">"
        #expect(
            page.text
                == "<input value=\"&lt;b title=&quot;x&quot;&gt;O&#39;Neil &amp; \u{202E}gro.osotnoc\u{7}\">")
    }

    @Test("markup is not escaped again")
    func markup() {
        let items: [HTML] = ["1 < 2", "b"].map { "<li>\($0)</li>" }
        let none: HTML? = nil
        let page: HTML = "<ul>\(items)</ul>\(none)"
        #expect(page.text == "<ul><li>1 &lt; 2</li><li>b</li></ul>")
    }

    @Test("a document names what shows it, and admits its style sheet by a nonce")
    func document() {
        let page = PageDocument(
            brand: "Contoso", id: "notice", title: "A & B", content: "<p>Text</p>", style: .provider, nonce: "n")
        let html = page.html.text
        #expect(html.contains("<title>A &amp; B - Contoso</title>\n<style nonce=\"n\">:root{"))
        #expect(html.contains("<main>\n<p class=\"brand\">Contoso</p>\n<h1>A &amp; B</h1>\n<p>Text</p>\n</main>"))
        #expect(html.contains("<body data-page=\"notice\">") && !html.contains("&lt;") && !html.contains("&#39;"))
    }
}
