import KeyfobCore

/// The rules that the portal adds to the style sheet of the sign-in pages: wide pages with navigation, tables and long
/// forms. In a narrow window a table becomes a list, so that nothing is cut off.
enum PortalStyle {
    static let rules: HTML = """

        body.portal{display:block}
        .portal main{width:min(76rem,100vw - 2rem);margin:1rem auto 3rem}
        .skip{position:absolute;left:0;top:0;padding:.5rem 1rem;background:var(--paper);transform:translateY(-120%)}
        .skip:focus{transform:none}
        .top{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;align-items:center;width:min(76rem,100vw - 2rem);\
        margin:1rem auto 0}
        .top p{margin:0}
        .top .brand{flex:1;min-width:0}
        .portal nav{width:min(76rem,100vw - 2rem);margin:.5rem auto 0}
        .portal nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:0}
        .portal nav li{padding:.15rem 0;border:0}
        .portal nav a[aria-current]{color:var(--ink);font-weight:600;text-decoration:none}
        h2{margin:2rem 0 .5rem;font-size:1.15rem;padding-top:1rem;border-top:1px solid var(--line)}
        h3{margin:1.25rem 0 .25rem;font-size:1rem}
        table{width:100%;border-collapse:collapse;margin:.75rem 0}
        caption{text-align:left;color:var(--soft);font-size:.9rem;padding-bottom:.25rem}
        th,td{padding:.4rem .6rem .4rem 0;text-align:left;vertical-align:top;border-top:1px solid var(--line);\
        overflow-wrap:anywhere}
        td form{display:inline}
        .portal dl{margin-top:.75rem}
        select,textarea,input:is([type=search],[type=url],[type=email],[type=number],[type=file]){width:100%;margin-top:.25rem;\
        padding:.6rem .7rem;font:inherit;color:var(--ink);background:var(--paper);border:1px solid var(--soft);\
        border-radius:.4rem}
        textarea{min-height:5rem;overflow-wrap:anywhere}
        textarea.code,pre{font:.85rem/1.5 ui-monospace,monospace}
        pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.5rem 0}
        textarea.tall{min-height:24rem}
        .hint{margin:.1rem 0 0;color:var(--soft);font-size:.9rem;font-weight:400}
        .portal form{max-width:44rem}
        .portal button{padding:.45rem 1rem}
        button.danger{border-color:var(--bad);background:transparent;color:var(--bad)}
        .filter{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:flex-end}
        .portal form.filter{max-width:none}
        .filter div{flex:1 1 10rem;min-width:0}
        .filter label{margin:0}
        .notice,.summary{margin:1rem 0;padding:.75rem 1rem;border:1px solid var(--line);border-left:4px solid var(--accent)}
        .summary{border-left-color:var(--bad)}
        .summary ul{margin:0}
        .summary li{padding:0;border:0}
        .summary a,.problem{color:var(--bad)}
        .problem{margin:.1rem 0 0;font-weight:600}
        [aria-invalid=true]{border-color:var(--bad)}
        .columns{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:0 2.5rem}
        .plain-list{list-style:disc;padding-left:1.25rem}
        .plain-list li{padding:.1rem 0;border:0}
        fieldset{margin:1rem 0 0;padding:.5rem 1rem 1rem;border:1px solid var(--line);border-radius:.4rem;min-width:0}
        legend{font-weight:600}
        fieldset .choice{margin-top:.5rem}
        .choice label{min-width:0;overflow-wrap:anywhere}
        .once{font:1.05rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
        @media (max-width:52rem){.columns{grid-template-columns:minmax(0,1fr)}}
        @media (max-width:40rem){table,tbody,tr,td,th,caption{display:block}thead{display:none}tr{padding:.5rem 0;\
        border-top:1px solid var(--line)}th,td{border:0;padding:.1rem 0}td[data-label]::before{content:attr(data-label) ": ";\
        color:var(--soft)}}
        """
}
