package robotswasm

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/tetratelabs/wazero"
)

// A URL is allowed only if all its readings are: docs/dialects.md.
func TestReadings(t *testing.T) {
	module, err := os.ReadFile("../../../dist/embed.wasm")
	if err != nil {
		t.Skip("build the package first: npm run build")
	}
	ctx := context.Background()
	runtime := wazero.NewRuntime(ctx)
	defer runtime.Close(ctx)
	compiled, err := runtime.CompileModule(ctx, module)
	if err != nil {
		t.Fatal(err)
	}
	robots, err := New(ctx, runtime, compiled)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := robots.Compile(RFC9309, []byte("User-agent: *\nDisallow: /private\n"), []string{"ExampleBot"})
	if err != nil {
		t.Fatal(err)
	}
	for url, expected := range map[string]int32{
		"/x": 0, "/private": 2, "/x/../private": 2, "/x/%2e%2e/private": 2, "https://a.example/x/../private": 2,
		"/private\r": 2,
	} {
		allowed, err := robots.IsAllowed(rules, []byte(url))
		if err != nil || allowed != (expected == 0) {
			t.Errorf("%q: expected line %d; got allowed %v, %v", url, expected, allowed, err)
		}
		if line, err := robots.RuleLine(rules, []byte(url)); err != nil || line != expected {
			t.Errorf("%q: expected line %d; got %d, %v", url, expected, line, err)
		}
	}
	for _, text := range []string{"/x\n/y", "https://a.example\\x", "https://a b.example/", "mailto:a", ""} {
		if allowed, _ := robots.IsAllowed(rules, []byte(text)); allowed {
			t.Errorf("%q: expected it to be refused, because it is not a URL", text)
		}
	}
}

// One table of cases for all hosts.
func TestProductToken(t *testing.T) {
	module, err := os.ReadFile("../../../dist/embed.wasm")
	if err != nil {
		t.Skip("build the package first: npm run build")
	}
	text, err := os.ReadFile("../../../test/cases/headers.json")
	if err != nil {
		t.Skip("only in a checkout")
	}
	var cases []struct {
		Header string
		Token  *string
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	runtime := wazero.NewRuntime(ctx)
	defer runtime.Close(ctx)
	compiled, err := runtime.CompileModule(ctx, module)
	if err != nil {
		t.Fatal(err)
	}
	robots, err := New(ctx, runtime, compiled)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range cases {
		token, err := robots.ProductToken(one.Header)
		if (err != nil) != (one.Token == nil) || one.Token != nil && token != *one.Token {
			t.Errorf("%q: expected %v; got %q, %v", one.Header, one.Token, token, err)
		}
	}
}
