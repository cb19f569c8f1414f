#if Server
import Foundation
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting

/// The person of the demo at a browser, as files: their name and their behaviour at the next page, the browser's
/// cookies, and the visited pages.
///
/// The browser is another process each time, started by the app through `BROWSER`; these files are all that it and the
/// story share.
struct BrowserFolder: Sendable {
    let directory: String
    /// The user id under which the browser runs; nil for the demo's own.
    var userID: UInt32?

    var personFile: String { "\(directory)/person.json" }
    var cookieFile: String { "\(directory)/cookies.json" }
    var visitsFile: String { "\(directory)/visits.jsonl" }

    /// Sets the person at the browser and their behaviour.
    ///
    /// - Parameters:
    /// - cookies: False clears the browser first, as a private window would.
    /// - leaves: Whether they go back to the app from the broker's first page.
    /// - authenticatorKey: The key in their authenticator app.
    /// - usesCertificate: Whether they sign in by certificate where that is offered.
    func setUser(
        _ user: String, password: String = SeedNames.password, consents: Bool = true, declining: [String] = [],
        cookies: Bool = true, leaves: Bool = false, authenticatorKey: String? = nil, usesCertificate: Bool = false
    ) throws {
        let script: JSONValue = [
            "user": .string(user), "password": .string(password), "consents": .bool(consents),
            "declining": .strings(declining), "leaves": .bool(leaves),
            "authenticator_key": authenticatorKey.map { .string($0) } ?? .null,
            "uses_certificate": .bool(usesCertificate),
        ]
        try Data(script.bytes()).write(to: URL(fileURLWithPath: personFile), options: .atomic)
        try hand(over: personFile)
        if !cookies, FileManager.default.fileExists(atPath: cookieFile) {
            try FileManager.default.removeItem(atPath: cookieFile)
        }
    }

    /// Gives a file to the user under whose id the browser runs: no other user may read its passwords.
    private func hand(over path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        guard let userID, lchown(directory, userID, userID) == 0, lchown(path, userID, userID) == 0 else {
            try require(userID == nil, "\(path) cannot be given to user \(userID ?? 0)")
            return
        }
    }

    /// Whether the person goes back to the app as soon as the broker shows a page.
    func leaves() throws -> Bool {
        let json = try JSONValue(parsing: [UInt8](Data(contentsOf: URL(fileURLWithPath: personFile))))
        return json["leaves"]?.boolValue ?? false
    }

    /// The person at the browser, with their behaviour.
    func person() throws -> Person {
        let json = try JSONValue(parsing: [UInt8](Data(contentsOf: URL(fileURLWithPath: personFile))))
        var person = Person(user: json["user"]?.stringValue ?? "", password: json["password"]?.stringValue ?? "")
        person.authenticatorKey = json["authenticator_key"]?.stringValue.map { Secret($0) }
        person.usesCertificate = json["uses_certificate"]?.boolValue ?? false
        person.consents = json["consents"]?.boolValue ?? true
        person.declining = ScopeSet((json["declining"]?.arrayValue ?? []).compactMap(\.stringValue))
        return person
    }

    /// The browser's cookies.
    func cookies() throws -> CookieJar {
        guard let content = FileManager.default.contents(atPath: cookieFile) else { return CookieJar() }
        return CookieJar(json: try JSONValue(parsing: [UInt8](content)))
    }

    /// Stores the browser's cookies for its next start.
    func keep(_ cookies: CookieJar) throws {
        try Data(cookies.json.bytes()).write(to: URL(fileURLWithPath: cookieFile), options: .atomic)
    }

    /// Records the outcome of one start of the browser.
    func note(pages: [String], number: Int?, text: String?) throws {
        let entry: JSONValue = [
            "pages": .strings(pages), "aadsts": number.map { .integer($0) } ?? .null, "text": .string(text ?? ""),
        ]
        var content = FileManager.default.contents(atPath: visitsFile) ?? Data()
        content.append(contentsOf: entry.bytes() + [0x0A])
        try content.write(to: URL(fileURLWithPath: visitsFile), options: .atomic)
    }

    /// Each start of the browser so far.
    func visits() throws -> [Visit] {
        guard let content = FileManager.default.contents(atPath: visitsFile) else { return [] }
        return try String(decoding: content, as: UTF8.self).split(separator: "\n").map {
            Visit(try JSONValue(parsing: String($0)))
        }
    }

    /// The last start of the browser once there were more than so many: a response of the broker may arrive before the
    /// browser has recorded its outcome. The file is read every few milliseconds.
    ///
    /// - Throws: ``Disproved`` if there is none within three minutes.
    func visit(after count: Int) async throws -> Visit {
        let end = ContinuousClock.now + .seconds(180)
        while try visits().count <= count {
            guard ContinuousClock.now < end else { throw Disproved("the browser was not started") }
            try await Task.sleep(for: .milliseconds(5))
        }
        return try lastVisit()
    }

    /// The last start of the browser.
    func lastVisit() throws -> Visit {
        guard let last = try visits().last else { throw Disproved("the browser was never started") }
        return last
    }
}

/// One start of the browser: the last page or message that the person saw.
struct Visit: Sendable {
    let number: Int?
    let text: String
    let pages: [String]

    init(_ json: JSONValue) {
        number = json["aadsts"]?.integerValue.flatMap { Int(exactly: $0) }
        text = json["text"]?.stringValue ?? ""
        pages = (json["pages"]?.arrayValue ?? []).compactMap(\.stringValue)
    }
}
#endif
