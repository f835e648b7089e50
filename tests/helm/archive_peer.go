// Reads packed charts like Helm's chart loader (pkg/chart/loader/archive.go, LoadArchiveFiles), with archive/tar and
// compress/gzip of Go. Standard input: the size of each archive as four bytes in big-endian order, then its bytes.
// Standard output: one line per archive, with `refused`, or the name and the content of each file in hexadecimal.
package main

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"regexp"
	"strings"
)

const mostFileBytes, mostBytes = 5 << 20, 100 << 20

var drivePath = regexp.MustCompile(`^[a-zA-Z]:/`)

func nameOf(full string) (string, error) {
	delimiter := "/"
	if strings.ContainsRune(full, '\\') {
		delimiter = "\\"
	}
	parts := strings.Split(full, delimiter)
	name := strings.ReplaceAll(strings.Join(parts[1:], delimiter), delimiter, "/")
	if path.IsAbs(name) {
		return "", errors.New("absolute")
	}
	name = path.Clean(name)
	if name == "." || strings.HasPrefix(name, "..") || drivePath.MatchString(name) || parts[0] == "Chart.yaml" {
		return "", errors.New("outside")
	}
	return name, nil
}

func load(archive []byte) (string, error) {
	unzipped, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return "", err
	}
	var line strings.Builder
	remaining := int64(mostBytes)
	reader := tar.NewReader(unzipped)
	for {
		header, err := reader.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return "", err
		}
		if header.FileInfo().IsDir() || header.Typeflag == tar.TypeXGlobalHeader || header.Typeflag == tar.TypeXHeader {
			continue
		}
		name, err := nameOf(header.Name)
		if err != nil {
			return "", err
		}
		if header.Size > remaining || header.Size > mostFileBytes {
			return "", errors.New("too large")
		}
		var content bytes.Buffer
		written, err := io.Copy(&content, io.LimitReader(reader, remaining))
		if err != nil {
			return "", err
		}
		remaining -= written
		if written < header.Size || remaining <= 0 {
			return "", errors.New("too large")
		}
		fmt.Fprintf(&line, " %x=%x", name, bytes.TrimPrefix(content.Bytes(), []byte("\xEF\xBB\xBF")))
	}
	if line.Len() == 0 {
		return "", errors.New("no files")
	}
	return line.String(), nil
}

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		var size uint32
		if binary.Read(in, binary.BigEndian, &size) != nil {
			return
		}
		archive := make([]byte, size)
		if _, err := io.ReadFull(in, archive); err != nil {
			panic(err)
		}
		line, err := load(archive)
		if err != nil {
			line = "refused"
		}
		fmt.Fprintln(out, line)
	}
}
