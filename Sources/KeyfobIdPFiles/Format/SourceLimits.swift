/// The limits for files: beyond them a file is refused before it is read, or as soon as it is counted.
package enum SourceLimits {
    /// The bytes of all files together.
    package static let bytes = 32 << 20
    /// The number of files.
    package static let files = 1000
    /// The passwords in clear text in the files of a tenant's own administrator: each takes a processor for a tenth of a
    /// second.
    static let passwordsOfTenant = 100
}
