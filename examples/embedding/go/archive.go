package robotswasm

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/tetratelabs/wazero"
)

const (
	memoryBytes = 128 << 20
	// A block has whole lines. The module takes twice its bytes.
	blockBytes = 4 << 20
	// A longer line is not a URL (docs/embedding.md).
	maxLineBytes = 4 << 20
)

// Verdict says what holds for a line.
type Verdict = byte

// Allowed is the only verdict that allows. A URL that is TooLong for the rules is refused.
const (
	Refused Verdict = iota
	Allowed
	NotURL
	TooLong
)

// Options say what an archive was compiled for, and what holds for origins without a robots.txt.
type Options struct {
	// Agent is the product token of a crawler of the archive.
	Agent string
	// Dialect is RFC9309 by default.
	Dialect Dialect
	// RefuseMissing refuses origins without a robots.txt. By default they are allowed (RFC 9309 §2.3.1.3).
	RefuseMissing bool
}

// Archive has the compiled rules of many origins: a file that robots-wasm compile wrote without leniency options, one shard, or
// all shards of a manifest. It belongs to one goroutine at a time.
type Archive struct {
	robots *Robots
	files  []*archiveFile
}

// OpenArchive opens an archive with an instance of its own.
func OpenArchive(
	ctx context.Context, runtime wazero.Runtime, compiled wazero.CompiledModule, path string, options Options,
) (*Archive, error) {
	file, err := openArchiveFile(path)
	return open(ctx, runtime, compiled, []*archiveFile{file}, err, options)
}

// OpenShards opens all shards of a manifest as one archive.
func OpenShards(
	ctx context.Context, runtime wazero.Runtime, compiled wazero.CompiledModule, manifest *Manifest, options Options,
) (*Archive, error) {
	files, err := manifest.openAll()
	return open(ctx, runtime, compiled, files, err, options)
}

// OpenShard opens one shard of a manifest. The URLs of other shards are an error.
func OpenShard(
	ctx context.Context, runtime wazero.Runtime, compiled wazero.CompiledModule, manifest *Manifest, number int, options Options,
) (*Archive, error) {
	file, err := manifest.open(number)
	return open(ctx, runtime, compiled, []*archiveFile{file}, err, options)
}

func open(
	ctx context.Context, runtime wazero.Runtime, compiled wazero.CompiledModule, files []*archiveFile, failure error, options Options,
) (*Archive, error) {
	if failure != nil {
		return nil, failure
	}
	if options.Dialect == 0 {
		options.Dialect = RFC9309
	}
	robots, err := New(ctx, runtime, compiled)
	if err != nil {
		return nil, errors.Join(err, closeAll(files))
	}
	archive := &Archive{robots, files}
	if err := archive.start(options); err != nil {
		return nil, errors.Join(err, archive.Close())
	}
	return archive, nil
}

// Close closes the files and gives back the memory.
func (a *Archive) Close() error {
	return errors.Join(a.robots.Close(), closeAll(a.files))
}

func closeAll(files []*archiveFile) (err error) {
	for _, file := range files {
		err = errors.Join(err, file.Close())
	}
	return err
}

func (a *Archive) start(options Options) error {
	var missing uint64
	if options.RefuseMissing {
		missing = 1
	}
	seed, err := randomSeed()
	if err != nil {
		return err
	}
	if _, err := a.robots.call("bulk_open", uint64(options.Dialect), missing, memoryBytes, seed); err != nil {
		return err
	}
	for _, file := range a.files {
		if err := a.add(file, options); err != nil {
			return fmt.Errorf("%s: %w", file.Name(), err)
		}
	}
	return nil
}

func (a *Archive) add(file *archiveFile, options Options) error {
	crawler, err := file.crawler(options)
	if err != nil {
		return err
	}
	if err := a.robots.write(file.headAndFooter); err != nil {
		return err
	}
	place := file.shard()
	_, err = a.robots.call(
		"bulk_archive", uint64(len(file.headAndFooter)), uint64(crawler), uint64(place.Number), uint64(place.Of))
	return err
}

// Decide decides URLs in UTF-8, each ended by LF or CRLF, and returns a verdict for each line. An error means that a page is
// damaged or that an origin is in another shard; the next call works.
func (a *Archive) Decide(lines []byte) ([]Verdict, error) {
	var verdicts []Verdict
	for len(lines) > 0 {
		block := lines[:blockEnd(lines)]
		lines = lines[len(block):]
		if len(block) > maxLineBytes {
			block = []byte("\n") // Not a URL either.
		}
		decided, err := a.decideBlock(block)
		if err != nil {
			return nil, err
		}
		verdicts = append(verdicts, decided...)
	}
	return verdicts, nil
}

// blockEnd returns how many bytes the next block takes. A line that is longer than a block has a block of its own.
func blockEnd(lines []byte) int {
	if len(lines) <= blockBytes {
		return len(lines)
	}
	if last := bytes.LastIndexByte(lines[:blockBytes], '\n'); last >= 0 {
		return last + 1
	}
	if first := bytes.IndexByte(lines, '\n'); first >= 0 {
		return first + 1
	}
	return len(lines)
}

func (a *Archive) decideBlock(block []byte) ([]byte, error) {
	asks, err := a.robots.callWith(block, "bulk_lines")
	for err == nil && asks > 0 {
		if err = a.answer(asks); err == nil {
			asks, err = a.robots.call("bulk_resume")
		}
	}
	if err != nil {
		return nil, a.explained(err)
	}
	count, err := a.robots.call("bulk_count", 0)
	if err != nil {
		return nil, err
	}
	return a.robots.read(count)
}

// explained adds to an error the origin at which the block failed.
func (a *Archive) explained(failure error) error {
	length, err := a.robots.call("bulk_failed_at")
	if err != nil || length == 0 {
		return failure
	}
	origin, err := a.robots.read(length)
	if err != nil {
		return failure
	}
	return fmt.Errorf("the rules of %s: %w", origin, failure)
}

// ask is what the module needs to go on (docs/embedding.md).
type ask struct {
	kind, number    uint32
	offset          int64
	length, archive uint32
}

const (
	askBytes  = 24
	askPage   = 1
	askOrigin = 2
)

// answer reads all asks first, because the answers go through the same buffer.
func (a *Archive) answer(count int32) error {
	asks, texts, err := a.asks(int(count))
	if err != nil {
		return err
	}
	if err := a.answerPages(asks); err != nil {
		return err
	}
	for _, one := range asks {
		if one.kind != askOrigin {
			continue
		}
		text := texts[:one.length]
		texts = texts[one.length:]
		if _, err := a.robots.callWith([]byte(spelled(string(text))), "bulk_origin", uint64(one.number)); err != nil {
			return err
		}
	}
	return nil
}

// asks returns the asks in the buffer, and their texts after each other.
func (a *Archive) asks(count int) ([]ask, []byte, error) {
	content, err := a.robots.read(int32(askBytes * count))
	if err != nil {
		return nil, nil, err
	}
	asks := make([]ask, count)
	textBytes := 0
	for i := range asks {
		fields := content[askBytes*i:]
		word := binary.LittleEndian.Uint32
		asks[i] = ask{word(fields), word(fields[4:]), int64(binary.LittleEndian.Uint64(fields[8:])), word(fields[16:]), word(fields[20:])}
		if asks[i].kind != askPage {
			textBytes += int(asks[i].length)
		}
	}
	content, err = a.robots.read(int32(askBytes*count + textBytes))
	if err != nil {
		return nil, nil, err
	}
	return asks, content[askBytes*count:], nil
}

func (a *Archive) answerPages(asks []ask) error {
	var pages []byte
	for _, one := range asks {
		if one.kind != askPage {
			continue
		}
		page, err := a.files[one.archive].read(one.offset, int64(one.length))
		if err != nil {
			return err
		}
		pages = append(pages, page...)
	}
	if len(pages) == 0 {
		return nil
	}
	_, err := a.robots.callWith(pages, "bulk_pages")
	return err
}
