// Renders templates with Go's text/template, Sprig and Helm's own functions, for the differential test: one JSON case per
// line of standard input, one line `HEX-OUTPUT HEX-ERROR` per case on standard output.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strings"
	"text/template"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/Masterminds/sprig/v3"
	"sigs.k8s.io/yaml"
	pretty "sigs.k8s.io/yaml/goyaml.v3"
)

func trimmed(text []byte, err error) string {
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(string(text), "\n")
}

// What Helm adds to Sprig, without the functions of its engine. The order of keys is made stable.
func functions() template.FuncMap {
	all := sprig.TxtFuncMap()
	all["toYaml"] = func(v any) string { return trimmed(yaml.Marshal(v)) }
	all["toYamlPretty"] = func(v any) string {
		var out bytes.Buffer
		encoder := pretty.NewEncoder(&out)
		encoder.SetIndent(2)
		err := encoder.Encode(v)
		return trimmed(out.Bytes(), err)
	}
	all["fromYaml"] = func(s string) map[string]any {
		m := map[string]any{}
		if err := yaml.Unmarshal([]byte(s), &m); err != nil {
			m["Error"] = err.Error()
		}
		return m
	}
	all["fromYamlArray"] = func(s string) []any {
		a := []any{}
		if err := yaml.Unmarshal([]byte(s), &a); err != nil {
			a = []any{err.Error()}
		}
		return a
	}
	all["toJson"] = func(v any) string {
		text, err := json.Marshal(v)
		if err != nil {
			return ""
		}
		return string(text)
	}
	all["fromJson"] = func(s string) map[string]any {
		m := map[string]any{}
		if err := json.Unmarshal([]byte(s), &m); err != nil {
			m["Error"] = err.Error()
		}
		return m
	}
	all["fromJsonArray"] = func(s string) []any {
		a := []any{}
		if err := json.Unmarshal([]byte(s), &a); err != nil {
			a = []any{err.Error()}
		}
		return a
	}
	all["toToml"] = func(v any) string {
		var out bytes.Buffer
		if err := toml.NewEncoder(&out).Encode(v); err != nil {
			return err.Error()
		}
		return out.String()
	}
	all["fromToml"] = func(s string) map[string]any {
		m := map[string]any{}
		if err := toml.Unmarshal([]byte(s), &m); err != nil {
			m["Error"] = err.Error()
		}
		return m
	}
	all["keys"] = func(maps ...map[string]any) []string {
		keys := []string{}
		for _, m := range maps {
			keys = append(keys, sorted(m)...)
		}
		return keys
	}
	all["values"] = func(m map[string]any) []any {
		values := []any{}
		for _, key := range sorted(m) {
			values = append(values, m[key])
		}
		return values
	}
	return all
}

func sorted(m map[string]any) []string {
	keys := []string{}
	for key := range m {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}

func run(text string, data any) (output string, failure string) {
	defer func() {
		if r := recover(); r != nil {
			failure = fmt.Sprint("panic: ", r)
		}
	}()
	t, err := template.New("t").Option("missingkey=zero").Funcs(functions()).Parse(text)
	if err != nil {
		return "", err.Error()
	}
	var out strings.Builder
	if err := t.Execute(&out, data); err != nil {
		failure = err.Error()
	}
	return out.String(), failure
}

func main() {
	time.Local = time.UTC
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var c struct {
			Text string
			Data any
		}
		if err := json.Unmarshal(line, &c); err != nil {
			panic(err)
		}
		output, failure := run(c.Text, c.Data)
		fmt.Printf("%x %x\n", output, failure)
	}
}
