{{- define "web.host" -}}
{{ required "set `host` to the public name" .Values.host }}
{{- end }}
