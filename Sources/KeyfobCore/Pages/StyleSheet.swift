/// The style sheet of every page, inline in its document. The colours show whose page it is.
package struct StyleSheet: Sendable {
    /// The pages of an identity provider.
    package static let provider = StyleSheet(back: "#f3f5f8", darkBack: "#0d1117", accent: "#1f5fbf", "#6ea8ff")
    /// The pages of a broker.
    package static let broker = StyleSheet(back: "#eef3ef", darkBack: "#0d1410", accent: "#1d6b45", "#6fd19d")
    /// The pages of an app.
    package static let app = StyleSheet(back: "#fff", darkBack: "#1c1c1e", accent: "#1f5fbf", "#6ea8ff")

    private let back: String
    private let darkBack: String
    private let accent: String
    private let darkAccent: String

    /// The same pages with an organization's colour: on light paper, and on dark.
    package func accented(_ accent: String, dark: String) -> StyleSheet {
        StyleSheet(back: back, darkBack: darkBack, accent: accent, dark)
    }

    private init(back: String, darkBack: String, accent: String, _ darkAccent: String) {
        self.back = back
        self.darkBack = darkBack
        self.accent = accent
        self.darkAccent = darkAccent
    }

    /// The content of a `style` element.
    package var html: HTML { "\(colours)\(Self.rules)" }

    private var colours: HTML {
        """
        :root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--line:#d0d7de;--paper:#fff;--back:\(back);\
        --accent:\(accent);--bad:#b42318}
        @media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9da7b3;--line:#3d444d;--paper:#161b22;\
        --back:\(darkBack);--accent:\(darkAccent);--bad:#ff8078}}

        """
    }

    private static let rules: HTML = """
        *{box-sizing:border-box}
        body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--back);color:var(--ink);\
        font:16px/1.5 system-ui,sans-serif}
        main{width:min(27rem,100vw - 2rem);margin:2rem 1rem;padding:2rem;background:var(--paper);\
        border:1px solid var(--line);border-radius:.75rem}
        .brand{margin:0 0 1.5rem;color:var(--accent);font-weight:600;letter-spacing:.02em}
        .brand img{max-height:2rem;max-width:8rem;vertical-align:middle;margin-right:.5rem}
        h1{margin:0 0 .5rem;font-size:1.4rem;line-height:1.25}
        p{margin:.5rem 0;overflow-wrap:anywhere}
        .soft,dt{color:var(--soft);font-size:.9rem}
        label{display:block;margin-top:1rem;font-weight:600}
        input:is([type=text],[type=password],[type=tel]){width:100%;margin-top:.25rem;padding:.6rem .7rem;font:inherit;\
        color:inherit;background:transparent;border:1px solid var(--soft);border-radius:.4rem}
        :focus-visible{outline:3px solid var(--accent);outline-offset:2px}
        .actions{display:flex;gap:.75rem;flex-wrap:wrap;margin-top:1.5rem}
        button{padding:.6rem 1.2rem;font:inherit;font-weight:600;border:1px solid var(--accent);border-radius:.4rem;\
        background:var(--accent);color:var(--paper);cursor:pointer}
        input.code{font:1.25rem/1.5 ui-monospace,monospace;letter-spacing:.1em}
        .code::placeholder{color:var(--soft);opacity:1}
        .field{display:flex;gap:.5rem;align-items:flex-end}
        .field input{flex:1;min-width:0}
        .choice{display:flex;gap:.6rem;align-items:baseline;margin-top:1rem}
        .choice label{margin:0;font-weight:400}
        .who{display:flex;gap:.75rem;align-items:center;margin:1rem 0}
        .who p{margin:0;min-width:0}
        .tile{flex:none;display:grid;place-items:center;width:2.5rem;height:2.5rem;border-radius:.4rem;\
        background:var(--accent);color:var(--paper);font-weight:600}
        .round{border-radius:50%}
        button.plain{background:transparent;color:var(--accent)}
        button.wide{display:flex;gap:.75rem;align-items:center;width:100%;margin-top:.75rem;text-align:left;background:transparent;\
        color:var(--ink);border-color:var(--line);overflow-wrap:anywhere}
        ul{margin:1rem 0;padding:0;list-style:none}
        li{padding:.6rem 0;border-top:1px solid var(--line)}
        li label{display:flex;gap:.6rem;margin:0;align-items:baseline}
        .lead{font-size:1.1rem}
        details{margin-top:1rem}
        summary{cursor:pointer;color:var(--accent)}
        a{color:var(--accent)}
        .qr{display:block;width:min(14rem,100%);margin:1rem auto}
        .bad{color:var(--bad);font-weight:600}
        dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem .75rem;margin:1.5rem 0 0;overflow-wrap:anywhere}
        dd{margin:0;font-size:.9rem;min-width:0}
        [hidden]{display:none}
        @media (max-width:30rem){.actions{flex-direction:column}.actions button{width:100%}main{padding:1.25rem}}
        """
}
