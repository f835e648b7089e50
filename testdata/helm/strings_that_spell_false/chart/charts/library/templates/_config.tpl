{{- define "library.config" -}}
{{- if and .values.enabled (not .values.hidden) }}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .name }}
data:
  mode: {{ .values.mode | quote }}
  {{- if .values.shown }}
  shown: {{ .values.shown }}
  {{- end }}
{{- end }}
{{- end -}}
