/** A value as written in a query: in quotation marks if it would otherwise be read as something else. */
export const quoted = (value: string): string =>
	/^$|^!|[\s":]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value;
