{{- define "web.env" -}}
env:
{{- range $name, $value := .Values.env }}
  - name: {{ $name }}
    {{- if kindIs "map" $value }}
    {{- toYaml $value | nindent 4 }}
    {{- else }}
    value: {{ $value | quote }}
    {{- end }}
{{- end }}
{{- end -}}
