/// The functions of `sd-bus` that make and read messages.
struct BusMessageFunctions: Sendable {
    typealias Pointer = OpaquePointer
    typealias Text = UnsafePointer<CChar>
    typealias Out<T> = UnsafeMutablePointer<T>

    let newCall: @convention(c) @Sendable (Pointer, Out<Pointer?>, Text, Text, Text, Text) -> Int32
    let setAutoStart: @convention(c) @Sendable (Pointer, Int32) -> Int32
    let unref: @convention(c) @Sendable (Pointer) -> Pointer?
    let appendBasic: @convention(c) @Sendable (Pointer, CChar, UnsafeRawPointer) -> Int32
    let appendArray: @convention(c) @Sendable (Pointer, CChar, UnsafeRawPointer?, Int) -> Int32
    let openContainer: @convention(c) @Sendable (Pointer, CChar, Text) -> Int32
    let closeContainer: @convention(c) @Sendable (Pointer) -> Int32
    let peekType: @convention(c) @Sendable (Pointer, Out<CChar>, Out<Text?>) -> Int32
    let readBasic: @convention(c) @Sendable (Pointer, CChar, UnsafeMutableRawPointer) -> Int32
    let readArray: @convention(c) @Sendable (Pointer, CChar, Out<UnsafeRawPointer?>, Out<Int>) -> Int32
    let enterContainer: @convention(c) @Sendable (Pointer, CChar, Text) -> Int32
    let exitContainer: @convention(c) @Sendable (Pointer) -> Int32
    let isSignal: @convention(c) @Sendable (Pointer, Text?, Text?) -> Int32
    let path: @convention(c) @Sendable (Pointer) -> Text?

    init(_ symbols: BusSymbols) throws(DBusError) {
        newCall = try symbols.find("sd_bus_message_new_method_call")
        setAutoStart = try symbols.find("sd_bus_message_set_auto_start")
        unref = try symbols.find("sd_bus_message_unref")
        appendBasic = try symbols.find("sd_bus_message_append_basic")
        appendArray = try symbols.find("sd_bus_message_append_array")
        openContainer = try symbols.find("sd_bus_message_open_container")
        closeContainer = try symbols.find("sd_bus_message_close_container")
        peekType = try symbols.find("sd_bus_message_peek_type")
        readBasic = try symbols.find("sd_bus_message_read_basic")
        readArray = try symbols.find("sd_bus_message_read_array")
        enterContainer = try symbols.find("sd_bus_message_enter_container")
        exitContainer = try symbols.find("sd_bus_message_exit_container")
        isSignal = try symbols.find("sd_bus_message_is_signal")
        path = try symbols.find("sd_bus_message_get_path")
    }
}
