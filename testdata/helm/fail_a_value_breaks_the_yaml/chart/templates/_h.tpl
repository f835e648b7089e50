{{- define "web.selector" -}}
app: web
tier {{ .Release.Name }}
{{- end -}}
{{- define "web.labels" -}}
app: web
{{- end -}}
