// Command jobs answers jobs for the tests: jobs embed.wasm < jobs > answers. test/embed/jobs.ts describes both.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/tetratelabs/wazero"

	"robotswasm"
)

func main() {
	if err := run(os.Args[1], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(path string, in io.Reader, out io.Writer) error {
	binary, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	ctx := context.Background()
	runtime := wazero.NewRuntime(ctx)
	defer runtime.Close(ctx)
	compiled, err := runtime.CompileModule(ctx, binary)
	if err != nil {
		return err
	}
	robots, err := robotswasm.New(ctx, runtime, compiled)
	if err != nil {
		return err
	}
	writer := bufio.NewWriter(out)
	defer writer.Flush()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		answer, err := answer(robots, strings.Split(lines.Text(), "\t"))
		if err != nil {
			return err
		}
		fmt.Fprintln(writer, answer)
	}
	return lines.Err()
}

func answer(robots *robotswasm.Robots, parts []string) (string, error) {
	dialect, err := strconv.Atoi(parts[0])
	if err != nil {
		return "", err
	}
	program, err := robots.Compile(robotswasm.Dialect(dialect), decoded(parts[1]), strings.Split(string(decoded(parts[2])), "\n"))
	if err != nil {
		return "", err
	}
	defer robots.Free(program)
	if len(parts) > 4 {
		return byReadings(robots, program, strings.Split(parts[3], " "))
	}
	saved, err := robots.Save(program)
	if err != nil {
		return "", err
	}
	loaded, err := robots.Load(saved)
	if err != nil {
		return "", err
	}
	defer robots.Free(loaded)
	var verdicts strings.Builder
	var ruleLines []string
	var block bytes.Buffer
	for _, part := range strings.Split(parts[3], " ") {
		url := decoded(part)
		block.Write(append(url, '\n'))
		allowed, err := robots.IsAllowedAsWritten(program, url)
		if err != nil {
			return "", err
		}
		verdicts.WriteByte(digit(allowed))
		line, err := robots.RuleLineAsWritten(program, url)
		if err != nil {
			return "", err
		}
		ruleLines = append(ruleLines, strconv.Itoa(int(line)))
	}
	decided, err := robots.DecideLines(loaded, block.Bytes())
	if err != nil {
		return "", err
	}
	programs := make([]robotswasm.Program, bytes.Count(block.Bytes(), []byte("\n")))
	for row := range programs {
		programs[row] = []robotswasm.Program{loaded, program}[row%2]
	}
	rows, err := robots.DecideRows(programs, block.Bytes())
	if err != nil {
		return "", err
	}
	lines := strings.Join(ruleLines, " ")
	saved64 := base64.StdEncoding.EncodeToString(saved)
	return strings.Join([]string{verdicts.String(), lines, digits(decided), digits(rows), saved64}, "\t"), nil
}

// byReadings answers with what IsAllowed and RuleLine say of each URL.
func byReadings(robots *robotswasm.Robots, program robotswasm.Program, urls []string) (string, error) {
	var verdicts strings.Builder
	var ruleLines []string
	for _, url := range urls {
		allowed, err := robots.IsAllowed(program, decoded(url))
		if err != nil {
			return "", err
		}
		line, err := robots.RuleLine(program, decoded(url))
		if err != nil {
			return "", err
		}
		verdicts.WriteByte(digit(allowed))
		ruleLines = append(ruleLines, strconv.Itoa(int(line)))
	}
	return verdicts.String() + "\t" + strings.Join(ruleLines, " "), nil
}

func decoded(text string) []byte {
	content, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return content
}

func digits(verdicts []byte) string {
	var text strings.Builder
	for _, verdict := range verdicts {
		text.WriteByte(verdict + '0')
	}
	return text.String()
}

func digit(allowed bool) byte {
	if allowed {
		return '1'
	}
	return '0'
}
