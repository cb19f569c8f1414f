import Foundation
import KeyfobTesting
import Testing

@Suite("Manual pages", .timeLimit(.minutes(10)))
struct ManualPagesTests {
    private static let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }
    private static let folder = root.path + "/docs/man"
    private let tool: Tool

    init() throws { tool = try Tool() }

    /// A command, as its help describes it.
    private struct Help {
        let words: [String]
        let text: String
        /// Whether it is what the command above does without another word.
        var isDefault = false

        /// The names of its subcommands, each with its abstract.
        var commands: [String: String] {
            var found: [String: String] = [:]
            var last = ""
            let lines = text.split(separator: "\n").drop { $0 != "SUBCOMMANDS:" }.dropFirst()
            for line in lines.prefix(while: { !$0.hasPrefix("  See ") }) {
                // A long abstract continues in the next line.
                guard !line.hasPrefix("   ") else {
                    found[last]? += " " + line.trimmingCharacters(in: .whitespaces)
                    continue
                }
                let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
                last = String(words[0])
                found[last] = words.last.map { $0.trimmingCharacters(in: .whitespaces) }
            }
            return found
        }

        /// The long options that it lists.
        var options: Set<String> {
            Set(text.matches(of: /(?m)^  (?:-\w, )?(--[a-z][a-z-]*)/).map { String($0.output.1) })
        }
    }

    /// The help of a command and of all below it.
    private func help(_ words: [String], isDefault: Bool = false) async throws -> [Help] {
        let text = try await tool.run(words + ["--help"]).output
        var all = [Help(words: words, text: text, isDefault: isDefault)]
        for (name, abstract) in all[0].commands {
            all += try await help(words + [name], isDefault: abstract.hasPrefix("(default)"))
        }
        return all
    }

    private func page(_ name: String) throws -> String {
        try String(contentsOfFile: "\(Self.folder)/man1/\(name).1", encoding: .utf8)
    }

    /// A page as it is read, without the escapes of its language.
    private static func text(_ page: String) -> String {
        page.replacing("\\-", with: "-").replacing("\\(aq", with: "'").replacing("\\(ti", with: "~")
            .replacing(/\\f[BRI]/, with: "").replacing("\\&", with: "").replacing("\\e", with: "\\")
    }

    private static func section(_ name: String, of text: String) -> Substring? {
        text.split(separator: "\n.SH ").first { $0.hasPrefix(name + "\n") }
    }

    /// keyfob-migrate is built separately; the phase of its tests compares its page.
    private func commands() async throws -> [String] {
        let all = Help(words: [], text: try await tool.run("--help").output).commands.keys.sorted()
        try #require(all.contains("token") && all.count > 12)
        return all
    }

    @Test("keyfob(1) has every command of the help and no others, and each has its own page")
    func overview() async throws {
        defer { tool.remove() }
        let commands = try await commands()
        let text = Self.text(try page("keyfob"))
        let listed = try #require(Self.section("COMMANDS", of: text)).matches(of: /\.TP\n\.B ([a-z]+)\n/)
        #expect(listed.map { String($0.output.1) }.sorted() == commands)
        let pages = try FileManager.default.contentsOfDirectory(atPath: "\(Self.folder)/man1").sorted()
        let wanted = ["keyfob.1", "keyfob-device.1"] + commands.map { "keyfob-\($0).1" }
        #expect(pages == wanted.sorted())
        for command in commands { #expect(text.contains(".BR keyfob-\(command) (1)"), "not in SEE ALSO: \(command)") }
    }

    @Test("a page has every command and every option of the command's help, and no others")
    func complete() async throws {
        defer { tool.remove() }
        for command in try await commands() where command != "migrate" {
            let text = Self.text(try page("keyfob-\(command)"))
            let help = try await help([command])
            for found in help where found.commands.isEmpty && !found.isDefault {
                #expect(text.contains("\nkeyfob \(found.words.joined(separator: " "))"), "\(found.words)")
            }
            // What the command's abstract enumerates is there.
            let abstract = Help(words: [], text: try await tool.run("--help").output).commands[command]
            if help.count > 1, let named = abstract?.split(separator: ": ").dropFirst().first {
                let names = named.dropLast().split(separator: ", ").map(String.init)
                #expect(Set(names) == Set(help[0].commands.keys), "\(command)")
            }
            let tags = text.matches(of: /\.TP\n(.*)/).map(\.output.1)
            let described = Set(tags.flatMap { $0.matches(of: /--[a-z][a-z-]*/).map { String($0.output) } })
            let known = help.reduce(into: Set<String>()) { $0.formUnion($1.options) }
            #expect(described == known, "\(command): \(described.symmetricDifference(known))")
        }
    }

    @Test("a page has every section; its examples are commands with options that exist")
    func examples() async throws {
        defer { tool.remove() }
        var known: Set<String> = ["--format", "--brief", "--write", "--folder"]
        let commands = try await commands()
        for command in commands where command != "migrate" {
            known.formUnion(try await help([command]).flatMap(\.options))
        }
        for name in commands.map({ "keyfob-\($0)" }) + ["keyfob-device"] {
            let text = Self.text(try page(name))
            for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "SEE ALSO"] {
                #expect(Self.section(section, of: text) != nil, "\(name): \(section)")
            }
            let code = try #require(Self.section("EXAMPLES", of: text)).matches(of: /\.RS\n((?:.|\n)*?)\n\.RE/)
            let words = name == "keyfob-device" ? name : name.replacing("-", with: " ", maxReplacements: 1)
            #expect(code.contains { $0.output.1.contains(words) }, "\(name) has no example of itself")
            for lines in code {
                for line in lines.output.1.replacing("\\\n", with: "").split(separator: "\n") {
                    // Other programs have options too.
                    let own = line.split(separator: " -- ")[0].split(separator: " | ")[0]
                    guard own.contains(/^(?:\w+=)?"?(?:\$\()?keyfob/) else { continue }
                    for option in own.matches(of: /\ (--[a-z][a-z-]*)/) {
                        #expect(known.contains(String(option.output.1)), "\(name): \(line)")
                    }
                }
            }
        }
    }

    #if os(Linux)
    @Test("groff formats every page without a warning, and man shows it by the words that a user types")
    func shown() async throws {
        defer { tool.remove() }
        var environment = tool.environment
        environment["LC_ALL"] = "C.UTF-8"
        environment["MANWIDTH"] = "100"
        for file in try FileManager.default.contentsOfDirectory(atPath: "\(Self.folder)/man1") {
            let path = "\(Self.folder)/man1/\(file)"
            let formatted = try await ChildProcess.run(
                "/usr/bin/groff", ["-man", "-Tutf8", "-ww", "-Kutf8", "-z", path], environment: environment)
            #expect(formatted.status == 0 && formatted.output.isEmpty && formatted.errors.isEmpty, "\(formatted)")
            // "keyfob login" for keyfob-login(1), "keyfob-device" for a tool of its own.
            let name = file.replacing(".1", with: "")
            let words = name.split(separator: "-", maxSplits: 1).map(String.init)
            let man = try await ChildProcess.run(
                "/usr/bin/man", ["-M", Self.folder, "--pager=cat"] + words, environment: environment)
            #expect(man.status == 0 && man.output.contains("\(name.uppercased())(1)"), "\(man)")
        }
    }
    #endif
}
