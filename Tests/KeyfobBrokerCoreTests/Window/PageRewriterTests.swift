import Testing

@testable import KeyfobBrokerWindow

@Suite struct PageRewriterTests {
    private func rewrite(_ html: String) -> PageRewriter { PageRewriter(html, base: "/s/t") }

    @Test func `forms and links lead back to the window`() {
        let page = rewrite(
            #"<form method="post" action="/common/login?a=1&amp;b=2"><input name="x" value="&quot;"></form><a href="/help">?</a>"#
        )
        #expect(page.forms == [PageRewriter.Form(action: "/common/login?a=1&b=2", isPost: true)])
        #expect(page.links == ["/help"])
        #expect(page.html.contains(#"<form action="/s/t/send/0" method="post" target="_top">"#))
        #expect(page.html.contains(#"<input name="x" value="&quot;">"#))
        #expect(page.html.contains(#"<a href="/s/t/follow/0" target="_top">"#))
    }

    @Test(arguments: [
        "<script>alert(1)</script>", "<SCRIPT src=x></SCRIPT >", "<img src=x onerror=alert(1)>",
        "<meta http-equiv=refresh content='0;url=https://evil.test'>", "<base href=https://evil.test>",
        "<iframe src=https://evil.test></iframe>", "<svg onload=alert(1)></svg>",
        "<link rel=stylesheet href=//evil.test>",
        "<input formaction=https://evil.test type=submit>", "<a href='javascript:alert(1)'>x</a>",
        "<a href=' javascript:alert(1)'>x</a>", "<body onload=alert(1)>",
        "<p style='background:url(//evil.test)'>x</p>",
        "<!--><script>alert(1)</script>-->", "<form action=https://evil.test>", "<a href=\"vbscript:x\">x</a>",
    ])
    func `everything that runs, loads or navigates by itself is removed`(html: String) {
        let out = rewrite(html).html.lowercased()
        for bad in ["alert", "evil.test", "javascript", "vbscript", "onload", "onerror", "<script", "<svg"] {
            #expect(!out.contains(bad), "\(bad) in \(out)")
        }
    }

    @Test func `a page truncated anywhere is handled`() {
        let html =
            #"<!DOCTYPE html><body data-page="x"><form method=post action='/a'><input name="p"><!-- c --><a href=/b>"#
        for length in 0...html.count { _ = rewrite(String(html.prefix(length))).html }
    }

    @Test func `a page of an unverified host keeps neither styles nor overlays`() {
        let html =
            "<STYLE>div{display:none}</STYLE><p class=x>text</p><dialog open>a</dialog><button popovertarget=y>b</button>"
        let page = PageRewriter(html, base: "/s/t", keepsStyle: false).html.lowercased()
        for bad in ["style", "display", "dialog", "popover"] { #expect(!page.contains(bad), "\(bad) in \(page)") }
        #expect(page.contains("text"))
        #expect(rewrite(html).html.contains("div{display:none}"))
    }
}
