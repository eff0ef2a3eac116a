import type { ParseWarning } from '../text/parse-warnings.ts';
import { Brackets, unescapeQuoted } from './brackets.ts';
import { decodeWords } from './encoded-words.ts';
import type { Address } from './mail.ts';

/** What has been read of an address so far. */
interface Draft {
	/** Everything outside `<…>` and comments, with quoted strings as written. */
	words: string;
	/** The same without quotation marks. */
	name: string;
	email: string | undefined;
	comment: string;
}

const emptyDraft = (): Draft => ({ words: '', name: '', email: undefined, comment: '' });

/** Reads a list of addresses with groups, comments and routes (RFC 5322). Members of groups are part of the list. */
export function readAddresses(value: string, warnings: Set<ParseWarning>): readonly Address[] {
	const addresses: Address[] = [];
	let draft = emptyDraft();
	const finish = () => {
		const address = addressOf(draft, warnings);
		if (address) addresses.push(address);
		draft = emptyDraft();
	};
	const add = (text: string) => {
		draft.words += text;
		draft.name += text;
	};
	const brackets = new Brackets(value);
	for (let at = 0; at < value.length; at += 1) {
		const character = value[at] ?? '';
		const end = brackets.endOf(at);
		if (end === undefined) {
			if (character === ',' || character === ';') finish();
			else if (character === ':') draft = emptyDraft();
			else add(character);
			continue;
		}
		const content = value.slice(at + 1, end - 1);
		if (character === '"') {
			draft.words += value.slice(at, end);
			draft.name += unescapeQuoted(content);
		} else if (isNoDomain(draft.words, value.slice(at, end))) {
			add('(none)');
		} else if (character === '(') {
			draft.comment += ` ${unescapeQuoted(content)}`;
			add(' ');
		} else {
			draft.email ??= readEmail(content);
			add(' ');
		}
		at = end - 1;
	}
	finish();
	return addresses;
}

/**
 * The address of one person, of those that a header seems to have: in `Doe, Ana <ana@example.org>`, which lacks quotation marks, the first
 * one is a part of the name.
 */
export function personOf(addresses: readonly Address[]): Address | undefined {
	const at = addresses.findIndex(({ email }) => email !== '');
	const found = addresses[at];
	if (!found) return addresses[0];
	const names = addresses.slice(0, at + 1).flatMap(({ name }) => name || []);
	return { name: names.join(', '), email: found.email };
}

/** An address without the route of old mails (`@relay.example,@other.example:`), comments and white space. */
function readEmail(text: string): string {
	const route = text.trimStart().startsWith('@') ? text.indexOf(':') + 1 : 0;
	const brackets = new Brackets(text);
	let email = '';
	for (let at = route; at < text.length; at += 1) {
		const character = text[at] ?? '';
		const end = character === '<' ? undefined : brackets.endOf(at);
		if (end === undefined) email += character.trim();
		else {
			const content = text.slice(at, end);
			if (character === '"' || isNoDomain(email, content)) email += content;
			at = end - 1;
		}
	}
	return email;
}

/** Whether a comment belongs to the address, as git writes it on a machine without a domain: `user@host.(none)`. */
const isNoDomain = (before: string, comment: string): boolean =>
	comment === '(none)' && before.endsWith('.') && before.includes('@');

/**
 * The author that the text of a patch names, as git reads it: the line is not a header (RFC 5322), so all around the first address is the
 * name, without quotation marks. Undefined if it has no address.
 */
export function readAuthor(line: string): Address | undefined {
	const text = withoutQuotes(line);
	const at = text.indexOf('@');
	if (at === -1) {
		const [, name = '', email] = /^([^<]*)<([^>]*)>/.exec(line) ?? [];
		return email === undefined ? undefined : { name: name.replace(/\s+/g, ' ').trim(), email };
	}
	let start = at;
	while (start > 0 && !/[\s<]/.test(text[start - 1] ?? '')) start -= 1;
	const [email = ''] = /^[^\s>]*/.exec(text.slice(start)) ?? [];
	const rest = `${text.slice(0, start).replace(/<$/, '')} ${text.slice(start + email.length).replace(/^>/, '')}`;
	const name = rest
		.replace(/\s+/g, ' ')
		.trim()
		.replace(/^\((.*)\)$/, '$1');
	return { name: /[@<>]/.test(name) ? '' : name, email };
}

/** Removes quotation marks, and the backslashes of quoted strings and comments, also if they are not closed. */
function withoutQuotes(line: string): string {
	let text = '';
	let isQuoted = false;
	let depth = 0;
	for (let at = 0; at < line.length; at += 1) {
		const character = line[at] ?? '';
		if (character === '\\' && (isQuoted || depth > 0)) {
			at += 1;
			text += line[at] ?? '';
		} else if (character === '"' && depth === 0) {
			isQuoted = !isQuoted;
		} else {
			if (!isQuoted && character === '(') depth += 1;
			else if (!isQuoted && character === ')') depth = Math.max(depth - 1, 0);
			text += character;
		}
	}
	return text;
}

function addressOf({ words, name, email, comment }: Draft, warnings: Set<ParseWarning>): Address | undefined {
	const tidy = (text: string) => decodeWords(text.replace(/\s+/g, ' ').trim(), warnings).trim();
	if (email !== undefined) return { name: tidy(name) || tidy(comment), email };
	const isEmail = words.includes('@');
	if (isEmail) return { name: tidy(comment), email: words.replace(/\s+/g, '') };
	const known = tidy(name) || tidy(comment);
	return known === '' ? undefined : { name: known, email: '' };
}
