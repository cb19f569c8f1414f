// Module: KeyfobOAuth
//
// The request line and the field Host, as anyone may send them: reading is total, the host and the port are those of Host
// alone, and the path is that of the target alone. The first line is the target, each further one a Host.
import Foundation
import KeyfobCore

@testable import KeyfobOAuth

/// Tries one input.
func fuzzHTTPAuthority(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    var lines = text.split(separator: "\n", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
    guard !lines.isEmpty else { return 0 }
    let target = lines.removeFirst()
    if let (host, path) = RequestTarget.parts(absolute: target) {
        guard let url = RequestTarget.url(path: path, hosts: [host]), HTTPURL(target) == url else { abort() }
    }
    guard let url = RequestTarget.url(path: target, hosts: lines) else { return 0 }
    guard lines.count == 1, let host = lines.first else { abort() }
    let named = host.lowercased()
    guard named == url.host || named == "\(url.host):\(url.effectivePort)" || leadingZeros(named, url) else { abort() }
    guard url.path + (url.query.map { "?\($0)" } ?? "") == target, HTTPURL(url.description) == url else { abort() }
    return 0
}

/// Whether a name with zeros before its port is the same address: RFC 3986 allows any number of digits.
private func leadingZeros(_ named: String, _ url: HTTPURL) -> Bool {
    guard named.hasPrefix("\(url.host):") else { return false }
    return Int(named.dropFirst(url.host.count + 1)) == url.effectivePort
}
