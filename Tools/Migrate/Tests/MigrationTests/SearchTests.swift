import Migration
import Testing

@Suite("Uses of older libraries")
struct SearchTests {
    @Test(
        "the findings in Swift are exactly those that the comments list, line by line",
        arguments: [
            "ADALSwift/ContosoNotes/AuthService.swift", "ADALSwift/ContosoNotes/Notes.swift", "OldMSAL/Login.swift",
            "Clean/App.swift", "Sketches/Uses.swift",
        ])
    func swift(_ name: String) throws {
        let text = try Fixtures.text(name)
        #expect(Fixtures.found(Search().findings(inSwift: text)) == Fixtures.expected(text))
    }

    @Test(
        "the findings in Objective-C are exactly those that the comments list, line by line",
        arguments: [
            "ADALObjC/Suite/AppDelegate.m", "ADALObjC/Suite/AppDelegate.h", "ADALObjC/Suite/Legacy.mm",
            "OldMSAL/Login.m", "Sketches/Uses.m",
        ])
    func objectiveC(_ name: String) throws {
        let text = try Fixtures.text(name)
        #expect(Fixtures.found(Search().findings(inObjectiveC: text)) == Fixtures.expected(text))
    }

    @Test("a finding has file, line and column, counted in bytes as by compilers")
    func place() throws {
        let swift = Search().findings(inSwift: "import ADAL\nlet ä = /* x */ ADAuthenticationContext.self\n")
        #expect(swift.map { "\($0.line):\($0.column) \($0.found)" } == ["1:8 ADAL", "2:18 ADAuthenticationContext"])
        let objectiveC = Search().findings(inObjectiveC: "\n\tid ä = [ADLogger new];")
        #expect(objectiveC.map { "\($0.line):\($0.column) \($0.found)" } == ["2:11 ADLogger"])
    }

    @Test("the code to write contains the call's arguments, and the resource as a scope")
    func sketches() throws {
        let swift = try #require(
            Search().findings(
                inSwift: """
                    import ADAL
                    context.acquireTokenSilent(withResource: "https://graph.microsoft.com", clientId: id,
                        redirectUri: uri, userId: person.mail, forceRefresh: true) { result in }
                    context.acquireTokenSilent(withResource: resource, clientId: id, redirectUri: uri) { result in }
                    """
            ).dropFirst().first?.sketch)
        #expect(swift.contains("scopes: [\"https://graph.microsoft.com/.default\"], account: account"))
        #expect(swift.contains("account(forUsername: person.mail)"))
        #expect(swift.contains("parameters.forceRefresh = true"))
        #expect(!swift.contains("claimsRequest"))
        let all = try Fixtures.report("ADALObjC").findings
        let silent = try #require(all.first { $0.rule == "adal.acquireSilent" }?.sketch)
        #expect(silent.contains("initWithScopes:@[ @\"https://graph.microsoft.com/.default\" ]"))
        #expect(silent.contains("parameters.forceRefresh = YES;"))
        let acquire = try #require(all.first { $0.rule == "adal.acquire" }?.sketch)
        #expect(acquire.contains("[kResource stringByAppendingString:@\"/.default\"]"))
        #expect(acquire.contains("interactive.loginHint = (self.userId ?: nil);"))
        // A call that always prompted never used the cache, so no silent call is suggested for it.
        let always = try Fixtures.report("ADALSwift").findings.first { $0.rule == "adal.acquireInteractive" }?.sketch
        #expect(always?.contains("promptType = .login  // was AD_PROMPT_ALWAYS") == true)
        #expect(always?.contains("acquireTokenSilent") == false)
        let group = try #require(all.first { $0.file.hasSuffix(".mm") && $0.rule == "adal.context.create" }?.sketch)
        #expect(group.contains("keychainSharingGroup = @\"g\";"))
        // A resource with a trailing slash keeps it, and the scope has two.
        let slash = try Fixtures.report("ADALSwift").findings.first { $0.rule == "adal.acquireInteractive" }?.sketch
        #expect(slash?.contains("[\"https://graph.microsoft.com//.default\"]") == true)
    }

    @Test("every rule has texts and a unique name, and every library has rules")
    func rules() {
        let rules = RuleBook.all.rules
        #expect(Set(rules.map(\.id)).count == rules.count)
        for rule in rules { #expect(!rule.what.isEmpty && rule.instead.hasSuffix("."), "\(rule.id)") }
        #expect(Rule.Library.allCases.allSatisfy { library in rules.contains { $0.library == library } })
    }

    @Test("the uses whose code to write is compiled include every rule that has code, in both languages")
    func compiledRules() throws {
        let swift = Set(Search().findings(inSwift: try Fixtures.text("Sketches/Uses.swift")).map(\.rule))
        let objectiveC = Set(Search().findings(inObjectiveC: try Fixtures.text("Sketches/Uses.m")).map(\.rule))
        for rule in RuleBook.all.rules {
            if rule.hasSwift { #expect(swift.contains(rule.id)) }
            // Only macOS has the cache that an app stores itself.
            if rule.hasObjectiveC, rule.id != "adal.cache.delegate" { #expect(objectiveC.contains(rule.id)) }
        }
    }

    @Test(
        "the search survives text that is not a program",
        arguments: [
            "", "[", "]", "[[", "@", "@import", "@import ", "#", "#import", "#import <", "\"", "'", "/*", "//", "//\\",
            "\\", "R\"(", "R\"", "[a", "[a b:", "[a b:]", "[:a]", "[a ? b : c]", "}{)(][", "\u{0}\u{FF}",
            "[ADLogger", "ADLogger *", "* ADLogger", "ADAuthenticationContext *a; a.", "->validateAuthority",
            "import ADAL\ncontext.acquireToken(withResource:", "import ADAL\n)]}", "ADAuthenticationContext(authority:",
        ])
    func nonsense(_ text: String) {
        _ = Search().findings(inSwift: text)
        _ = Search().findings(inObjectiveC: text)
        for prefix in ["import ADAL\n", "#import <ADAL/ADAL.h>\n"] {
            _ = Search().findings(inObjectiveC: prefix + text + text)
        }
    }

    @Test("the search survives every prefix of a real file")
    func beginnings() throws {
        let text = try Fixtures.text("ADALObjC/Suite/Legacy.mm")
        let bytes = Array(text.utf8)
        for end in bytes.indices {
            _ = Search().findings(inObjectiveC: String(decoding: bytes[..<end], as: UTF8.self))
        }
    }
}
