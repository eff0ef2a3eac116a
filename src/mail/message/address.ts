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

/** Without the route of old mails (`@relay.example,@other.example:`), comments and white space. */
function readEmail(text: string): string {
	const route = text.trimStart().startsWith('@') ? text.indexOf(':') + 1 : 0;
	const brackets = new Brackets(text);
	let email = '';
	for (let at = route; at < text.length; at += 1) {
		const character = text[at] ?? '';
		const end = character === '<' ? undefined : brackets.endOf(at);
		if (end === undefined) email += character.trim();
		else {
			// git on a machine without a domain: `user@host.(none)`.
			const isNoDomain = email.endsWith('.') && text.slice(at, end) === '(none)';
			if (character === '"' || isNoDomain) email += text.slice(at, end);
			at = end - 1;
		}
	}
	return email;
}

function addressOf({ words, name, email, comment }: Draft, warnings: Set<ParseWarning>): Address | undefined {
	const tidy = (text: string) => decodeWords(text.replace(/\s+/g, ' ').trim(), warnings).trim();
	if (email !== undefined) return { name: tidy(name) || tidy(comment), email };
	const isEmail = words.includes('@');
	if (isEmail) return { name: tidy(comment), email: words.replace(/\s+/g, '') };
	const known = tidy(name) || tidy(comment);
	return known === '' ? undefined : { name: known, email: '' };
}
