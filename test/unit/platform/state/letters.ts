import * as v from 'valibot';
import type {
	Text,
	TextFormat,
	TextVersion,
	WrittenText,
} from '../../../../src/platform/state/texts/text.ts';

/** A made-up resource, so that the tests of the platform depend on no feature. */
export interface LetterKey {
	readonly account: string;
	readonly to: string;
}

export interface Letter {
	readonly text: string;
	readonly stamps: readonly string[];
}

export const letters: TextFormat<LetterKey, Letter> = {
	key: v.object({ account: v.string(), to: v.string() }),
	body: v.object({ text: v.string(), stamps: v.array(v.string()) }),
	idOf: ({ account, to }) => `${account}\n${to}`,
	isEmpty: ({ text, stamps }) => text === '' && stamps.length === 0,
	continues: (now, before) => now.text.startsWith(before.text),
};

export const letter: LetterKey = { account: 'session', to: '~bob' };
export const postcard: LetterKey = { account: 'session', to: '~cy' };

/** The version of a text that the page has written. */
export const byPage = (revision: number): TextVersion => ({ revision, writer: 'page' });

/** What the user has written in a letter: its first version, unless `more` says something else. */
export const written = (
	key: LetterKey,
	text: string,
	more: Partial<WrittenText<LetterKey, Letter>> = {},
): WrittenText<LetterKey, Letter> => ({
	...{ id: key.to, account: { id: key.account, name: '~ana', instance: 'forge.test' }, key },
	...{ body: { text, stamps: [] }, revision: 1, base: null, writer: 'page' },
	...more,
});

/** A text as it is stored: one that the user writes, unless `more` says something else. */
export const textOf = (
	id: string,
	text = id,
	more: Partial<Text<LetterKey, Letter>> = {},
): Text<LetterKey, Letter> => ({
	...{ id, account: { id: 'session', name: '~ana', instance: 'forge.test' }, key: letter },
	...{ body: { text, stamps: [] }, revision: 1, writer: 'page', saved: 7, state: 'editing' },
	...more,
});
