package robotswasm

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

const manifestVersion = 2

// Manifest names the shards of an archive, as robots-wasm compile --shards wrote them in one run (docs/archive.md). Read it once and
// open shards by it: a manifest that is read later may name those of another run.
type Manifest struct {
	Version    int    `json:"version"`
	Generation string `json:"generation"`
	Format     int    `json:"format"`
	Hash       string `json:"hash"`
	Shards     int    `json:"shards"`
	Files      []struct {
		File   string `json:"file"`
		Footer string `json:"footer"`
	} `json:"files"`
	folder string
}

// IsManifest says whether a file begins as JSON does. Archives begin with other bytes.
func IsManifest(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	var start [1]byte
	_, err = file.Read(start[:])
	return err == nil && start[0] == '{'
}

// OpenManifest reads a manifest and checks that it is whole.
func OpenManifest(path string) (*Manifest, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	manifest := &Manifest{folder: filepath.Dir(path)}
	if err := json.Unmarshal(content, manifest); err != nil {
		return nil, fmt.Errorf("%s: expected a manifest in JSON: %w", path, err)
	}
	if err := manifest.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return manifest, nil
}

func (m *Manifest) check() error {
	if m.Version != manifestVersion || m.Format != format || m.Hash != "fnv1a-32(host)" {
		return fmt.Errorf("expected a manifest of version %d and format %d; got %d and %d: compile the archive again",
			manifestVersion, format, m.Version, m.Format)
	}
	if m.Shards == 0 || m.Shards != len(m.Files) {
		return fmt.Errorf("expected a file for each of %d shards; got %d", m.Shards, len(m.Files))
	}
	footers := sha256.New()
	for _, one := range m.Files {
		footer, err := hex.DecodeString(one.Footer)
		if err != nil || filepath.Base(one.File) != one.File || one.File == ".." {
			return fmt.Errorf("expected names and footers of files; got %q, %q", one.File, one.Footer)
		}
		footers.Write(footer)
	}
	if generation := hex.EncodeToString(footers.Sum(nil)[:8]); generation != m.Generation {
		return fmt.Errorf("expected the generation of its footers, %s; got %s", generation, m.Generation)
	}
	return nil
}

// open returns the file of a shard, if it is the one of the manifest: its footer depends on each of its bytes.
func (m *Manifest) open(number int) (*archiveFile, error) {
	if number < 0 || number >= m.Shards {
		return nil, fmt.Errorf("expected a shard from 0 to %d; got %d", m.Shards-1, number)
	}
	path := filepath.Join(m.folder, m.Files[number].File)
	file, err := openArchiveFile(path)
	if err != nil {
		return nil, err
	}
	footer := file.headAndFooter[len(file.headAndFooter)-footerBytes:]
	if hex.EncodeToString(footer) != m.Files[number].Footer || file.shard() != (shard{uint32(number), uint32(m.Shards)}) {
		return nil, errors.Join(fmt.Errorf("%s: expected the shard that its manifest names; got one of another run", path), file.Close())
	}
	return file, nil
}

func (m *Manifest) openAll() ([]*archiveFile, error) {
	var files []*archiveFile
	for number := range m.Shards {
		file, err := m.open(number)
		if err != nil {
			return nil, errors.Join(err, closeAll(files))
		}
		files = append(files, file)
	}
	return files, nil
}
