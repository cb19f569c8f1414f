// The compiler defines the macros of this header by itself, for the target's platform.
#pragma once
