{{- define "web.account" -}}
{{ default .Release.Name .Values.serviceAccount.name }}
{{- end }}
{{- define "web.env" -}}
env:
{{- range $name, $value := . }}
- name: {{ $name }}
  value:
{{ toYaml $value | indent 4 }}
{{- end }}
{{- end }}
