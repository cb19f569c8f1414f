#if Server
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
package import KeyfobCore
import KeyfobYAML

/// The configuration file of the tool: the user's profiles, and the name of the default one.
package struct ConfigurationFile: Sendable {
    /// The largest file that is read, in bytes.
    private static let limit = 1 << 20

    /// The path, also if there is no file.
    package let path: String
    /// The bytes; empty if there is no file.
    let bytes: [UInt8]
    /// The document; nil if there is none.
    let document: SourceNode?
    /// The user's profiles, in the order of the file.
    package let profiles: [Profile]
    /// The name of the default profile.
    package let defaultName: String?

    /// Returns the path of the file: `KEYFOB_CONFIG`, else `keyfob/config.yaml` in `XDG_CONFIG_HOME` (only if that is
    /// absolute, as its specification requires) or in `~/.config`. Nil if the environment names no home.
    package static func path(environment: [String: String]) -> String? {
        if let path = environment["KEYFOB_CONFIG"], !path.isEmpty { return path }
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return folder + "/keyfob/config.yaml" }
        return environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.config/keyfob/config.yaml" : nil }
    }

    /// Reads the file of an environment; a missing one has no profiles.
    ///
    /// - Throws: `AuthError` with code `configuration`: the file's line and what is wrong with it.
    package init(environment: [String: String]) throws(AuthError) {
        guard let path = Self.path(environment: environment) else {
            self = try ConfigurationFile(path: "", bytes: [])
            return
        }
        self = try ConfigurationFile(path: path, bytes: Self.read(path))
    }

    /// Reads the bytes of a file.
    ///
    /// - Throws: `AuthError` with code `configuration`: the line and what is wrong with it.
    package init(path: String, bytes: [UInt8]) throws(AuthError) {
        self.path = path
        self.bytes = bytes
        let documents: [SourceNode]
        do throws(FileError) {
            documents = bytes.isEmpty ? [] : try YAMLReader.documents(SourceFile(name: path, bytes: bytes))
        } catch {
            throw .configuration(error.description, remedy: "Correct the file; docs/tool.md shows one.")
        }
        guard documents.count < 2 else {
            throw .inFile(documents[1].place, "The file has a second document.", remedy: "Remove the line '---'.")
        }
        document = documents.first
        var profiles: [Profile] = []
        var defaultName: String?
        for member in try document?.objectMembers("The file") ?? [] {
            switch member.name {
            case "default": defaultName = try member.node.text("default")
            case "profiles":
                for member in try member.node.objectMembers("'profiles'") { profiles.append(try Profile(member)) }
            default:
                throw .inFile(
                    member.place,
                    "There is no setting '\(member.name.prefix(64))'."
                        + Suggestion.question(about: member.name, among: ["default", "profiles"]),
                    remedy: "The file has 'default', the name of a profile, and 'profiles'.")
            }
        }
        self.profiles = profiles
        self.defaultName = defaultName
    }

    /// The profile of a name: the user's, else the built-in one.
    ///
    /// - Throws: `AuthError` with code `wrongUse` if there is none; it asks whether the nearest one was meant.
    package func profile(_ name: String) throws(AuthError) -> Profile {
        if let profile = profiles.first(where: { $0.name == name }) { return profile }
        if let known = KnownProvider(rawValue: name) { return Profile(known) }
        let names = profiles.map(\.name)
        let existing =
            names.isEmpty
            ? "\(path.isEmpty ? "The configuration" : path) has no profiles."
            : names.count == 1
                ? "The only profile is \(names[0])." : "The profiles are \(names.joined(separator: ", "))."
        let question = Suggestion.question(about: name, among: names + KnownProvider.allCases.map(\.rawValue))
        throw .wrongUse(
            "There is no profile '\(Output.name(String(name.prefix(64))))'.\(question)",
            remedy: "\(existing) \"keyfob config add\" adds one.")
    }

    private static func read(_ path: String) throws(AuthError) -> [UInt8] {
        // Opening a pipe must not block.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0, errno == ENOENT || errno == ENOTDIR { return [] }
        func unreadable(_ number: Int32) -> AuthError {
            .configuration(
                "The configuration \(Output.name(path)) cannot be read: \(String(cString: strerror(number))).",
                remedy: "Correct its permissions, or name another file in KEYFOB_CONFIG.")
        }
        guard descriptor >= 0 else { throw unreadable(errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unreadable(errno) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= limit else { throw .configuration("The configuration \(path) is too large.") }
        }
    }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
#endif
