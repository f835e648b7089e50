{{- define "web.used" -}}
{{ .Values.inHelper }}
{{- end -}}
{{- define "web.option" -}}
{{ .Values.extra.cert }}
{{- end -}}
{{- define "web.unused" -}}
{{ .Values.nowhere }}
{{- end -}}
