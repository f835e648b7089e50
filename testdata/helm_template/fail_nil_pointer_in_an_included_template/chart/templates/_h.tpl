{{ define "web.outer" }}{{ include "web.inner" . }}{{ end }}
{{ define "web.inner" }}{{ .Values.image.tag.name }}{{ end }}
