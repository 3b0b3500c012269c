package puzzle

import "fmt"

// ParseError is what every reader returns for malformed input: where, and what
// was expected there. It prints as "source:line:column: expected …".
type ParseError struct {
	// Source names the input, such as a file's path or "<stdin>".
	Source string
	// Line and Column count from one; a column counts runes.
	Line, Column int
	// Expected says what should have stood there, and what stood there instead.
	Expected string
}

func (e *ParseError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Source, e.Line, e.Column, e.Expected)
}

// Errorf makes a [ParseError] with a formatted text.
func Errorf(source string, line, column int, format string, args ...any) *ParseError {
	return &ParseError{source, line, column, fmt.Sprintf(format, args...)}
}
