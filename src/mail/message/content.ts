import { firstLines } from '../text/first-lines.ts';
import type { ParseWarning } from '../text/parse-warnings.ts';
import { readBodyText } from './body-text.ts';
import type { Caps } from './caps.ts';
import { withoutDashEscapes } from './dash-escapes.ts';
import { detach } from './detach.ts';
import { type HeaderSection, readHeaderSection } from './header-section.ts';
import { textOfHtml } from './html-text.ts';
import type { Attachment } from './mail.ts';
import { type Range, splitMultipart } from './multipart.ts';
import { type Part, readPart } from './part.ts';

/** What a part, with the parts in it, adds to a mail. */
interface Content {
	/** Undefined if there is no text to read. */
	readonly text: string | undefined;
	/** Whether the text was made from HTML. */
	readonly isFromHtml: boolean;
	readonly attachments: readonly Attachment[];
}

/** What is common to all parts of a mail. `partsLeft` and `linesLeft` become smaller while it is read. */
interface Reading {
	readonly source: string;
	readonly caps: Caps;
	readonly warnings: Set<ParseWarning>;
	/** The line break of the mail. */
	readonly lineBreak: string;
	partsLeft: number;
	linesLeft: number;
}

/** Types whose texts people read. Other text, such as `text/x-patch`, is an attachment. */
const readable = new Set(['text/plain', 'text/html', 'text/markdown']);
const textTypes = /^(text\/|message\/|application\/(x-)?(patch|diff|mbox|json|xml|pgp-\w+)$)/;
/** The type that mail programs give to parts whose type they do not know. */
const unknownType = 'application/octet-stream';
/** Characters that no text has: those of binary data, and what stands for bytes that are no characters. */
const binaryCharacters = /[[\p{Cc}\ufffd]--[\t\n\v\f\r]]/v;
/** Names of text files that mail programs send as any type. */
const textNames = /\.(patch|diff|mbox|eml|txt|md|log|asc)$/i;

/** Reads the body of a mail: its text, and its attachments in their order. */
export function readContent(
	source: string,
	header: HeaderSection,
	caps: Caps,
	warnings: Set<ParseWarning>,
): { readonly text: string; readonly attachments: readonly Attachment[] } {
	const lineBreak = source[source.indexOf('\n') - 1] === '\r' ? '\r\n' : '\n';
	const reading: Reading = {
		source,
		caps,
		warnings,
		lineBreak,
		partsLeft: caps.parts,
		linesLeft: caps.lines,
	};
	const part = readPart(header.fields, 'text/plain', warnings);
	const range = { start: header.bodyStart, end: source.length };
	// The text of a mail without parts is read even if it has a name.
	const content = part.type.startsWith('text/')
		? readText(reading, part, range)
		: readPartContent(reading, part, range, { depth: 0, isFirst: true });
	return { text: content.text ?? '', attachments: content.attachments };
}

/** Where a part is. */
interface Position {
	/** The number of multiparts around it. */
	readonly depth: number;
	/** Whether no part comes before it. */
	readonly isFirst: boolean;
}

function readPartContent(reading: Reading, part: Part, range: Range, position: Position): Content {
	const isAttachment = part.name !== '' || part.isAttached;
	if (part.type.startsWith('multipart/')) {
		if (position.depth < reading.caps.depth) return readMultipart(reading, part, range, position);
		reading.warnings.add('parts-too-deep');
	} else if (readable.has(part.type) && !isAttachment) {
		return readText(reading, part, range);
	} else if (part.type === unknownType && !isAttachment && position.isFirst) {
		const content = readUnknown(reading, part, range);
		if (content) return content;
	}
	return { text: undefined, isFromHtml: false, attachments: [readAttachment(reading, part, range)] };
}

/** The text of a part whose type says nothing: some programs send a patch like that. Undefined if it is no text. */
function readUnknown(reading: Reading, part: Part, range: Range): Content | undefined {
	const trial: Reading = { ...reading, warnings: new Set() };
	const content = readText(trial, { ...part, type: 'text/plain' }, range);
	if (binaryCharacters.test(content.text)) return undefined;
	reading.linesLeft = trial.linesLeft;
	for (const warning of trial.warnings) reading.warnings.add(warning);
	return content;
}

function readMultipart(reading: Reading, part: Part, range: Range, { depth, isFirst }: Position): Content {
	const { source, caps, warnings } = reading;
	const { boundary = '' } = part;
	const split = splitMultipart(source, range, boundary, reading.partsLeft);
	if (boundary === '' || split.parts.length === 0) {
		warnings.add('boundary-missing');
		return readText(reading, { ...part, type: 'text/plain', encoding: '' }, range);
	}
	if (split.isCut) warnings.add('parts-too-many');
	if (!split.isClosed) warnings.add('part-unclosed');
	reading.partsLeft -= split.parts.length;
	const defaultType = part.type === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
	const contents = split.parts.map(({ start, end }, index) => {
		const header = readHeaderSection(source, start, end, caps.headerLength);
		for (const code of header.warnings) warnings.add(code);
		const inner = readPart(header.fields, defaultType, warnings);
		const position = { depth: depth + 1, isFirst: isFirst && index === 0 };
		return readPartContent(reading, inner, { start: header.bodyStart, end }, position);
	});
	return part.type === 'multipart/alternative'
		? chooseText(contents)
		: joinContents(contents, reading.lineBreak);
}

function readText(reading: Reading, part: Part, range: Range): Content & { readonly text: string } {
	const text = withoutDashEscapes(readLines(reading, part, range));
	const isFromHtml = part.type === 'text/html';
	return { text: isFromHtml ? textOfHtml(text) : text, isFromHtml, attachments: [] };
}

/** The text of a part, without the lines that exceed the limit. */
function readLines(reading: Reading, part: Part, range: Range): string {
	const { source, warnings } = reading;
	const text = readBodyText(source, range, part, warnings);
	const { end, count } = firstLines(text, reading.linesLeft);
	reading.linesLeft -= count;
	if (end === text.length) return text;
	warnings.add('lines-too-many');
	return detach(text.slice(0, end));
}

function readAttachment(reading: Reading, part: Part, range: Range): Attachment {
	const isText = textTypes.test(part.type) || textNames.test(part.name);
	const isUnknown = part.type === unknownType && !part.name.includes('.');
	return {
		name: part.name,
		type: part.type,
		text: isText
			? readLines(reading, part, range)
			: isUnknown
				? readUnknown(reading, part, range)?.text
				: undefined,
	};
}

/** The plain text of several versions of the same, or else the text of the HTML. */
function chooseText(contents: readonly Content[]): Content {
	const hasWords = ({ text }: Content) => text !== undefined && text.trim() !== '';
	const chosen =
		contents.find((content) => hasWords(content) && !content.isFromHtml) ?? contents.find(hasWords);
	return {
		text: chosen?.text,
		isFromHtml: chosen?.isFromHtml ?? false,
		attachments: contents.flatMap(({ attachments }) => attachments),
	};
}

function joinContents(contents: readonly Content[], lineBreak: string): Content {
	const withText = contents.filter(({ text }) => text !== undefined);
	return {
		text:
			withText.length === 0
				? undefined
				: joinTexts(
						withText.map(({ text = '' }) => text),
						lineBreak,
					),
		isFromHtml: withText.length > 0 && withText.every(({ isFromHtml }) => isFromHtml),
		attachments: contents.flatMap(({ attachments }) => attachments),
	};
}

/** The line break at the end of a part belongs to the delimiter, so that it is missing between texts. */
function joinTexts(texts: readonly string[], lineBreak: string): string {
	const filled = texts.filter((text) => text !== '');
	return filled
		.map((text, index) => (index < filled.length - 1 && !text.endsWith('\n') ? text + lineBreak : text))
		.join('');
}
