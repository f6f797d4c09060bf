// Drives grobotstxt: driver JOB. bench/README.md describes the job file and the commands.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jimsmart/grobotstxt"
)

type file struct {
	agent, body string
	urls        []string
}

// The job file: bench/job.mjs writes it.
type reader struct{ bytes []byte }

func (r *reader) number() int {
	end := bytes.IndexByte(r.bytes, '\n')
	number, err := strconv.Atoi(string(r.bytes[:end]))
	if err != nil {
		panic(err)
	}
	r.bytes = r.bytes[end+1:]
	return number
}

func (r *reader) text() string {
	length := r.number()
	text := string(r.bytes[:length])
	r.bytes = r.bytes[length+1:]
	return text
}

func list[T any](r *reader, read func() T) []T {
	items := make([]T, r.number())
	for i := range items {
		items[i] = read()
	}
	return items
}

func (r *reader) file() file { return file{r.text(), r.text(), list(r, r.text)} }

func (r *reader) files() []file {
	r.text() // The name of the case.
	return list(r, r.file)
}

// Its API keeps no rules: every decision reads the file.
func allowed(one file, url string) bool { return grobotstxt.AgentAllowed(one.body, one.agent, url) }

func digit(one file, url string) (digit byte) {
	defer func() {
		if recover() != nil {
			digit = '-'
		}
	}()
	if allowed(one, url) {
		return '1'
	}
	return '0'
}

func verdicts(files []file) string {
	var digits strings.Builder
	for _, one := range files {
		for _, url := range one.urls {
			digits.WriteByte(digit(one, url))
		}
	}
	return digits.String()
}

// A handler that ignores every line: what reading alone costs.
type ignore struct{}

func (ignore) HandleRobotsStart()                      {}
func (ignore) HandleRobotsEnd()                        {}
func (ignore) HandleUserAgent(int, string)             {}
func (ignore) HandleAllow(int, string)                 {}
func (ignore) HandleDisallow(int, string)              {}
func (ignore) HandleSitemap(int, string)               {}
func (ignore) HandleUnknownAction(int, string, string) {}

func parse(files []file) int {
	for _, one := range files {
		grobotstxt.Parse(one.body, ignore{})
	}
	return len(files)
}

func cold(files []file, k int) (count int) {
	for _, one := range files {
		for i := 0; i < k; i++ {
			if allowed(one, one.urls[i%len(one.urls)]) {
				count++
			}
		}
	}
	return count
}

func query(files []file) (count int) {
	for _, one := range files {
		count += cold([]file{one}, len(one.urls))
	}
	return count
}

var sink int

// The middle one of the passes that begin within so many milliseconds; at least one.
func medianPassNs(pass func() int, forMs int) string {
	var times []int64
	for start := time.Now(); len(times) == 0 || time.Since(start) < time.Duration(forMs)*time.Millisecond; {
		before := time.Now()
		sink += pass()
		times = append(times, time.Since(before).Nanoseconds())
	}
	slices.Sort(times)
	return strconv.FormatInt(times[len(times)/2], 10)
}

func number(word string) int {
	number, err := strconv.Atoi(word)
	if err != nil {
		panic(err)
	}
	return number
}

func answer(job [][]file, words []string) string {
	files := job[number(words[1])]
	switch words[0] {
	case "verdicts":
		return verdicts(files)
	case "parse":
		return medianPassNs(func() int { return parse(files) }, number(words[2]))
	case "query":
		return medianPassNs(func() int { return query(files) }, number(words[2]))
	default:
		return medianPassNs(func() int { return cold(files, number(words[4])) }, number(words[2]))
	}
}

func main() {
	content, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	from := &reader{content}
	job := list(from, from.files)
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		fmt.Println(answer(job, strings.Split(lines.Text(), " ")))
	}
}
