/** The HTML tags that a text may contain. All others are shown as text. */

/** Tags within a line. `br` has no end tag. Reasons for these tags: docs/decisions/html-in-markdown.md. */
const inlineTags = 'br|del|ins|kbd|sub|sup';
/** Tags that begin a block of HTML. */
const blockTags = 'details|summary|table|thead|tbody|tfoot|tr|th|td';

export interface HtmlTag {
	/** In lower case. */
	readonly name: string;
	readonly isEnd: boolean;
	/** The allowed attributes with valid values; no others are kept. */
	readonly attributes: readonly [name: string, value: string][];
	/** The tag as written. */
	readonly source: string;
}

const value = String.raw`"[^"]*"|'[^']*'|[^\s"'=<>\x60]+`;
/** `open` is the only attribute that needs no value, so that `<table of contents>` is not a tag. */
const attribute = String.raw`\s+(?:open(?=[\s/>])|[a-z_:][a-z0-9_.:-]*\s*=\s*(?:${value}))`;
const tagPattern = (names: string) =>
	`<(?:(?<start>${names})(?<attributes>(?:${attribute})*)\\s*/?|/(?<end>${names})\\s*)>`;

const inlineTag = new RegExp(tagPattern(inlineTags), 'iy');
const blockTag = new RegExp(tagPattern(blockTags), 'gi');
const firstBlockTag = new RegExp(`^${tagPattern(blockTags)}`, 'i');

/** The tag at an index of a line. */
export function inlineTagAt(text: string, index: number): HtmlTag | undefined {
	inlineTag.lastIndex = index;
	const match = inlineTag.exec(text);
	const tag = match ? tagOf(match) : undefined;
	return tag?.name === 'br' && tag.isEnd ? undefined : tag;
}

/** Splits a block of HTML at its tags. */
export function splitAtTags(html: string): readonly (string | HtmlTag)[] {
	const parts: (string | HtmlTag)[] = [];
	let done = 0;
	for (const match of html.matchAll(blockTag)) {
		parts.push(html.slice(done, match.index), tagOf(match));
		done = match.index + match[0].length;
	}
	parts.push(html.slice(done));
	return parts.filter((part) => typeof part !== 'string' || part.trim() !== '');
}

/** Whether a line begins with a tag that begins a block of HTML. */
export const beginsBlock = (line: string): boolean => firstBlockTag.test(line);

function tagOf({ 0: source, groups }: RegExpExecArray): HtmlTag {
	const name = (groups?.start ?? groups?.end ?? '').toLowerCase();
	const isEnd = groups?.end !== undefined;
	return { name, isEnd, attributes: attributesOf(name, groups?.attributes ?? ''), source };
}

type Check = (value: string) => [name: string, value: string] | undefined;

const span =
	(name: string): Check =>
	(text) =>
		/^(?:[1-9]|[1-4]\d|50)$/.test(text) ? [name, text] : undefined;

/** The same as in the tables of Markdown. */
const align: Check = (text) =>
	/^(?:center|right)$/i.test(text) ? ['style', `text-align:${text.toLowerCase()}`] : undefined;

const cell: ReadonlyMap<string, Check> = new Map([
	['align', align],
	['colspan', span('colspan')],
	['rowspan', span('rowspan')],
]);
const allowed: ReadonlyMap<string, ReadonlyMap<string, Check>> = new Map([
	['details', new Map([['open', () => ['open', '']]])],
	['th', cell],
	['td', cell],
]);

const attributePattern = new RegExp(String.raw`([a-z_:][a-z0-9_.:-]*)(?:\s*=\s*(${value}))?`, 'gi');

function attributesOf(tag: string, written: string): [string, string][] {
	const kept = new Map<string, string>();
	for (const [, name = '', quoted = ''] of written.matchAll(attributePattern)) {
		const checked = allowed.get(tag)?.get(name.toLowerCase())?.(quoted.replace(/^(["'])(.*)\1$/s, '$2'));
		// Of two equal names, the first one counts, as in HTML.
		if (checked && !kept.has(checked[0])) kept.set(...checked);
	}
	return [...kept];
}
