{{- define "web.labels" -}}
{{- with .Values.labels }}{{ toYaml . }}{{ end -}}
{{- end -}}
{{- define "web.ports" -}}
{{- range . }}
- containerPort: {{ .port }}
  {{- if eq .kind "host" }}
  hostPort: {{ .hostPort }}
  {{- end }}
{{- end }}
{{- end -}}
