/** The answer to the request `kval/validatedBy`; null if the document cannot be read. */
export interface ValidatedBy {
  reason: string;
  /** False if no schema validates the document. */
  isValidated: boolean;
  /** What validates the document, if it is no schema file: "Deployment apps/v1, Kubernetes 1.36". */
  title?: string;
  method: string;
  dialect?: string;
  /** URIs of schema files, names of built-in schemas, and releases of the built-in catalogue. */
  schemas: string[];
}

export interface StatusText {
  text: string;
  tooltip: string;
}

function fileName(uri: string): string {
  return decodeURIComponent(uri.slice(uri.lastIndexOf("/") + 1));
}

/** Returns the schemas that can be opened. */
export function schemaFiles(answer: ValidatedBy): string[] {
  return answer.schemas.filter((schema) => schema.startsWith("file:"));
}

/** Status bars and messages do not render Markdown. */
export function plainText(text: string): string {
  return text.replaceAll("`", "");
}

/** Returns the text of the status bar for what validates the document. */
export function statusText(answer: ValidatedBy | null): StatusText {
  if (answer === null || !answer.isValidated) {
    const reason = plainText(answer?.reason ?? "no schema validates this file");
    return { text: "$(circle-slash) kval: no schema", tooltip: `${reason}; kval reports errors that need no schema` };
  }
  const [first, ...others] = answer.schemas;
  const schemas = first === undefined ? answer.method : fileName(first) + (others.length === 0 ? "" : ` +${others.length}`);
  return { text: `$(check) kval: ${answer.title ?? schemas}`, tooltip: plainText(answer.reason) };
}
