{{- define "common.name" -}}x{{- end }}
