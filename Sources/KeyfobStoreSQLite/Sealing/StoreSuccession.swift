/// The successor of a seal: the current seal of the database, and access to its current rows.
struct StoreSuccession: Sendable {
    let seal: StoreSeal
    /// The sealed contents of a row whose members are unchanged; nil if there is none.
    let content: @Sendable (EntityRow) -> [UInt8]?
}
