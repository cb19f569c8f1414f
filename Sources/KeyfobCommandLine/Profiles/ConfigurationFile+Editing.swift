#if Server
import Foundation
package import KeyfobCore
import KeyfobYAML

/// Changes of the file keep every line that they are not about, comments among them. What was changed is read again
/// before it is written: a form that these changes do not understand is refused, and never damaged.
extension ConfigurationFile {
    /// Returns the text with a further profile.
    ///
    /// - Throws: `AuthError` with code `wrongUse` if the name exists, `configuration` if the file's form is too
    ///   unusual to be changed.
    package func adding(_ profile: Profile, asDefault: Bool) throws(AuthError) -> [UInt8] {
        guard !profiles.contains(where: { $0.name == profile.name }) else {
            throw .wrongUse(
                "There is a profile '\(profile.name)' already.",
                remedy: "Remove it with \"keyfob config remove \(profile.name)\", or edit \(path).")
        }
        var lines = lines
        if let section = section("profiles") {
            let members = section.node.members ?? []
            let indentation = members.first.map { $0.place.column - 1 } ?? 2
            // An empty object in braces becomes the line of its name.
            if members.isEmpty { lines[section.start] = "profiles:" }
            lines.insert(contentsOf: Self.text(of: profile, indentation: indentation), at: section.end)
        } else {
            if lines.isEmpty { lines.append("# Profiles of keyfob: see \"keyfob config\". No secrets belong here.") }
            lines += ["profiles:"] + Self.text(of: profile, indentation: 2)
        }
        let wanted = profiles + [profile]
        guard asDefault else { return try checked(lines, profiles: wanted, defaultName: defaultName) }
        return try checked(
            ConfigurationFile(path: path, bytes: Self.joined(lines)).withDefault(profile.name), profiles: wanted,
            defaultName: profile.name)
    }

    /// Returns the text without a profile. If it is the default one, there is none afterwards.
    ///
    /// - Throws: `AuthError` with code `wrongUse` if there is no such profile, `configuration` if the file's form is
    ///   too unusual to be changed.
    package func removing(_ name: String) throws(AuthError) -> [UInt8] {
        guard let section = section("profiles"), let members = section.node.members,
            let index = members.firstIndex(where: { $0.name == name })
        else { throw try missing(name) }
        var lines = lines
        let start = members[index].place.line - 1
        let end = index + 1 < members.count ? members[index + 1].place.line - 1 : section.end
        guard start < end else { throw unusual }
        lines.removeSubrange(start..<Self.trimmed(lines, from: start, to: end))
        var defaultName = defaultName
        if defaultName == name, let section = self.section("default") {
            // The other section moves up if it is below the profile.
            let moved = section.start > start ? section.start - (self.lines.count - lines.count) : section.start
            lines.remove(at: moved)
            defaultName = nil
        }
        return try checked(lines, profiles: profiles.filter { $0.name != name }, defaultName: defaultName)
    }

    /// Returns the text with another default profile, which may be a built-in one.
    ///
    /// - Throws: `AuthError` with code `wrongUse` if there is no such profile, `configuration` if the file's form is
    ///   too unusual to be changed.
    package func settingDefault(_ name: String) throws(AuthError) -> [UInt8] {
        _ = try profile(name)
        return try checked(withDefault(name), profiles: profiles, defaultName: name)
    }

    private func withDefault(_ name: String) -> [String] {
        var lines = lines
        let text = YAMLWriter.text(of: ["default": .string(name)]).dropLast()
        if let section = section("default") {
            let comment = lines[section.start].range(of: " #").map { String(lines[section.start][$0.lowerBound...]) }
            lines[section.start] = text + (comment ?? "")
        } else {
            lines.insert(String(text), at: section("profiles")?.start ?? lines.count)
        }
        return lines
    }

    /// The error for a profile that is not in the file.
    private func missing(_ name: String) throws(AuthError) -> AuthError {
        let found = try profile(name)
        return .wrongUse("The profile '\(found.name)' is built in, and cannot be removed.")
    }

    private func checked(
        _ lines: [String], profiles wanted: [Profile], defaultName: String?
    ) throws(AuthError) -> [UInt8] {
        let bytes = Self.joined(lines)
        let again: ConfigurationFile
        do {
            again = try ConfigurationFile(path: path, bytes: bytes)
        } catch {
            throw unusual
        }
        let isAsWanted =
            again.defaultName == defaultName && again.profiles.count == wanted.count
            && zip(again.profiles, wanted).allSatisfy { $0.saysTheSame(as: $1) }
        guard isAsWanted else { throw unusual }
        return bytes
    }

    private var unusual: AuthError {
        .configuration(
            "\(Output.name(path)) is written in a form that keyfob does not change.",
            remedy: "Edit it by hand, or write each profile as an indented block below 'profiles:'.")
    }

    private static func text(of profile: Profile, indentation: Int) -> [String] {
        let text = YAMLWriter.text(
            of: .object([profile.name: profile.json]), order: Profile.order, indentation: indentation)
        return text.split(separator: "\n").map(String.init)
    }

    private var lines: [String] {
        var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map(String.init)
    }

    private static func joined(_ lines: [String]) -> [UInt8] {
        Array((lines.joined(separator: "\n") + (lines.isEmpty ? "" : "\n")).utf8)
    }

    /// A member of the document and its lines, counted from 0, without the blank lines and comments at their end.
    private func section(_ name: String) -> (node: SourceNode, start: Int, end: Int)? {
        guard let members = document?.members, let index = members.firstIndex(where: { $0.name == name }) else {
            return nil
        }
        let start = members[index].place.line - 1
        let next = index + 1 < members.count ? members[index + 1].place.line - 1 : lines.count
        return (members[index].node, start, Self.trimmed(lines, from: start, to: next))
    }

    private static func trimmed(_ lines: [String], from start: Int, to end: Int) -> Int {
        var end = min(end, lines.count)
        while end > start + 1 {
            let line = lines[end - 1].drop { $0 == " " || $0 == "\t" || $0 == "\r" }
            guard line.isEmpty || line.hasPrefix("#") else { break }
            end -= 1
        }
        return end
    }
}
#endif
