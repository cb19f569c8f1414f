// Module: KeyfobIdPPortal
//
// Forms of the portal, as a page of another site or a program may send them: reading is total, each value is a part of the
// body, and what is read without a session goes nowhere else. The first byte chooses the form.
import Foundation
import KeyfobCore
import KeyfobIdPDirectory
import KeyfobOAuth

@testable import KeyfobIdPPortal

/// Tries one input.
func fuzzPortalForms(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let kind = bytes.first, let url = HTTPURL("https://localhost:8443/portal/files/plan") else { return 0 }
    let content = Array(bytes.dropFirst())
    var request = HTTPRequest(method: .post, url: url, body: content)
    var form: FormParameters?
    switch kind & 3 {
    case 0:
        request.fields.set("Content-Type", "application/x-www-form-urlencoded")
        form = try? request.formParameters(atMost: 100)
    case 1:
        request.fields.set("Content-Type", "multipart/form-data; boundary=x")
        form = try? MultipartForm.read(request)
    case 2:
        // The first line is the content type.
        let parts = content.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        request.fields.set("Content-Type", String(decoding: parts.first ?? [], as: UTF8.self))
        request.body = Array(parts.dropFirst().first ?? [])
        form = try? MultipartForm.read(request)
    default: document(content)
    }
    let pairs = form?.pairs ?? []
    guard pairs.reduce(0, { $0 + $1.name.utf8.count + $1.value.utf8.count }) <= content.count,
        Set(pairs.map(\.name)).count == pairs.count
    else { abort() }
    for pair in pairs {
        _ = SignInFilter.seconds(pair.value)
        guard pair.value.trimmed.utf8.count <= pair.value.utf8.count else { abort() }
        // A page of the portal has no host, no query and no way up.
        if PortalAddress.isPage(pair.value) {
            guard let page = HTTPURL("https://localhost\(pair.value)"), page.path == pair.value, page.query == nil
            else {
                abort()
            }
        }
    }
    return 0
}

/// The JSON editor of a registration: what is read is within the limits, or is refused.
private func document(_ content: [UInt8]) {
    guard let json = try? JSONValue(parsing: content),
        let body = try? DirectoryDocument(json, known: ApplicationJSON.known),
        let application = try? ApplicationJSON.read(body, appID: "a", objectID: "b", tenantID: "c")
    else { return }
    _ = try? ObjectLimits.check(application)
    _ = try? ProviderMembers.checked(application, replacing: nil)
}
