"""The Swift compiler's importer, by way of SourceKit."""

import ctypes
import json
import os
import shutil
import sys

FLAGS = ["-swift-version", "6", "-Xfrontend", "-enable-objc-interop", "-Xcc", "-fblocks"]


class SourceKit:
    """The compiler's importer, asked for the Swift interface of an Objective-C module."""

    class Variant(ctypes.Structure):
        _fields_ = [("data", ctypes.c_uint64 * 3)]

    def __init__(self):
        tools = os.path.dirname(os.path.realpath(shutil.which("swiftc")))
        library = ctypes.CDLL(os.path.join(tools, "..", "lib", "libsourcekitdInProc.so"))
        pointer = ctypes.c_void_p
        for name, result, arguments in [
                ("request_create_from_yaml", pointer, [ctypes.c_char_p, ctypes.POINTER(ctypes.c_char_p)]),
                ("send_request_sync", pointer, [pointer]), ("response_is_error", ctypes.c_bool, [pointer]),
                ("response_description_copy", ctypes.c_char_p, [pointer]),
                ("response_get_value", self.Variant, [pointer]),
                ("uid_get_from_cstr", pointer, [ctypes.c_char_p]),
                ("variant_dictionary_get_string", ctypes.c_char_p, [self.Variant, pointer])]:
            function = getattr(library, "sourcekitd_" + name)
            function.restype, function.argtypes = result, arguments
        library.sourcekitd_initialize()
        self.library = library

    def interface(self, module, arguments):
        listed = ", ".join(json.dumps(argument) for argument in arguments)
        request = ("{key.request: source.request.editor.open.interface, " f"key.name: {json.dumps(module)}, "
                   f"key.modulename: {json.dumps(module)}, key.compilerargs: [{listed}]}}")
        problem = ctypes.c_char_p()
        made = self.library.sourcekitd_request_create_from_yaml(request.encode(), ctypes.byref(problem))
        response = self.library.sourcekitd_send_request_sync(made)
        if self.library.sourcekitd_response_is_error(response):
            sys.exit(self.library.sourcekitd_response_description_copy(response).decode())
        value = self.library.sourcekitd_response_get_value(response)
        key = self.library.sourcekitd_uid_get_from_cstr(b"key.sourcetext")
        return self.library.sourcekitd_variant_dictionary_get_string(value, key).decode()
