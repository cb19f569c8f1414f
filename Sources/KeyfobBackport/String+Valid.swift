extension String {
    /// Copies text from UTF-8; returns nil if it is not valid.
    ///
    /// `String(validating:as:)` does the same, and is missing in iOS 17, macOS 14 and visionOS 1.
    @inlinable
    package init?(valid units: some Collection<UInt8>, as encoding: UTF8.Type) {
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

    /// Copies text from UTF-16; returns nil if it is not valid.
    @inlinable
    package init?(valid units: some Collection<UInt16>, as encoding: UTF16.Type) {
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

    /// Copies text from UTF-8 by decoding it with repairs and comparing: text that was repaired differs, and gives nil.
    @inlinable
    package init?(comparing units: some Collection<UInt8>, as encoding: UTF8.Type) {
        self.init(decoding: units, as: encoding)
        let isSame = utf8.withContiguousStorageIfAvailable { decoded in
            units.withContiguousStorageIfAvailable { decoded.elementsEqual($0) }
        }
        guard (isSame ?? nil) ?? utf8.elementsEqual(units) else { return nil }
    }

    /// The same from UTF-16.
    @inlinable
    package init?(comparing units: some Collection<UInt16>, as encoding: UTF16.Type) {
        self.init(decoding: units, as: encoding)
        guard utf16.elementsEqual(units) else { return nil }
    }
}
