// The compiler's headers include this file and use nothing of it.
