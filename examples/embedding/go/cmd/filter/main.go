// Command filter decides lines by an archive or a manifest: filter embed.wasm ARCHIVE AGENT DIALECT allow|refuse < lines > verdicts.
// It writes 1 (allowed), 0 (refused) or - (not a URL) and LF for each line. All lines are read before the first is decided.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/tetratelabs/wazero"

	"robotswasm"
)

var dialects = map[string]robotswasm.Dialect{
	"rfc9309":      robotswasm.RFC9309,
	"google":       robotswasm.Google,
	"norobots1996": robotswasm.Norobots1996,
	"original1994": robotswasm.Original1994,
	"koster1996":   robotswasm.Koster1996,
}

// Whether origins that the archive does not have are refused.
var refusesMissing = map[string]bool{"allow": false, "refuse": true}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(words []string) error {
	if len(words) != 5 {
		return errors.New("expected embed.wasm ARCHIVE AGENT DIALECT allow|refuse")
	}
	dialect, isDialect := dialects[words[3]]
	if !isDialect {
		return fmt.Errorf("DIALECT: expected rfc9309, google, norobots1996, original1994 or koster1996; got %q", words[3])
	}
	refuseMissing, isKnown := refusesMissing[words[4]]
	if !isKnown {
		return fmt.Errorf("expected allow or refuse for missing origins; got %q", words[4])
	}
	module, err := os.ReadFile(words[0])
	if err != nil {
		return err
	}
	ctx := context.Background()
	runtime := wazero.NewRuntime(ctx)
	defer runtime.Close(ctx)
	compiled, err := runtime.CompileModule(ctx, module)
	if err != nil {
		return err
	}
	options := robotswasm.Options{Agent: words[2], Dialect: dialect, RefuseMissing: refuseMissing}
	archive, err := open(ctx, runtime, compiled, words[1], options)
	if err != nil {
		return err
	}
	defer archive.Close()
	lines, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	// A byte order mark belongs to the list, not to its first URL.
	verdicts, err := archive.Decide(bytes.TrimPrefix(lines, []byte("\ufeff")))
	if err != nil {
		return err
	}
	text := make([]byte, 0, 2*len(verdicts))
	for _, verdict := range verdicts {
		text = append(text, "01-0"[verdict], '\n')
	}
	_, err = os.Stdout.Write(text)
	return err
}

// open opens an archive, or all shards of a manifest, which is JSON.
func open(
	ctx context.Context, runtime wazero.Runtime, compiled wazero.CompiledModule, path string, options robotswasm.Options,
) (*robotswasm.Archive, error) {
	if !robotswasm.IsManifest(path) {
		return robotswasm.OpenArchive(ctx, runtime, compiled, path, options)
	}
	manifest, err := robotswasm.OpenManifest(path)
	if err != nil {
		return nil, err
	}
	return robotswasm.OpenShards(ctx, runtime, compiled, manifest, options)
}
