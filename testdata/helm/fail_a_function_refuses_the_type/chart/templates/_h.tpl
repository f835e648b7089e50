{{- define "web.name" -}}
{{ trimSuffix "-" .Values.name }}
{{- end -}}
