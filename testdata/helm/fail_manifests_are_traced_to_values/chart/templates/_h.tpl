{{- define "web.resources" -}}
resources:
  {{- toYaml .Values.resources | nindent 2 }}
{{- end }}
