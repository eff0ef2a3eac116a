import { posix } from 'node:path';
import { append } from '../../../base/collections.ts';
import type { LogEntry } from '../../../platform/git/objects.ts';
import { toSearchForm } from '../../../platform/model/search-form.ts';

/** What a user looks for in a log. A commit has to match all of it. */
export interface CommitQuery {
	/** Words and phrases of the message, or the beginning of the commit's id. In the form of searches. */
	readonly words: readonly string[];
	/** Parts of the author's name or address. In the form of searches. */
	readonly authors: readonly string[];
	/** Files and folders that the commit changed. */
	readonly paths: readonly string[];
}

/** A word, or a text in quotation marks, which may follow `author:` or `path:` and may not be closed yet. In it, `\"` is a quotation mark. */
const term = /(author:|path:)?(?:"((?:[^"\\]|\\.?)*)"?|(\S+))/gisy;

/** Reads `fix author:kim path:src/main.c "a phrase"`. A key without a value does not count. */
export function parseCommitQuery(text: string): CommitQuery {
	const words: string[] = [];
	const authors: string[] = [];
	const paths: string[] = [];
	const parts = text.trim();
	for (let at = 0; at < parts.length; ) {
		term.lastIndex = at;
		const [found = '', key = '', quoted, plain = ''] = term.exec(parts) ?? [];
		at += Math.max(1, found.length);
		const exact = quoted?.replace(/\\(["\\])/g, '$1') ?? plain;
		const value = exact.trim();
		if (value === '' || /^(?:author|path):$/i.test(found)) continue;
		if (key === '') words.push(toSearchForm(value));
		else if (key.toLowerCase() === 'author:') authors.push(toSearchForm(value));
		else append(paths, toPath(exact));
	}
	return { words, authors, paths };
}

/**
 * The path from the top folder of the repository. The top folder itself is left out, because each commit changes it. `..` does not lead out of it,
 * because git would fail there.
 */
function toPath(text: string): readonly string[] {
	const path = posix.join('/', text).replace(/^\/|\/$/g, '');
	return path === '' ? [] : [path];
}

/** The query that finds the commits that changed a file or folder. */
export const queryOfPath = (path: string): string =>
	/^"|\s/.test(path) ? `path:"${path.replace(/["\\]/g, '\\$&')}"` : `path:${path}`;

export const isEmptyQuery = ({ words, authors, paths }: CommitQuery): boolean =>
	words.length + authors.length + paths.length === 0;

/** The texts of a commit that queries are compared with. */
interface SearchedTexts {
	readonly message: string;
	readonly author: string;
}

/** Decides about commits by their messages and authors. Remembers the form in which their texts are searched, for the next query. */
export class CommitMatcher {
	readonly #texts = new WeakMap<LogEntry, SearchedTexts>();

	/** Whether a commit matches what a query says about message and author. */
	matches({ words, authors }: CommitQuery, commit: LogEntry): boolean {
		if (words.length + authors.length === 0) return true;
		const { message, author } = this.#textsOf(commit);
		return (
			words.every((word) => message.includes(word) || (word.length >= 4 && commit.id.startsWith(word))) &&
			authors.every((name) => author.includes(name))
		);
	}

	#textsOf(commit: LogEntry): SearchedTexts {
		const known = this.#texts.get(commit);
		if (known) return known;
		const { message, author } = commit;
		const texts = {
			message: toSearchForm(message),
			author: toSearchForm(`${author.name} <${author.email}>`),
		};
		this.#texts.set(commit, texts);
		return texts;
	}
}
