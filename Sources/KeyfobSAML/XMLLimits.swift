/// The limits for an XML document from a client.
package struct XMLLimits: Sendable, Hashable {
    /// The bytes of the document.
    package var bytes = 128 << 10
    /// The number of attributes of an element, including namespace declarations.
    package var attributes = 64
    /// The number of elements.
    package var elements = 2000

    /// Makes the default limits.
    package init() {}
}
