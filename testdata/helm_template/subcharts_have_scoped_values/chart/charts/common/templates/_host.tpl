{{ define "common.host" }}{{ .Chart.Name }}.{{ .Values.global.domain }}{{ end }}
