/// Documents by which a hostile page tries to remove, cover or imitate the broker's bar above it, to navigate the
/// window, or to run scripts.
enum HostileDocuments {
    static let all: [String] = swallowing + covering + imitating + leaving + running

    /// They begin an element whose content is text to a browser, so that the markup inserted into it is not seen.
    private static let swallowing = [
        "<title><body></title><p>page</p>", "<title></TITLE x><body>", "<textarea><body></textarea>",
        "<xmp><body></xmp>", "<plaintext><body>", "<noembed><body></noembed>", "<noframes><body></noframes>",
        "<style><body></style>", "<!--<body>-->", "<!-- --!><body>", "<noscript><body></noscript>",
        "<template><body></template>", "<select><option><body></select>", "<table><tr><body><td>cell</table>",
        "<svg><title><body></title></svg>", "<math><annotation-xml encoding=text/html><body></annotation-xml></math>",
        "<frameset><body></frameset>", "<head><title><body class=x>", "<p title='<body>'><body hidden>",
        "<![CDATA[<body>]]>", "<?xml <body> ?>", "<body><body><body hidden style=display:none>", "",
        "<details><summary><body></summary></details>", "<button><body></button>", "<script><body></script>",
    ]

    /// They cover everything else, as far as a document can.
    private static let covering = [
        "<style>*{display:none!important}</style>", "<style>:root{visibility:hidden}</style>",
        "<style>html,body,header,#window-bar{display:none!important;opacity:0!important}</style>",
        "<div style='position:fixed;inset:-9999px;z-index:2147483647;background:#fff'>over</div>",
        "<style>p{position:fixed;top:-500px;left:0;width:200vw;height:300vh;z-index:2147483647;background:red}</style><p>x",
        "<dialog open style='position:fixed;top:-9em;width:100%;height:100%'>over</dialog>",
        "<style>dialog::backdrop{background:#fff}</style><dialog open>over</dialog>",
        "<div popover=manual id=p>over</div><button popovertarget=p autofocus>x</button>",
        "<style>body{transform:translateY(-100vh) scale(9)}</style><p>x</p>",
        "<style>@keyframes a{to{transform:translateY(-99vh)}}body{animation:a 1ms forwards}</style><h1>x</h1>",
        "<meta name=viewport content='width=1,initial-scale=99'><h1>big</h1>",
        "<iframe src=/ style='position:fixed;inset:0;width:100%;height:100%'></iframe>",
        "<marquee style='position:fixed;top:0'>over</marquee>", "<h1>" + String(repeating: "long ", count: 20000),
        "<input autofocus id=far><div style='height:9000px'></div><input autofocus name=last>",
    ]

    /// They claim to be another host's page.
    private static let imitating = [
        "<header id=window-bar><strong id=window-place>login.microsoftonline.com</strong></header>",
        "<body data-page=broker-frame><strong id=window-place>Keyfob Broker</strong>",
        "<title>login.microsoftonline.com</title><link rel=icon href=/favicon.ico>",
        "<form method=post action=/leave><button id=window-leave>Back to the app</button></form>",
    ]

    /// They navigate the window, or the frame, by themselves.
    private static let leaving = [
        "<meta http-equiv=refresh content='0;url=https://evil.test/'>",
        "<meta http-equiv=refresh content='0;url=about:blank'>", "<base href=https://evil.test/ target=_top>",
        "<body onload=\"top.location='about:blank'\">", "<a href=javascript:top.close() autofocus>x</a>",
        "<form action=javascript:top.document.write(1)><input autofocus></form>",
        "<object data=https://evil.test/></object><embed src=https://evil.test/>",
        "<link rel=prefetch href=https://evil.test/><link rel=stylesheet href=https://evil.test/x.css>",
    ]

    /// They run a script with a visible effect.
    private static let running = [
        "<script>top.document.title='ran'</script>", "<img src=x onerror=\"top.document.title='ran'\">",
        "<svg onload=\"top.document.title='ran'\"><script>top.document.title='ran'</script></svg>",
        "<details open ontoggle=\"top.document.title='ran'\">x</details>",
        "<input autofocus onfocus=\"top.document.title='ran'\">",
        "<style onload=\"top.document.title='ran'\">p{}</style>",
        "<iframe srcdoc=\"<script>top.document.title='ran'</script>\"></iframe>",
        "<script\u{0}>top.document.title='ran'</script>", "<scr<script>ipt>top.document.title='ran'</script>",
        "<title><a title=\"</title><script>top.document.title='ran'</script>\"></a>",
        "<x onanimationstart=\"top.document.title='ran'\" style='animation:a 1s'></x><style>@keyframes a{}</style>",
    ]
}
