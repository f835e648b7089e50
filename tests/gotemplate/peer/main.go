// Renders templates with Go's text/template, for the differential test: one JSON case per line of standard input, one
// line `HEX-OUTPUT HEX-ERROR` per case on standard output. tests/gotemplate/sample.cc has the same values and functions.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"text/template"
)

type item struct {
	Name   string
	Count  int
	Tags   []string
	hidden int
}

func (i *item) Greet(name string) string { return "hello " + name + " from " + i.Name }
func (i *item) Sum(numbers ...int) int {
	sum := i.Count
	for _, n := range numbers {
		sum += n
	}
	return sum
}
func (i *item) Fails() (string, error) { return "", errors.New("it fails") }

type version struct{ Major, Minor int }

func (v version) String() string { return "v" + strconv.Itoa(v.Major) + "." + strconv.Itoa(v.Minor) }

type values map[string]any

func (v values) Size() int { return len(v) }

var functions = template.FuncMap{
	"str":     func(s string) string { return "<" + s + ">" },
	"strs":    func(s ...string) []string { return s },
	"same":    func(x any) any { return x },
	"count":   func(s string, rest ...any) int { return len(s) + len(rest) },
	"fails":   func(s string) (string, error) { return "", errors.New(s) },
	"size":    func(m map[string]any) int { return len(m) },
	"double":  func(i int) int { return 2 * i },
	"half":    func(f float64) float64 { return f / 2 },
	"wide":    func(i int64) int64 { return i },
	"flip":    func(b bool) bool { return !b },
	"nothing": func() any { return nil },
	"list":    func(x ...any) []any { return append([]any{}, x...) },
	"first":   func(l []any) any { return l[0] },
	"dict": func(x ...any) map[string]any {
		m := map[string]any{}
		for i := 0; i+1 < len(x); i += 2 {
			m[fmt.Sprint(x[i])] = x[i+1]
		}
		return m
	},
	// Leaves out what could make a cycle, on which Go's printing does not end.
	"set": func(m map[string]any, k string, v any) map[string]any {
		switch v.(type) {
		case map[string]any, values, []any:
		default:
			m[k] = v
		}
		return m
	},
}

func convert(v any) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = convert(v[i])
		}
		return list
	case map[string]any:
		if len(v) == 1 {
			for key, held := range v {
				if strings.HasPrefix(key, "$") {
					return special(key, held)
				}
			}
		}
		m := map[string]any{}
		for key, held := range v {
			m[key] = convert(held)
		}
		return m
	}
	return v
}

func special(kind string, held any) any {
	switch kind {
	case "$int":
		n, _ := strconv.ParseInt(held.(string), 10, 64)
		return int(n)
	case "$int64":
		n, _ := strconv.ParseInt(held.(string), 10, 64)
		return n
	case "$uint64":
		n, _ := strconv.ParseUint(held.(string), 10, 64)
		return n
	case "$byte":
		return byte(held.(float64))
	case "$number":
		return json.Number(held.(string))
	case "$strings":
		list := []string{}
		for _, s := range held.([]any) {
			list = append(list, s.(string))
		}
		return list[:len(list):len(list)]
	case "$ints":
		list := []int{}
		for _, s := range held.([]any) {
			list = append(list, int(s.(float64)))
		}
		return list[:len(list):len(list)]
	case "$bytes":
		b := []byte(held.(string))
		return b[:len(b):len(b)]
	case "$stringmap":
		m := map[string]string{}
		for k, s := range held.(map[string]any) {
			m[k] = s.(string)
		}
		return m
	case "$values":
		return values(convert(held).(map[string]any))
	case "$nilmap":
		return map[string]any(nil)
	case "$nillist":
		return []any(nil)
	case "$item":
		return &item{Name: held.(string), Count: 3, Tags: []string{"a", "b"}, hidden: 1}
	case "$nilitem":
		return (*item)(nil)
	case "$version":
		return version{int(held.(float64)), 7}
	}
	panic(kind)
}

type testCase struct {
	Name, Text, Missing string
	Data                any
}

func run(c testCase) (text string, failure string) {
	t, err := template.New(c.Name).Option("missingkey=" + c.Missing).Funcs(functions).Parse(c.Text)
	if err != nil {
		return "", err.Error()
	}
	var out strings.Builder
	if err := t.Execute(&out, convert(c.Data)); err != nil {
		failure = err.Error()
	}
	return out.String(), failure
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var c testCase
		if err := json.Unmarshal(line, &c); err != nil {
			panic(err)
		}
		text, failure := run(c)
		fmt.Printf("%x %x\n", text, failure)
	}
}
