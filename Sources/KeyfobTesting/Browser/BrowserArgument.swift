import Foundation
package import KeyfobCore

/// The argument of a browser's command line: an address, or a file that leads to one.
package enum BrowserArgument {
    /// The address that a browser opens for the argument; nil if there is none.
    package static func destination(of argument: String) -> HTTPURL? {
        guard argument.hasPrefix("file://") else { return HTTPURL(argument) }
        guard let path = URL(string: argument)?.path, let content = FileManager.default.contents(atPath: path) else {
            return nil
        }
        let page = String(decoding: content, as: UTF8.self)
        let links = page.split(separator: "href=\"").dropFirst().compactMap { $0.split(separator: "\"").first }
        return links.lazy.compactMap { HTTPURL(HTMLText.decode(String($0))) }.first
    }
}
