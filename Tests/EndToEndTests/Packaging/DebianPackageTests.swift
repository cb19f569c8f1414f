#if os(Linux)
import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("The Debian packages", .timeLimit(.minutes(20)))
struct DebianPackageTests {
    private static let executables = ["keyfob", "keyfob-signin", "keyfob-idp", "keyfob-broker", "keyfob-device"]

    @Test("on a clean root: installed, the unit's command serves as its user, and after the purge nothing is left")
    func cleanRoot() async throws {
        let work = try TemporaryDirectory("keyfob-clean-root")
        defer { work.remove() }
        let found = try await tryPackage(work.path)
        let packages = found["packages"]?.split(separator: " ").map(String.init) ?? []
        #expect(packages.contains("dpkg") && !packages.contains("systemd") && packages.count < 200, "\(packages)")
        #expect(found["installed"]?.contains("keyfob-idp install ok installed,") == true, "\(found)")
        #expect(found["verify"]?.isEmpty == true, "dpkg finds the files as it unpacked them")
        #expect(found["account"]?.hasPrefix("keyfob-idp:") == true)
        #expect(found["account"]?.hasSuffix(":/var/lib/keyfob-idp:/usr/sbin/nologin") == true)
        #expect(found["modes"] == "600 700 ", "other users cannot read the data")
        let account = found["account"]?.split(separator: ":").map(String.init) ?? []
        #expect(account.count > 2 && [account[0], account[2]].contains(found["owner"] ?? ""), "\(found)")
        let ready = try JSONValue(parsing: found["ready"] ?? "")
        #expect(ready["base_url"] == "https://localhost:8443" && ready["data"] == "/var/lib/keyfob-idp")
        #expect(try JSONValue(parsing: found["health"] ?? "")["status"] == "ok")
        let token = try JSONValue(parsing: found["token"] ?? "")["access_token"]?.stringValue
        #expect(token?.split(separator: ".").count == 3)
        #expect(found["stopped"] == "0")
        #expect(try JSONValue(parsing: found["container"] ?? "")["status"] == "ok")
        #expect(found["kept"] == "etc/default/keyfob-idp var/lib/keyfob-idp ", "remove keeps settings and data")
        #expect(found["registered"]?.isEmpty == true)
        #expect(found["left"]?.isEmpty == true, "\(found["left"] ?? "")")
    }

    /// The lines of NAME=VALUE that the script prints.
    private func tryPackage(_ folder: String) async throws -> [String: String] {
        let archives = try await DebianPackages.all().archives("keyfob-idp")
        let output = try await DebianPackages.run(
            "\(DebianPackages.project)/Scripts/packaging/try-package", [folder] + archives)
        var found: [String: String] = [:]
        for line in output.split(separator: "\n") {
            let halves = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if halves.count == 2 { found[halves[0]] = halves[1] }
        }
        return found
    }

    @Test("the same executables and sources give the same bytes, in another folder and later")
    func reproducible() async throws {
        let again = try TemporaryDirectory("keyfob-packages-again")
        defer { again.remove() }
        let first = try await DebianPackages.all().archive("keyfob-idp")
        try await DebianPackages.make("--output", again.path, "--package", "keyfob-idp")
        let second = "\(again.path)/\(URL(fileURLWithPath: first).lastPathComponent)"
        #expect(try await DebianPackages.run("/usr/bin/cmp", [first, second]).isEmpty)
    }

    @Test("every command and every executable has a manual page, which man shows")
    func manualPages() async throws {
        let root = try TemporaryDirectory("keyfob-unpacked")
        defer { root.remove() }
        try await DebianPackages.all().unpack(into: root.path)
        let pages = try FileManager.default.contentsOfDirectory(atPath: "\(DebianPackages.project)/docs/man/man1")
            .map { $0.replacing(".1", with: "") }
        #expect(pages.contains("keyfob-login") && Set(Self.executables).subtracting(pages) == ["keyfob-signin"])
        let installed = try FileManager.default.contentsOfDirectory(atPath: "\(root.path)/usr/share/man/man1")
        #expect(installed.sorted() == (pages + ["keyfob-signin"]).map { "\($0).1.gz" }.sorted())
        for name in pages + ["keyfob-signin"] {
            let shown = try await DebianPackages.run(
                "/usr/bin/man", ["-M", "\(root.path)/usr/share/man", "--pager=cat", "--warnings", name])
            #expect(shown.contains("EXAMPLES"), "\(name)")
        }
        let written = try await DebianPackages.run("/bin/zcat", ["\(root.path)/usr/share/man/man1/keyfob-idp.1.gz"])
        for part in [
            ".SS idp serve", ".SS idp hosts", "\\fB\\-\\-stand\\-in\\fR", "\\fB\\-\\-profile\\fR \\fIprofile\\fR",
        ] {
            #expect(written.contains(part), "\(part)")
        }
    }

    @Test("bash, zsh and fish accept the completions")
    func completions() async throws {
        let root = try TemporaryDirectory("keyfob-unpacked")
        defer { root.remove() }
        try await DebianPackages.all().unpack(into: root.path)
        let share = root.path + "/usr/share"
        for name in Self.executables where name != "keyfob-signin" {
            let bash = try await DebianPackages.run(
                "/bin/bash",
                ["-c", "source \"$0\" && complete -p \"$1\"", "\(share)/bash-completion/completions/\(name)", name])
            #expect(bash.hasSuffix(" \(name)\n"), "\(bash)")
            try await DebianPackages.run("/bin/zsh", ["-n", "\(share)/zsh/vendor-completions/_\(name)"])
            try await DebianPackages.run(
                "/usr/bin/fish", ["--no-execute", "\(share)/fish/vendor_completions.d/\(name).fish"])
        }
    }

    @Test("make install puts executables, manual pages and completions under a prefix; a second time replaces them")
    func installed() async throws {
        let root = try TemporaryDirectory("keyfob-installed")
        defer { root.remove() }
        let script = "\(DebianPackages.project)/Scripts/packaging/install"
        for _ in 1...2 {
            try await DebianPackages.run(
                script, ["--binaries", BuildProducts.folder, "--root", root.path, "--prefix", "/usr/local"])
        }
        let local = root.path + "/usr/local"
        #expect(try await DebianPackages.run("\(local)/bin/keyfob", ["login", "--help"]).contains("--prompt"))
        let shown = try await DebianPackages.run(
            "/usr/bin/man", ["-M", "\(local)/share/man", "--pager=cat", "keyfob", "login"])
        #expect(shown.contains("KEYFOB-LOGIN(1)"))
        for place in [
            "bash-completion/completions/keyfob", "zsh/site-functions/_keyfob", "fish/vendor_completions.d/keyfob.fish",
        ] {
            #expect(try String(contentsOfFile: "\(local)/share/\(place)", encoding: .utf8).contains("---complete"))
        }
    }

    @Test("each package has its licence, and the licences of what is linked into it")
    func licences() async throws {
        let root = try TemporaryDirectory("keyfob-unpacked")
        defer { root.remove() }
        try await DebianPackages.all().unpack(into: root.path)
        for name in ["keyfob", "keyfob-idp", "keyfob-broker"] {
            let text = try String(contentsOfFile: "\(root.path)/usr/share/doc/\(name)/copyright", encoding: .utf8)
            #expect(text.contains("License: Apache-2.0"))
            for package in ["GRDB.swift", "swift-nio", "swift-crypto", "swift-argument-parser", "hummingbird"] {
                #expect(text.contains("\n\(package) "), "\(package)")
            }
            #expect(text.contains("Permission is hereby granted, free of charge"), "GRDB's licence")
        }
    }

    @Test("systemd accepts the units, and finds the service confined")
    func units() async throws {
        let root = try TemporaryDirectory("keyfob-unpacked")
        defer { root.remove() }
        try await DebianPackages.all().unpack(into: root.path)
        let system = "\(root.path)/usr/lib/systemd/system/keyfob-idp.service"
        // The units name /usr/bin, where only an installed package is.
        for unit in [system, "\(root.path)/usr/lib/systemd/user/keyfob-device.service"] {
            let text = try String(contentsOfFile: unit, encoding: .utf8)
            let copy = "\(root.path)/\(URL(fileURLWithPath: unit).lastPathComponent)"
            try text.replacing("ExecStart=/usr/bin/", with: "ExecStart=\(root.path)/usr/bin/")
                .write(toFile: copy, atomically: true, encoding: .utf8)
            let said = try await DebianPackages.run(
                "/bin/sh", ["-c", "systemd-analyze --man=no verify \"$0\" 2>&1", copy])
            #expect(!said.contains(URL(fileURLWithPath: unit).lastPathComponent), "\(said)")
        }
        let rating = try await DebianPackages.run(
            "/bin/sh", ["-c", "systemd-analyze security --offline=true --threshold=20 --no-pager \"$0\" 2>&1", system])
        #expect(rating.contains("OK"), "\(rating)")
    }

    @Test("the container's file takes its package, user and folder from what is packaged")
    func container() throws {
        let packaging = "\(DebianPackages.project)/Scripts/packaging"
        let container = try String(contentsOfFile: "\(packaging)/Containerfile", encoding: .utf8)
        let unit = try String(contentsOfFile: "\(packaging)/debian/keyfob-idp.service", encoding: .utf8)
        #expect(container.contains("/packages/keyfob-idp_*.deb"))
        #expect(container.contains("\nUSER keyfob-idp\n") && unit.contains("\nUser=keyfob-idp\n"))
        #expect(container.contains("\nVOLUME /var/lib/keyfob-idp\n") && unit.contains("--data /var/lib/keyfob-idp "))
    }
}
#endif
