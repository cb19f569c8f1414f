import Foundation
import KeyfobCore
import KeyfobIdPCore
import KeyfobTesting
import Testing

/// ZXing, a reader of other authors, reads the QR codes.
@Suite("QR codes", .timeLimit(.minutes(5)))
struct QRCodeTests {
    /// Reads pictures of modules, four pixels each, and returns the text of each.
    private static let script = """
        import json, sys, zxingcpp
        out = []
        for code in json.load(open(sys.argv[1])):
            side, dark = code["size"], code["rows"]
            width = (side + 8) * 4
            pixels = bytearray(b"\\xff" * width * width)
            for y in range(side):
                for x in range(side):
                    if dark[y][x] == "1":
                        for dy in range(4):
                            start = ((y + 4) * 4 + dy) * width + (x + 4) * 4
                            pixels[start:start + 4] = b"\\0\\0\\0\\0"
            image = memoryview(pixels).cast("B", [width, width])
            found = zxingcpp.read_barcodes(image, zxingcpp.BarcodeFormat.QRCode)
            out.append(found[0].text if len(found) == 1 else "%d codes" % len(found))
        json.dump(out, sys.stdout)
        """

    private func json(_ code: QRCode) -> JSONValue {
        let rows = (0..<code.size).map { y in
            JSONValue.string((0..<code.size).map { code[$0, y] ? "1" : "0" }.joined())
        }
        return ["size": .integer(code.size), "rows": .array(rows)]
    }

    @Test("Every version is read as what was written, from a few bytes to the most")
    func versions() async throws {
        // The capacities of versions 1 to 40 at level M (ISO/IEC 18004 table 7).
        let capacities = [
            14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666, 711, 779,
            857, 911, 997, 1059, 1125, 1190, 1264, 1370, 1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331,
        ]
        let address = "otpauth://totp/Contoso:ada%40contoso.test?secret=JBSWY3DPEHPK3PXP&issuer=Contoso "
        let texts = capacities.map { String(String(repeating: address, count: 30).prefix($0)) }
        let codes = texts.compactMap { QRCode(Array($0.utf8)) }
        #expect(codes.map(\.size) == (1...40).map { $0 * 4 + 17 })
        #expect(QRCode(Array(repeating: 0x41, count: 2332)) == nil)
        let input = JSONValue.array(codes.map(json)).text()
        let folder = try TemporaryDirectory("keyfob-qr")
        defer { folder.remove() }
        let file = folder.path + "/codes.json"
        try Data(input.utf8).write(to: URL(fileURLWithPath: file))
        let outcome = try await Witness.run(try await Witness.python(), ["-c", Self.script, file])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let read = try JSONValue(parsing: Array(outcome.output.utf8)).arrayValue?.compactMap(\.stringValue)
        #expect(read == texts)
    }
}
