/** What the user names to open a series or a mail. The targets of web addresses (`locate`) have the same form. */
export type SeriesReference =
	| {
			readonly kind: 'patchset';
			/** With the tilde. */
			readonly owner: string;
			readonly list: string;
			readonly patchset: number;
	  }
	| {
			readonly kind: 'mail';
			/** A Message-ID, with or without its angle brackets, or the forge's id of the mail. */
			readonly message: string;
			/** The list of the mail, if it is known. */
			readonly owner?: string;
			readonly list?: string;
	  };

const patchset = /^(~[^\s/]+)\/([^\s/#]+)(?:\/patches\/|#|\s+)([1-9]\d{0,8})$/;
const message = /^(?:message-id:|mid:)?\s*(<[^\s<>]+>|[^\s<>]+@[^\s<>]+)$/i;

/** Reads `12` or `#12`: the number of a patchset without its list. */
export function readPatchsetNumber(text: string): number | undefined {
	const [, number] = /^#?([1-9]\d{0,8})$/.exec(text.trim()) ?? [];
	return number === undefined ? undefined : Number(number);
}

/** Reads `~ana/editor-devel 12` or a Message-ID. Undefined for other texts, such as addresses. */
export function readSeriesReference(text: string): SeriesReference | undefined {
	const trimmed = text.trim();
	const [, owner, list, id] = patchset.exec(trimmed) ?? [];
	if (owner !== undefined && list !== undefined)
		return { kind: 'patchset', owner, list, patchset: Number(id) };
	if (trimmed.includes('://')) return undefined;
	const [, named] = message.exec(trimmed) ?? [];
	return named === undefined ? undefined : { kind: 'mail', message: named };
}
