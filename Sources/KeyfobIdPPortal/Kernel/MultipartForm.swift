import KeyfobBackport
import KeyfobCore
import KeyfobOAuth

/// Reads forms with files: `multipart/form-data` (RFC 7578), as browsers write it. All values are texts in UTF-8.
///
/// The body is read once, from its beginning to its end, after its size was limited.
enum MultipartForm {
    /// The number of parts of a form.
    private static let mostParts = 20
    /// The bytes of the header fields of a part.
    private static let mostHeader = 2048

    /// The form in a request.
    ///
    /// - Throws: `FormError` for a body that is not of this form, a name that repeats, or a value that is not UTF-8.
    static func read(_ request: HTTPRequest) throws(FormError) -> FormParameters {
        let delimiter = Array("--\(try boundary(of: request))".utf8)
        let next = [0x0D, 0x0A] + delimiter
        let body = request.body
        guard body.starts(with: delimiter) else { throw FormError(message: "The form has no beginning.") }
        var form = FormParameters()
        var place = delimiter.count
        for _ in 0...mostParts {
            let rest = body[place...]
            if rest.starts(with: [0x2D, 0x2D]) { return form }
            guard rest.starts(with: [0x0D, 0x0A]) else { throw FormError(message: "A part of the form is malformed.") }
            // The empty line ends the header; a part without fields has no name.
            let header = place + 2
            guard let empty = find([0x0D, 0x0A, 0x0D, 0x0A], in: body, from: header, to: header + mostHeader),
                let end = find(next, in: body, from: empty + 4, to: body.count)
            else { throw FormError(message: "A part of the form has no end, or no header.") }
            let name = try name(in: body[header..<empty])
            guard form[name] == nil else {
                throw FormError(message: "A part of the form is given more than once.", duplicate: name)
            }
            guard let value = String(valid: body[(empty + 4)..<end], as: UTF8.self) else {
                throw FormError(message: "The form, or the file in it, is not UTF-8.")
            }
            form.set(name, value)
            place = end + next.count
        }
        throw FormError(message: "The form has more than \(mostParts) parts.")
    }

    /// The boundary that the content type names: 1 to 70 characters.
    private static func boundary(of request: HTTPRequest) throws(FormError) -> String {
        let parts = (request.fields["Content-Type"] ?? "").split(separator: ";").map { String($0).trimmed }
        guard parts.first?.lowercased() == "multipart/form-data",
            let named = parts.first(where: { $0.lowercased().hasPrefix("boundary=") })
        else { throw FormError(message: "The content type is not multipart/form-data.") }
        var boundary = String(named.dropFirst("boundary=".count))
        if boundary.count > 2, boundary.hasPrefix("\""), boundary.hasSuffix("\"") {
            boundary = String(boundary.dropFirst().dropLast())
        }
        let isPlain = boundary.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
        guard (1...70).contains(boundary.utf8.count), isPlain else {
            throw FormError(message: "The boundary of the form is malformed.")
        }
        return boundary
    }

    /// The name in the field `Content-Disposition` of a part. Browsers escape quotation marks in names as `%22`.
    private static func name(in header: ArraySlice<UInt8>) throws(FormError) -> String {
        let malformed = FormError(message: "A part of the form has no name.")
        guard let text = String(valid: header, as: UTF8.self) else { throw malformed }
        for line in text.split(whereSeparator: \.isNewline) {
            let start = "content-disposition: form-data; name=\""
            guard line.lowercased().hasPrefix(start) else { continue }
            let name = line.dropFirst(start.count).prefix { $0 != "\"" }
            guard !name.isEmpty, name.utf8.count <= 64 else { throw malformed }
            return String(name)
        }
        throw malformed
    }

    /// The first place of some bytes.
    private static func find(_ pattern: [UInt8], in bytes: [UInt8], from start: Int, to end: Int) -> Int? {
        let end = min(end, bytes.count)
        var place = start
        while place + pattern.count <= end {
            guard let found = bytes[place..<end].firstIndex(of: pattern[0]) else { return nil }
            if bytes[found..<end].starts(with: pattern) { return found }
            place = found + 1
        }
        return nil
    }
}
