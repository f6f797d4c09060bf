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

const sliceFiles = 32

// Passes over all files for so many milliseconds, at least one; the middle time of each slice, in nanoseconds.
func sliceTimes(files []file, run func([]file) int, forMs int) string {
	slicesOfFiles := slices.Collect(slices.Chunk(files, sliceFiles))
	times := make([][]int64, len(slicesOfFiles))
	for start := time.Now(); len(times[0]) == 0 || time.Since(start) < time.Duration(forMs)*time.Millisecond; {
		for i, slice := range slicesOfFiles {
			before := time.Now()
			sink += run(slice)
			times[i] = append(times[i], time.Since(before).Nanoseconds())
		}
	}
	middles := make([]string, len(times))
	for i, each := range times {
		slices.Sort(each)
		middles[i] = strconv.FormatInt(each[len(each)/2], 10)
	}
	return strings.Join(middles, " ")
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
	case "query":
		return sliceTimes(files, query, number(words[2]))
	default:
		k := number(words[4])
		return sliceTimes(files, func(slice []file) int { return cold(slice, k) }, number(words[2]))
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
