/// The objects of one relationship of an object.
struct RelatedObjects: Sendable {
    let name: String
    let piece: GraphPiece
    let select: [String]?
    let isTyped: Bool
    let isSingle: Bool
}
