// Package robotswasm is a host of robots-wasm/embed.wasm, with wazero. docs/embedding.md describes the module.
package robotswasm

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// Dialect is a way to read robots.txt and to match.
type Dialect int

// The dialects by their numbers.
const (
	RFC9309 Dialect = iota + 1
	Google
	Norobots1996
	Original1994
	Koster1996
)

var errorNames = map[int32]string{
	-10: "INVALID_PROGRAM",
	-11: "INVALID_DIALECT",
	-12: "INVALID_LENGTH",
	-13: "INVALID_AGENT",
	-14: "INVALID_LIMIT",
	-15: "INVALID_SAVED_RULES",
	-16: "URL_TOO_LONG",
	-17: "OUT_OF_MEMORY",
	-18: "TOO_MANY_PROGRAMS",
	-19: "INVALID_ARCHIVE",
	-20: "WRONG_SHARD",
	-21: "INVALID_CALL",
}

// Robots is an instance of the module. It belongs to one goroutine at a time.
type Robots struct {
	ctx    context.Context
	module api.Module
	// Looking an export up takes 9 µs and 24 KB.
	functions map[string]export
	// Arguments and result of a call; no export takes more.
	stack [4]uint64
	// Where the buffer is and how long; 0 bytes when it may have moved.
	buffer, bufferBytes uint32
}

type export struct {
	api.Function
	movesBuffer bool
}

var movesBuffer = map[string]bool{
	"save": true, "explain": true, "pace": true, "outline": true,
	"bulk_lines": true, "bulk_resume": true, "bulk_failed_at": true, "bulk_fetched_at": true, "bulk_divide": true, "bulk_select": true,
}

// Program is a handle. Call Free in the end.
type Program int32

// New makes an instance. The instances of a runtime share its compiled modules.
func New(ctx context.Context, runtime wazero.Runtime, compiled wazero.CompiledModule) (*Robots, error) {
	// Without a name, so that there can be several.
	module, err := runtime.InstantiateModule(ctx, compiled, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		return nil, err
	}
	robots := &Robots{ctx: ctx, module: module, functions: map[string]export{}}
	version, err := robots.call("abi_version")
	if err == nil && version != 1 {
		err = fmt.Errorf("embed.wasm: expected ABI version 1; got %d", version)
	}
	return robots, err
}

// Close gives back the memory of the instance.
func (r *Robots) Close() error {
	return r.module.Close(r.ctx)
}

// Compile compiles the bytes of a robots.txt for product tokens.
func (r *Robots) Compile(dialect Dialect, file []byte, agents []string) (Program, error) {
	tokens := []byte(strings.Join(agents, "\n"))
	if err := r.write(append(append([]byte{}, file...), tokens...)); err != nil {
		return 0, err
	}
	program, err := r.call("compile", uint64(dialect), uint64(len(file)), uint64(len(tokens)), 0)
	return Program(program), err
}

// Load loads a saved program: the bytes of Save, of toBytes() in JavaScript, or of an archive.
func (r *Robots) Load(saved []byte) (Program, error) {
	program, err := r.callWith(saved, "load")
	return Program(program), err
}

// Save returns the bytes of a program.
func (r *Robots) Save(program Program) ([]byte, error) {
	length, err := r.call("save", uint64(program))
	if err != nil {
		return nil, err
	}
	return r.read(length)
}

// Free gives the program back.
func (r *Robots) Free(program Program) error {
	_, err := r.call("free", uint64(program))
	return err
}

// IsAllowed decides an http or https URL, or a path, by all its readings (docs/dialects.md): /x/../a is refused with /a. After an
// error, treat it as not allowed.
func (r *Robots) IsAllowed(program Program, url []byte) (bool, error) {
	if _, err := r.callWith(lineOf(url), "decide_readings", uint64(program)); err != nil {
		return false, err
	}
	verdict, ok := r.module.Memory().ReadByte(r.buffer)
	return ok && verdict == 1, nil
}

// RuleLine returns the line of the rule that decides in IsAllowed, or 0.
func (r *Robots) RuleLine(program Program, url []byte) (int32, error) {
	return r.callWith(lineOf(url), "readings_rule_line", uint64(program))
}

// lineOf returns a URL as a line. A text with a line feed is not a URL, and a CR at its end is not the line end's.
func lineOf(url []byte) []byte {
	line := make([]byte, 0, len(url)+16)
	if bytes.IndexByte(url, '\n') >= 0 {
		return append(line, '\n')
	}
	if bytes.HasPrefix(url, []byte("/")) {
		line = append(line, "http://host"...)
	}
	line = append(line, url...)
	if bytes.HasSuffix(url, []byte("\r")) {
		line = append(line, '\r')
	}
	return append(line, '\n')
}

// IsAllowedAsWritten compares the text alone, of any scheme, as tests of conformance do.
func (r *Robots) IsAllowedAsWritten(program Program, url []byte) (bool, error) {
	verdict, err := r.callWith(url, "decide", uint64(program))
	return verdict == 1, err
}

// RuleLineAsWritten returns the line of the rule that decides in IsAllowedAsWritten, or 0.
func (r *Robots) RuleLineAsWritten(program Program, url []byte) (int32, error) {
	return r.callWith(url, "rule_line", uint64(program))
}

// DecideReadings decides URLs, one on each line, as IsAllowed does. It returns a byte for each: 1 for allowed, 0 for not.
func (r *Robots) DecideReadings(program Program, lines []byte) ([]byte, error) {
	count, err := r.callWith(lines, "decide_readings", uint64(program))
	if err != nil {
		return nil, err
	}
	return r.read(count)
}

// DecideLines decides URLs as they are written, one on each line. It returns a byte for each: 1 for allowed, 0 for not.
func (r *Robots) DecideLines(program Program, lines []byte) ([]byte, error) {
	count, err := r.callWith(lines, "decide_lines", uint64(program))
	if err != nil {
		return nil, err
	}
	return r.read(count)
}

// DecideRows decides each line, as it is written, by the program of the same number. It returns a byte for each.
func (r *Robots) DecideRows(programs []Program, lines []byte) ([]byte, error) {
	var content []byte
	for _, program := range programs {
		content = binary.LittleEndian.AppendUint32(content, uint32(program))
	}
	if err := r.write(append(content, lines...)); err != nil {
		return nil, err
	}
	count, err := r.call("decide_rows", uint64(len(programs)), uint64(len(lines)))
	if err != nil {
		return nil, err
	}
	return r.read(count)
}

// ProductToken returns the product token that a User-Agent header names: FooBot for "Mozilla/5.0 (compatible; FooBot/1.0)".
func (r *Robots) ProductToken(header string) (string, error) {
	length, err := r.callWith([]byte(header), "product_token")
	if err != nil {
		return "", err
	}
	token, err := r.read(length)
	return string(token), err
}

// callWith writes the content to the buffer, and calls an export whose last argument is the length of it.
func (r *Robots) callWith(content []byte, name string, before ...uint64) (int32, error) {
	if err := r.write(content); err != nil {
		return 0, err
	}
	return r.call(name, append(before, uint64(len(content)))...)
}

func (r *Robots) call(name string, arguments ...uint64) (int32, error) {
	function, known := r.functions[name]
	if !known {
		function = export{r.module.ExportedFunction(name), movesBuffer[name]}
		r.functions[name] = function
	}
	copy(r.stack[:], arguments)
	if err := function.CallWithStack(r.ctx, r.stack[:]); err != nil {
		return 0, err
	}
	if function.movesBuffer {
		r.bufferBytes = 0
	}
	result := api.DecodeI32(r.stack[0])
	if result < 0 {
		return result, fmt.Errorf("robots-wasm: %s (%d)", errorNames[result], result)
	}
	return result, nil
}

// growBuffer makes the buffer at least so long. Its content is lost if it moves.
func (r *Robots) growBuffer(length uint32) error {
	if r.bufferBytes != 0 && length <= r.bufferBytes {
		return nil
	}
	at, err := r.call("buffer", uint64(length))
	r.buffer, r.bufferBytes = uint32(at), length
	return err
}

func (r *Robots) write(content []byte) error {
	err := r.growBuffer(uint32(len(content)))
	if err == nil && !r.module.Memory().Write(r.buffer, content) {
		err = fmt.Errorf("robots-wasm: no buffer of %d bytes at %d", len(content), r.buffer)
	}
	return err
}

// A copy: the next call may move the memory.
func (r *Robots) read(length int32) ([]byte, error) {
	if err := r.growBuffer(uint32(length)); err != nil {
		return nil, err
	}
	view, ok := r.module.Memory().Read(r.buffer, uint32(length))
	if !ok {
		return nil, fmt.Errorf("robots-wasm: no buffer of %d bytes at %d", length, r.buffer)
	}
	return append([]byte{}, view...), nil
}
