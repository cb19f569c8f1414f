extension BusMessage {
    /// Appends a value.
    func append(_ value: DBusValue) throws(DBusError) {
        switch value {
        case .byte(let number): try appendBasic("y", number)
        case .boolean(let flag): try appendBasic("b", Int32(flag ? 1 : 0))
        case .int16(let number): try appendBasic("n", number)
        case .uint16(let number): try appendBasic("q", number)
        case .int32(let number): try appendBasic("i", number)
        case .uint32(let number): try appendBasic("u", number)
        case .int64(let number): try appendBasic("x", number)
        case .uint64(let number): try appendBasic("t", number)
        case .double(let number): try appendBasic("d", number)
        case .string(let text): try appendText("s", text)
        case .objectPath(let text): try appendText("o", text)
        case .signature(let text): try appendText("g", text)
        case .bytes(let bytes):
            try check(
                bytes.withUnsafeBytes {
                    library.message.appendArray(pointer, BusType("y"), $0.baseAddress, $0.count)
                })
        case .array(let element, let values): try appendContainer("a", element, values)
        case .structure(let members): try appendContainer("r", members.map(\.signature).joined(), members)
        case .entry(let key, let value): try appendContainer("e", key.signature + value.signature, [key, value])
        case .variant(let value): try appendContainer("v", value.signature, [value])
        }
    }

    private func appendBasic(_ type: Unicode.Scalar, _ number: some BitwiseCopyable) throws(DBusError) {
        try check(withUnsafePointer(to: number) { library.message.appendBasic(pointer, BusType(type), $0) })
    }

    private func appendText(_ type: Unicode.Scalar, _ text: String) throws(DBusError) {
        guard !text.utf8.contains(0) else {
            throw DBusError(name: DBusError.malformed, message: "A text for the bus contains a NUL.")
        }
        try check(text.withCString { library.message.appendBasic(pointer, BusType(type), $0) })
    }

    private func appendContainer(
        _ type: Unicode.Scalar, _ contents: String, _ values: [DBusValue]
    ) throws(DBusError) {
        try check(library.message.openContainer(pointer, BusType(type), contents))
        for value in values { try append(value) }
        try check(library.message.closeContainer(pointer))
    }
}

/// The letter of a type, as `sd-bus` requires it.
func BusType(_ letter: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: letter.value) }
