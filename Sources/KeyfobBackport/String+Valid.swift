extension String {
    /// Copies text from code units; returns nil if they are not valid.
    ///
    /// `String(validating:as:)` does the same, and is missing in iOS 17, macOS 14 and visionOS 1.
    @inlinable
    package init?<Encoding: Unicode.Encoding>(
        valid units: some Collection<Encoding.CodeUnit>, as encoding: Encoding.Type
    ) {
        #if canImport(Darwin)
        if #available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *) {
            self.init(validating: units, as: encoding)
        } else {
            self.init(comparing: units, as: encoding)
        }
        #else
        self.init(validating: units, as: encoding)
        #endif
    }

    /// Copies text from code units by decoding them with repairs and comparing: text that was repaired differs. Returns
    /// nil then.
    package init?<Encoding: Unicode.Encoding>(
        comparing units: some Collection<Encoding.CodeUnit>, as encoding: Encoding.Type
    ) {
        let text = String(decoding: units, as: encoding)
        var remaining = units.makeIterator()
        for scalar in text.unicodeScalars {
            guard let encoded = encoding.encode(scalar) else { return nil }
            for unit in encoded where remaining.next() != unit { return nil }
        }
        guard remaining.next() == nil else { return nil }
        self = text
    }
}
