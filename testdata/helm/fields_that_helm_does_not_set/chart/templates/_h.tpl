{{- define "web.own" }}{{ .Release.Other }}{{ end }}
{{- define "web.name" }}{{ .Release.Nmae }}{{ end }}
