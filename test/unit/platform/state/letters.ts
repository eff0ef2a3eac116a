import * as v from 'valibot';
import type { DraftFormat, UnsavedDraft } from '../../../../src/platform/state/drafts/draft.ts';

/** A made-up resource, so that the tests of the platform depend on no feature. */
export interface LetterKey {
	readonly account: string;
	readonly to: string;
}

export interface Letter {
	readonly text: string;
	readonly stamps: readonly string[];
}

export const letters: DraftFormat<LetterKey, Letter> = {
	key: v.object({ account: v.string(), to: v.string() }),
	body: v.object({ text: v.string(), stamps: v.array(v.string()) }),
	spell: ({ account, to }) => `${account}\n${to}`,
	isEmpty: ({ text, stamps }) => text === '' && stamps.length === 0,
	continues: (now, before) => now.text.startsWith(before.text),
	withEarlier: (now, { text, stamps }) => ({
		text: `${text}\n\n${now.text}`,
		stamps: [...stamps, ...now.stamps],
	}),
};

export const letter: LetterKey = { account: 'session', to: '~bob' };
export const postcard: LetterKey = { account: 'session', to: '~cy' };

export const written = (
	key: LetterKey,
	text: string,
	stamps: readonly string[] = [],
): UnsavedDraft<LetterKey, Letter> => ({
	account: { id: key.account, name: '~ana', instance: 'forge.test' },
	key,
	body: { text, stamps },
});
