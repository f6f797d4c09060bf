module robotswasm

go 1.25.0

require (
	github.com/tetratelabs/wazero v1.12.0
	golang.org/x/net v0.53.0
)

require (
	golang.org/x/sys v0.44.0 // indirect
	golang.org/x/text v0.36.0 // indirect
)
