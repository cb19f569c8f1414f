/// The codewords of a QR code: the data with its header and filling, in blocks, each with its Reed-Solomon correction
/// (ISO/IEC 18004 sections 7.4 to 7.6).
enum QRCodewords {
    static func of(_ bytes: [UInt8], in version: QRVersion) -> [UInt8] {
        let data = data(bytes, in: version)
        let divisor = divisor(of: version.correctionPerBlock)
        let longBlocks = version.codewords % version.blocks
        let shortLength = version.codewords / version.blocks - version.correctionPerBlock
        var blocks: [ArraySlice<UInt8>] = []
        var rest = data[...]
        for index in 0..<version.blocks {
            let length = shortLength + (index < version.blocks - longBlocks ? 0 : 1)
            blocks.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        let corrections = blocks.map { remainder(of: $0, by: divisor) }
        var codewords: [UInt8] = []
        for index in 0...shortLength {
            codewords += blocks.filter { index < $0.count }.map { $0[$0.startIndex + index] }
        }
        for index in 0..<version.correctionPerBlock { codewords += corrections.map { $0[index] } }
        return codewords
    }

    /// Mode, length, bytes, end, and filling.
    private static func data(_ bytes: [UInt8], in version: QRVersion) -> [UInt8] {
        var bits = bits(0b0100, 4) + bits(bytes.count, version.lengthBits)
        for byte in bytes { bits += Self.bits(Int(byte), 8) }
        let capacity = version.dataCodewords * 8
        bits += Array(repeating: false, count: min(4, capacity - bits.count))
        bits += Array(repeating: false, count: (8 - bits.count % 8) % 8)
        var data = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        var filling: UInt8 = 0xEC
        while data.count < version.dataCodewords {
            data.append(filling)
            filling ^= 0xEC ^ 0x11
        }
        return data
    }

    private static func bits(_ value: Int, _ count: Int) -> [Bool] {
        (0..<count).reversed().map { value >> $0 & 1 == 1 }
    }

    /// The generator polynomial's coefficients, without the first, which is 1.
    private static func divisor(of degree: Int) -> [UInt8] {
        var result = Array(repeating: UInt8(0), count: degree)
        result[degree - 1] = 1
        var root: UInt8 = 1
        for _ in 0..<degree {
            for index in 0..<degree {
                result[index] = product(result[index], root)
                if index + 1 < degree { result[index] ^= result[index + 1] }
            }
            root = product(root, 2)
        }
        return result
    }

    private static func remainder(of data: ArraySlice<UInt8>, by divisor: [UInt8]) -> [UInt8] {
        var result = Array(repeating: UInt8(0), count: divisor.count)
        for byte in data {
            let factor = byte ^ result.removeFirst()
            result.append(0)
            for index in result.indices { result[index] ^= product(divisor[index], factor) }
        }
        return result
    }

    /// The product in the field of 256 elements with the polynomial 0x11D.
    private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var result: UInt16 = 0
        for bit in (0..<8).reversed() {
            result = result << 1 ^ (result >> 7) * 0x11D
            if right >> UInt8(bit) & 1 == 1 { result ^= UInt16(left) }
        }
        return UInt8(truncatingIfNeeded: result)
    }
}
