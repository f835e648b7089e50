{{- define "library.container" -}}
{{- $container := index .Values.containers .name -}}
- name: {{ .name }}
  image: {{ $container.image | quote }}
  {{- with $container.securityContext }}
  securityContext: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $container.ports }}
  ports:
    {{- range . }}
    - containerPort: {{ .containerPort }}
    {{- end }}
  {{- end }}
  terminationMessagePolicy: Nothing
{{- end -}}

{{- define "library.pod" -}}
containers:
  {{- range $name, $_ := .Values.containers }}
  {{- include "library.container" (dict "Values" $.Values "name" $name) | nindent 2 }}
  {{- end }}
{{- end -}}

{{- define "library.labels" -}}
app: web
{{ toYaml .Values.labels }}
{{- end -}}

{{- define "library.all" -}}
apiVersion: v1
kind: Pod
metadata:
  name: web
  labels: {{- merge (dict "extra" "yes") (include "library.labels" . | fromYaml) | toYaml | nindent 4 }}
spec:
  {{- include "library.pod" . | nindent 2 }}
{{- end -}}
