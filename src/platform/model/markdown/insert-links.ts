import MarkdownIt from 'markdown-it';
import { safeAddress } from '../addresses.ts';

type Token = InstanceType<typeof MarkdownIt.Token>;

/** A part of a text that is a link, with the token that opens the link. */
export interface LinkRange {
	readonly start: number;
	readonly end: number;
	readonly open: Pick<Token, 'attrs' | 'meta'>;
}

type FindLinks = (text: string) => readonly LinkRange[];

/**
 * Turns what `find` finds in the text outside of links into links. Called before escaped characters are joined with the text around them,
 * so nothing that contains one is found.
 */
export function insertLinks(children: readonly Token[], find: FindLinks): Token[] {
	let links = 0;
	return children.flatMap((token) => {
		if (token.type === 'link_open') links++;
		if (token.type === 'link_close') links--;
		return token.type === 'text' && links === 0 ? split(token, find) : [token];
	});
}

function split(token: Token, find: FindLinks): Token[] {
	const { content, level } = token;
	const parts: Token[] = [];
	const addText = (from: number, to: number) => {
		if (from < to) parts.push(createToken('text', 0, level, content.slice(from, to)));
	};
	let done = 0;
	for (const { start, end, open } of find(content)) {
		addText(done, start);
		parts.push(Object.assign(createToken('link_open', 1, level), open));
		addText(start, end);
		parts.push(createToken('link_close', -1, level));
		done = end;
	}
	if (done === 0) return [token];
	addText(done, content.length);
	return parts;
}

function createToken(type: string, nesting: -1 | 0 | 1, level: number, content = ''): Token {
	const token = new MarkdownIt.Token(type, nesting === 0 ? '' : 'a', nesting);
	return Object.assign(token, { level, content });
}

/**
 * Matches a mail address, also that of a list: `~ana/editor-devel@lists.example.org`. It is not part of a longer address, and not the
 * name of an image for a dense screen: `icon@2x.png`. Each run of characters is scanned once, so the time is linear.
 */
const mailAddress =
	/(?<![\p{L}\p{M}\p{N}_.+~/@:%&=?#-])(?:~[a-z_][a-z0-9_-]{0,29}\/)?[A-Za-z0-9_][A-Za-z0-9_.+-]*@(?!\dx\.)[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/gu;

/** What may not follow a mail address, such as the path in `git@git.example.org:~ana/editor`. */
const continuesAddress = /^(?:[\p{L}\p{M}\p{N}_@/]|:[\p{L}\p{N}_~/.])/u;

/** Finds mail addresses without a scheme. */
export function findMailAddresses(text: string): readonly LinkRange[] {
	if (!text.includes('@')) return [];
	return [...text.matchAll(mailAddress)].flatMap(({ 0: matched, index: start }) => {
		const end = start + matched.length;
		const isWhole = /\.[A-Za-z]{2,63}$/.test(matched) && !continuesAddress.test(text.slice(end, end + 2));
		const address = isWhole ? safeAddress(`mailto:${matched}`) : undefined;
		return address === undefined ? [] : [{ start, end, open: { attrs: [['href', address]], meta: null } }];
	});
}
