package robotswasm

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
)

const (
	format              = 3
	headerBytes         = 12
	footerBytes         = 44
	maxDescriptionBytes = 1 << 20
	maxPageBytes        = 1 << 28
)

// archiveFile is a file of an archive (docs/archive.md): its head, footer and pages.
type archiveFile struct {
	*os.File
	bytes         int64
	description   description
	headAndFooter []byte
}

// description says what was compiled. Verdicts are valid for nothing else.
type description struct {
	Crawlers [][]string     `json:"crawlers"`
	Dialect  string         `json:"dialect"`
	Leniency map[string]any `json:"leniency"`
	Shard    *shard         `json:"shard"`
}

type shard struct {
	Number uint32 `json:"number"`
	Of     uint32 `json:"of"`
}

var dialectNames = map[Dialect]string{
	RFC9309: "rfc9309", Google: "google", Norobots1996: "norobots1996", Original1994: "original1994", Koster1996: "koster1996",
}

func openArchiveFile(path string) (*archiveFile, error) {
	opened, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	file := &archiveFile{File: opened}
	if err := file.readHead(); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	return file, nil
}

func (f *archiveFile) readHead() error {
	status, err := f.Stat()
	if err != nil {
		return err
	}
	f.bytes = status.Size()
	start, err := f.read(0, headerBytes)
	if err != nil || string(start[:4]) != "RWAR" {
		return errors.New("expected an archive of robots-wasm compile; got another file")
	}
	if version := binary.LittleEndian.Uint32(start[4:]); version != format {
		return fmt.Errorf("expected format %d; got %d: compile the archive again", format, version)
	}
	length := int64(binary.LittleEndian.Uint32(start[8:]))
	if length > maxDescriptionBytes {
		return fmt.Errorf("expected a description of at most %d bytes; got %d", maxDescriptionBytes, length)
	}
	head, err := f.read(0, headerBytes+length)
	if err != nil {
		return err
	}
	footer, err := f.read(f.bytes-footerBytes, footerBytes)
	if err != nil {
		return err
	}
	if written := int64(binary.LittleEndian.Uint64(footer[16:])); written != f.bytes {
		return fmt.Errorf("expected a whole archive of %d bytes; got %d", written, f.bytes)
	}
	f.headAndFooter = append(head, footer...)
	return json.Unmarshal(head[headerBytes:], &f.description)
}

// read returns whole pages only. What it asks memory for lies in the file.
func (f *archiveFile) read(offset, length int64) ([]byte, error) {
	if length > maxPageBytes || offset < 0 || offset > f.bytes-length {
		return nil, fmt.Errorf("expected %d bytes at %d; the archive is truncated or damaged", length, offset)
	}
	content := make([]byte, length)
	_, err := f.ReadAt(content, offset)
	return content, err
}

// shard is the place of the file among the shards of its archive; a whole archive is the only one.
func (f *archiveFile) shard() shard {
	if f.description.Shard == nil {
		return shard{0, 1}
	}
	return *f.description.Shard
}

// crawler returns the number of the crawler, or an error if the archive was compiled for something else. Product tokens are
// compared case-insensitively (RFC 9309 §2.2.1).
func (f *archiveFile) crawler(options Options) (int, error) {
	if dialect := dialectNames[options.Dialect]; f.description.Dialect != dialect {
		return 0, fmt.Errorf("expected an archive for dialect %q; got one for %q", dialect, f.description.Dialect)
	}
	if len(f.description.Leniency) > 0 {
		return 0, fmt.Errorf("expected an archive without leniency options; got %v", f.description.Leniency)
	}
	for number, tokens := range f.description.Crawlers {
		if len(tokens) == 1 && strings.EqualFold(tokens[0], options.Agent) {
			return number, nil
		}
	}
	return 0, fmt.Errorf("expected an archive for agent %q; got one for %q", options.Agent, f.description.Crawlers)
}

// randomSeed is secret: somebody who knows it can make URLs whose origins are slow to find.
func randomSeed() (uint64, error) {
	var seed [4]byte
	_, err := rand.Read(seed[:])
	return uint64(binary.LittleEndian.Uint32(seed[:])), err
}
