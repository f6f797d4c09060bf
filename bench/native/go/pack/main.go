// Scores grobotstxt on a file of the conformance pack: pack PACK/google.json. It keeps the contract of the pack's README.md.
package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"

	"github.com/jimsmart/grobotstxt"
)

type vector struct {
	ID, Basis, RobotsTxt, RobotsTxtBase64, URL string
	Agents                                     []string
	Allowed                                    bool
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func (v vector) body() string {
	if v.RobotsTxtBase64 == "" {
		return v.RobotsTxt
	}
	bytes, err := base64.StdEncoding.DecodeString(v.RobotsTxtBase64)
	must(err)
	return string(bytes)
}

// An exception is a wrong answer.
func (v vector) agrees() (agrees bool) {
	defer func() { _ = recover() }()
	return grobotstxt.AgentsAllowed(v.body(), v.Agents, v.URL) == v.Allowed
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	must(err)
	var vectors []vector
	must(json.Unmarshal(text, &vectors))
	agreeing, asked := map[string]int{}, map[string]int{}
	for _, v := range vectors {
		asked[v.Basis]++
		if v.agrees() {
			agreeing[v.Basis]++
		}
	}
	for _, basis := range []string{"text", "decided"} {
		fmt.Printf("%s: %d of %d agree\n", basis, agreeing[basis], asked[basis])
	}
}
