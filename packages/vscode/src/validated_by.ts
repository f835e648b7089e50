/** The answer to the request `kval/validatedBy`; null if the document cannot be read. */
export interface ValidatedBy {
  reason: string;
  /** False if no schema validates the document. */
  isValidated: boolean;
  method: string;
  dialect?: string;
  /** URIs of the schema files. */
  schemas: string[];
}

export interface StatusText {
  text: string;
  tooltip: string;
}

function fileName(uri: string): string {
  return decodeURIComponent(uri.slice(uri.lastIndexOf("/") + 1));
}

/** Returns the text of the status bar for what validates the document. */
export function statusText(answer: ValidatedBy | null): StatusText {
  if (answer === null || !answer.isValidated) {
    const tooltip = answer?.reason ?? "No schema validates this file.";
    return { text: "$(circle-slash) kval: no schema", tooltip: `${tooltip} kval reports syntax errors only.` };
  }
  const [first, ...others] = answer.schemas;
  const schema = first === undefined ? answer.method : fileName(first) + (others.length === 0 ? "" : ` +${others.length}`);
  return { text: `$(check) kval: ${schema}`, tooltip: answer.reason };
}
