{{- define "web.sql.secret" -}}web{{- end -}}
