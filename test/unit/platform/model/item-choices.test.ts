import assert from 'node:assert/strict';
import {
	choiceId,
	type ItemChoice,
	itemChoices,
	type ListedItem,
	type Listing,
} from '../../../../src/platform/model/item-choices.ts';

const item = (name: string): ListedItem => ({ name, description: '', note: '' });
const listed: Listing = { kind: 'listed', items: ['Tools', 'web', 'website'].map(item) };

const said = (choice: ItemChoice): string => {
	if (choice.kind === 'note') return choice.text;
	return `${choice.kind} ${choice.owner}/${choice.name}`;
};

function choices(typed: string, listing: Listing): readonly string[] {
	const [, owner, name] = /^(?:https:\/\/forge\.test\/)?(~\w+)(?:\/(\w*))?$/.exec(typed) ?? [];
	const named = owner === undefined ? undefined : { owner, name };
	return itemChoices({ typed, named, listing, nouns: 'gardens' }).map(said);
}

describe('The choices for what the user types', () => {
	const all = ['item ~bob/Tools', 'item ~bob/web', 'item ~bob/website'];
	const none: Listing = { kind: 'listed', items: [] };
	const cases: readonly (readonly [string, string, Listing, readonly string[]])[] = [
		['are none at first', ' ', listed, []],
		['say what to type', 'gardens', listed, ['Enter ~user, ~user/name or a URL.']],
		['are the items of a user', '~bob', listed, all],
		['are all of them before a name is typed', '~bob/', listed, all],
		[
			'are those with the typed part, whatever its case, an exact name first',
			'~bob/web',
			listed,
			all.slice(1),
		],
		[
			'end with the name itself if it is not listed',
			'~bob/TOOL',
			listed,
			[all[0] ?? '', 'not-listed ~bob/TOOL'],
		],
		[
			'begin with what an address names, because it is never the beginning of a longer name',
			'https://forge.test/~bob/TOOL',
			listed,
			['not-listed ~bob/TOOL', all[0] ?? ''],
		],
		['are the items of a user whose address is typed', 'https://forge.test/~bob', listed, all],
		['are only the name if nothing is like it', '~bob/secret', listed, ['not-listed ~bob/secret']],
		['say that there are none', '~bob', none, ['~bob has no gardens that you can see.']],
		[
			'begin with the name if there are none',
			'~bob/x',
			none,
			['not-listed ~bob/x', '~bob has no gardens that you can see.'],
		],
		['say that they are being loaded', '~bob', { kind: 'loading' }, ['Loading gardens…']],
		[
			'begin with the name while they are being loaded',
			'~bob/x',
			{ kind: 'loading' },
			['named ~bob/x', 'Loading gardens…'],
		],
		['are none if loading has failed', '~bob', { kind: 'failed' }, []],
		['begin with the name if loading has failed', '~bob/x', { kind: 'failed' }, ['named ~bob/x']],
	];
	for (const [what, typed, listing, expected] of cases)
		it(what, () => assert.deepEqual(choices(typed, listing), expected));

	it('have an id that stays when the list arrives', () => {
		const choices = [
			{ kind: 'named', owner: '~bob', name: 'web' },
			{ kind: 'not-listed', owner: '~bob', name: 'web' },
			{ kind: 'item', owner: '~bob', ...item('web') },
			{ kind: 'note', icon: 'info', text: 'Nothing.' },
		] as const satisfies readonly ItemChoice[];
		assert.deepEqual(choices.map(choiceId), [
			...['item ~bob/web', 'item ~bob/web', 'item ~bob/web', 'Nothing.'],
		]);
	});
});
