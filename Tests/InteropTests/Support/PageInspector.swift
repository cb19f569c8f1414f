import Foundation
import KeyfobCore

/// Examines the page that a browser shows, and collects what is wrong with it.
struct PageInspector {
    /// A desktop's window, and a phone's.
    static let sizes = [WindowSize(width: 1280, height: 900), WindowSize(width: 390, height: 844)]

    let browser: WebDriver
    /// The source of axe-core.
    let axe: String
    /// Whether pages may run scripts. Without, their look is the same: only the layout is examined.
    let allowsScripts: Bool
    /// The findings, each with its page.
    private(set) var findings: [String] = []
    /// The names under which pages were examined.
    private(set) var names: [String] = []

    init(_ browser: WebDriver, axe: String, allowsScripts: Bool) {
        self.browser = browser
        self.axe = axe
        self.allowsScripts = allowsScripts
    }

    /// Examines the page in each size and colour scheme.
    ///
    /// - Parameters:
    ///   - name: the name of the screenshots.
    ///   - page: the `data-page` that is expected.
    mutating func look(_ name: String, is page: String) async throws {
        names.append(name)
        // The click before has returned; the page that it leads to may still be loading.
        var shown = try await browser.page()
        for _ in 0..<500 where shown != page { shown = try await browser.page() }
        guard shown == page else {
            findings.append("\(name): the page is \(shown ?? "another site's"): \(try await browser.text())")
            return
        }
        try await note(name, strings(browser.find(byScript: Self.focusScript)))
        if allowsScripts { _ = try await browser.find(byScript: axe) }
        for size in Self.sizes {
            try await browser.resize(size)
            let place = "\(name) at \(size.width)"
            try await note(place, strings(browser.find(byScript: Self.layoutScript)))
            guard allowsScripts else { continue }
            for colours in ["light", "dark"] {
                try await browser.prefer(colours: colours)
                try await note("\(place), \(colours)", strings(browser.await(script: Self.axeScript)))
                try await browser.keepScreenshot("walk/\(name)-\(size.width)-\(colours)")
            }
            try await note(place, tabOrder())
        }
        // The browser itself reports the status of a page for an error, which has to be what it is.
        let status = "\(try await browser.address()) - Failed to load resource: the server responded with a status of"
        note(name, try await browser.consoleMessages().filter { !$0.hasPrefix(status) })
    }

    /// Forgets the console's messages about another site.
    func leaveSite() async throws { _ = try await browser.consoleMessages() }

    private mutating func note(_ place: String, _ texts: [String]) {
        findings += texts.map { "\(place): \($0)" }
    }

    private func strings(_ value: JSONValue) -> [String] { (value.arrayValue ?? []).compactMap(\.stringValue) }

    /// Presses Tab through the page, and compares the order with that in which a reader sees the elements.
    private func tabOrder() async throws -> [String] {
        let expected = strings(try await browser.find(byScript: Self.startTabsScript))
        guard !expected.isEmpty else { return [] }
        try await browser.pressTab(times: expected.count)
        let seen = strings(try await browser.find(byScript: "return window.keyfobFocused"))
        return seen == expected ? [] : ["the focus goes to \(seen) where the page shows \(expected)"]
    }

    /// The focus is in the first field that has to be filled.
    private static let focusScript = """
        const first = [...document.querySelectorAll('input,textarea,select')]
          .find(e => e.required && !e.value && e.checkVisibility());
        if (!first || document.activeElement === first) return [];
        return ['the focus is in ' + document.activeElement.outerHTML.slice(0, 80) + ', not in ' + first.name];
        """

    /// Nothing is wider than the window, or than its own box.
    private static let layoutScript = """
        const found = [], inner = window.innerWidth, page = document.scrollingElement.scrollWidth;
        if (page > inner) found.push('the page is ' + page + ' wide in a window of ' + inner);
        for (const e of document.body.querySelectorAll('*')) {
          if (!e.checkVisibility()) continue;
          const box = e.getBoundingClientRect();
          if (box.width === 0 || box.height === 0) continue;
          const name = e.tagName + (e.id ? '#' + e.id : '');
          if (box.right > inner + 0.5 || box.left < -0.5) found.push(name + ' is outside of the window');
          if (e.tagName !== 'INPUT' && e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1)
            found.push(name + ' is cut off: ' + e.scrollWidth + ' in ' + e.clientWidth);
        }
        return found;
        """

    private static let axeScript = """
        const done = arguments[arguments.length - 1];
        axe.run().then(result => done(result.violations.map(violation =>
          violation.id + ': ' + violation.help + ': ' + violation.nodes.map(node => node.html.slice(0, 200)))),
          error => done([String(error)]));
        """

    /// Puts the focus before the page, and returns the elements that Tab reaches, from the top, each row from the left.
    private static let startTabsScript = """
        const name = e => e.tagName.toLowerCase() + (e.name ? '.' + e.name : '') + (e.value ? '=' + e.value : '')
          + (e.id ? '#' + e.id : '');
        window.keyfobFocused = [];
        if (!window.keyfobListens)
          document.addEventListener('focusin', event => window.keyfobFocused.push(name(event.target)));
        window.keyfobListens = true;
        window.scrollTo(0, 0);
        document.body.tabIndex = -1;
        document.body.focus();
        document.body.removeAttribute('tabindex');
        window.keyfobFocused = [];
        const boxes = [...document.querySelectorAll('a[href],button,input,select,textarea,summary')]
          .filter(e => !e.disabled && e.tabIndex >= 0 && e.type !== 'hidden' && e.checkVisibility())
          .map(e => [e, e.getBoundingClientRect()]);
        // A reader sees a column as a whole, and reads the left one first.
        const columns = [...document.querySelectorAll('[data-column]')];
        const column = e => columns.indexOf(e.closest('[data-column]'));
        boxes.sort(([e, a], [f, b]) => column(e) >= 0 && column(f) >= 0 && column(e) !== column(f)
          ? column(e) - column(f) : a.bottom <= b.top + 2 ? -1 : b.bottom <= a.top + 2 ? 1 : a.left - b.left);
        return boxes.map(([e]) => name(e));
        """
}
