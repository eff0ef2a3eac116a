import type { ParseWarning } from '../text/parse-warnings.ts';
import type { HeaderSection } from './header-section.ts';
import { readParameters } from './parameters.ts';

/** What the headers of a mail or part say about its body. */
export interface Part {
	/** The media type in lower case. */
	readonly type: string;
	/** Empty if it has none. */
	readonly name: string;
	/** Whether the sender does not want it shown with the text. */
	readonly isAttached: boolean;
	readonly encoding: string;
	readonly charset: string | undefined;
	readonly boundary: string | undefined;
	/** Whether a mail program has wrapped long lines so that they can be joined again (RFC 3676). */
	readonly isFlowed: boolean;
	/** Whether the space at the end of a wrapped line is not part of a flowed text. */
	readonly delSp: boolean;
}

export function readPart(
	fields: HeaderSection['fields'],
	defaultType: string,
	warnings: Set<ParseWarning>,
): Part {
	const find = (name: string) => fields.find((field) => field.name === name)?.value ?? '';
	const type = readParameters(find('content-type'), warnings);
	const disposition = readParameters(find('content-disposition'), warnings);
	const word = (name: string) => firstWord(type.parameters.get(name) ?? '') || undefined;
	return {
		type: /^[^/]+\/[^/]+$/.test(type.value) ? type.value : defaultType,
		name: withoutFolder(disposition.parameters.get('filename') || type.parameters.get('name') || ''),
		isAttached: disposition.value !== '' && disposition.value !== 'inline',
		encoding: readParameters(find('content-transfer-encoding'), warnings).value.replaceAll('"', ''),
		charset: word('charset'),
		boundary: type.parameters.get('boundary')?.trimEnd() || undefined,
		isFlowed: word('format')?.toLowerCase() === 'flowed',
		delSp: word('delsp')?.toLowerCase() === 'yes',
	};
}

/** Without a comment, which may follow a value. */
const firstWord = (value: string): string => /^[^\s(]*/.exec(value)?.[0] ?? '';

/** The name of a file without folders, also those of Windows, and without characters that are not part of names. */
function withoutFolder(path: string): string {
	const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these are not part of names
	const clean = name.replace(/[\x00-\x1f\x7f]/g, '').trim();
	return clean === '.' || clean === '..' ? '' : clean;
}
