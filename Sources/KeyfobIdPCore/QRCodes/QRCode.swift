/// A QR code of bytes (ISO/IEC 18004), with error correction of level M, in the smallest version that they fit.
package struct QRCode: Sendable, Hashable {
    /// The number of modules in a row, without the margin.
    package let size: Int
    private let modules: [Bool]

    /// Makes a code.
    ///
    /// - Returns: nil if the bytes are more than fit in the largest version, 2,331.
    package init?(_ bytes: [UInt8]) {
        guard let version = QRVersion.smallest(for: bytes.count) else { return nil }
        let codewords = QRCodewords.of(bytes, in: version)
        let bare = QRMatrix(codewords, in: version)
        // Any mask can be read; the standard chooses the one that readers find easiest.
        let masked = (0..<8).map { bare.masked(by: $0) }
        guard let best = masked.min(by: { $0.penalty < $1.penalty }) else { return nil }
        size = version.size
        modules = best.modules
    }

    /// Whether a module is dark.
    package subscript(x: Int, y: Int) -> Bool { modules[y * size + x] }
}
