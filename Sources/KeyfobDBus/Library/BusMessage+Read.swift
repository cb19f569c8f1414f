extension BusMessage {
    /// Reads every value up to the end of the message, or of the entered container.
    func readAll() throws(DBusError) -> [DBusValue] {
        var values: [DBusValue] = []
        while let value = try read() { values.append(value) }
        return values
    }

    /// Reads the next value; returns nil at the end.
    private func read() throws(DBusError) -> DBusValue? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        let result = library.message.peekType(pointer, &type, &contents)
        try check(result)
        guard result > 0 else { return nil }
        // Copied: entering the container may move it.
        let inner = contents.map { String(cString: $0) } ?? ""
        switch Unicode.Scalar(UInt8(bitPattern: type)) {
        case "y": return .byte(try readBasic(type, 0))
        case "b": return .boolean(try readBasic(type, Int32(0)) != 0)
        case "n": return .int16(try readBasic(type, 0))
        case "q": return .uint16(try readBasic(type, 0))
        case "i": return .int32(try readBasic(type, 0))
        case "u": return .uint32(try readBasic(type, 0))
        case "x": return .int64(try readBasic(type, 0))
        case "t": return .uint64(try readBasic(type, 0))
        case "d": return .double(try readBasic(type, 0))
        case "s": return .string(try readText(type))
        case "o": return .objectPath(try readText(type))
        case "g": return .signature(try readText(type))
        case "a": return inner == "y" ? .bytes(try readBytes()) : .array(of: inner, try readContainer(type, inner))
        case "r": return .structure(try readContainer(type, inner))
        case "e": return try readEntry(type, inner)
        case "v":
            guard let value = try readContainer(type, inner).first else { throw unknown(inner) }
            return .variant(value)
        default: throw unknown(inner)
        }
    }

    private func readBasic<Number: BitwiseCopyable>(_ type: CChar, _ zero: Number) throws(DBusError) -> Number {
        var number = zero
        let result = withUnsafeMutablePointer(to: &number) { library.message.readBasic(pointer, type, $0) }
        try check(result)
        return number
    }

    private func readText(_ type: CChar) throws(DBusError) -> String {
        var text: UnsafePointer<CChar>?
        let result = withUnsafeMutablePointer(to: &text) { library.message.readBasic(pointer, type, $0) }
        try check(result)
        return text.map { String(cString: $0) } ?? ""
    }

    private func readBytes() throws(DBusError) -> [UInt8] {
        var start: UnsafeRawPointer?
        var count = 0
        try check(library.message.readArray(pointer, BusType("y"), &start, &count))
        guard let start, count > 0 else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// The bus limits the depth of containers (64), so this recursion is bounded.
    private func readContainer(_ type: CChar, _ contents: String) throws(DBusError) -> [DBusValue] {
        try check(library.message.enterContainer(pointer, type, contents))
        let values = try readAll()
        try check(library.message.exitContainer(pointer))
        return values
    }

    private func readEntry(_ type: CChar, _ contents: String) throws(DBusError) -> DBusValue {
        let values = try readContainer(type, contents)
        guard values.count == 2 else { throw unknown(contents) }
        return .entry(values[0], values[1])
    }

    private func unknown(_ contents: String) -> DBusError {
        DBusError(name: DBusError.malformed, message: "A message of the bus contains a value of an unknown type.")
    }
}
