import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPFiles
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobYAML

/// The file of a form: pasted, or chosen.
struct DirectoryText: Sendable {
    /// The bytes of a file. The form around it, and the plan's page with the same text, stay below the limit of a body.
    static let mostBytes = 1_000_000

    /// The text, with line feeds as ends of lines.
    let text: String
    /// Whether to remove what it does not name.
    let prunes: Bool

    /// Reads the form.
    ///
    /// - Throws: ``DirectoryError`` if there is no file, there are two, or it is too large.
    init(_ request: PortalRequest) throws(DirectoryError) {
        let (pasted, chosen) = (Self.lineFeeds(request.form["text"] ?? ""), Self.lineFeeds(request.form["file"] ?? ""))
        guard Self.isBlank(pasted) || chosen.isEmpty else {
            throw .field("text", "There is a text, and a file is chosen too. Leave one of them out.")
        }
        text = chosen.isEmpty ? pasted : chosen
        prunes = request.isTicked("prune")
        guard !Self.isBlank(text) else { throw .field("text", "Paste the text of a file, or choose a file.") }
        guard text.utf8.count <= Self.mostBytes else {
            throw .field("text", "The file has more than \(Self.mostBytes) bytes. Use 'keyfob idp apply' for it.")
        }
    }

    /// What only the same file with the same option, in the same session, has.
    func seal(_ request: PortalRequest) -> String {
        Base64URL.encode(TokenHash.of("\(request.session.formToken)|\(prunes)|\(text)"))
    }

    /// Reads the file, and makes its plan or its changes in the tenant of the session.
    ///
    /// - Throws: `FileError` if it cannot be applied; `PlanHasChanged` if it changes something else than what was seen.
    func apply(_ request: PortalRequest, isDryRun: Bool, seenPlan: String? = nil, platform: [Application]) async throws
        -> DirectoryPlan
    {
        let context = request.context
        let options = ApplyOptions(
            isDryRun: isDryRun, prunes: prunes, onlyTenant: request.tenant.id,
            administrator: request.session.user.objectID, seenPlan: seenPlan)
        let setting = ApplySetting(
            random: context.random, now: context.now, passwordCost: context.configuration.passwordCost,
            platform: platform, reserved: context.reservedNames)
        return try await DirectoryFiles.apply(
            [SourceFile(name: "file", bytes: Array(text.utf8))], options, to: context.services.store, setting)
    }

    private static func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }

    /// Browsers send the ends of lines of a text as CR and LF, and a CR alone too.
    private static func lineFeeds(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var last: UInt8 = 0
        for byte in text.utf8 {
            if byte == 0x0D {
                bytes.append(0x0A)
            } else if byte != 0x0A || last != 0x0D {
                bytes.append(byte)
            }
            last = byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
