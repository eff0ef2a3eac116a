import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ticket } from '../../../../src/forge/shapes/trackers.ts';
import { trackerRow } from '../../../../src/tickets/view/tracker-row.ts';
import { root } from '../../../tools/places.ts';

interface MenuEntry {
	readonly command: string;
	readonly when: string;
}

const { contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The menu of the row, and that of the view if it has only one tracker. Each knows the context by another name. */
const menus: readonly (readonly [name: string, context: string])[] = [
	['view/item/context', 'viewItem'],
	['view/title', 'tildeforge.onlyTracker'],
];
const entriesOf = (name: string): readonly MenuEntry[] =>
	contributes.menus[name].filter(({ command }: Partial<MenuEntry>) => command !== undefined);

/** The commands of these that a menu offers for a context. */
function offeredOf(menu: string, name: string, context: string, commands: RegExp): readonly string[] {
	const excluded = new RegExp(`!\\(${name.replace('.', '\\.')} =~ /(.*)/\\)$`);
	return entriesOf(menu)
		.filter(({ command }) => commands.test(command))
		.filter(({ when }) => !new RegExp(excluded.exec(when)?.[1] ?? '(?!)').test(context))
		.map(({ command }) => command.replace('tildeforge.', ''));
}

/** What is known of the user. */
interface Facts {
	readonly maySubmit?: boolean;
	readonly isSubscribed?: boolean | null | undefined;
}

const key = { account: 'ana', owner: '~ana', tracker: 'editor' };

describe('The row of a tracker', () => {
	const row = (
		me: string,
		isComplete: boolean,
		isPinned = true,
		tickets: readonly Ticket[] = [],
		{ maySubmit = true, isSubscribed }: Facts = {},
	) =>
		trackerRow({
			trackerCache: {
				...{ key, tickets: new Map(tickets.map((one) => [one.id, one])), isComplete },
				...{ storedCounts: undefined, open: () => assert.fail('it is open') },
				...{ labels: { value: [] }, lastError: undefined },
			},
			...{ me, isPinned },
			...{ maySubmit: () => maySubmit, isSubscribed: () => isSubscribed },
			details: () => undefined,
			readDetails: async () => {},
			isFirst: false,
			children: () => [],
		});

	for (const [what, isSubscribed, offered] of [
		['to subscribe if the user is not subscribed', false, ['subscribeToTracker']],
		['to unsubscribe if the user is subscribed', true, ['unsubscribeFromTracker']],
		['both if that is not known', undefined, ['subscribeToTracker', 'unsubscribeFromTracker']],
		['both if the token may not read that', null, ['subscribeToTracker', 'unsubscribeFromTracker']],
	] as const) {
		it(`offers ${what}`, () => {
			const { context = '' } = row('~bob', true, true, [], { isSubscribed });
			for (const [menu, name] of menus)
				assert.deepEqual(offeredOf(menu, name, context, /subscribe(To|From)Tracker$/), offered, menu);
		});
	}

	it('offers no new ticket if the user may not submit it', () => {
		for (const [menu, name] of menus)
			for (const maySubmit of [true, false]) {
				const { context = '' } = row('~bob', true, true, [], { maySubmit });
				const offered = new Set(offeredOf(menu, name, context, /newTicket$/));
				assert.deepEqual([...offered], maySubmit ? ['newTicket'] : [], menu);
			}
	});

	it('can be edited and deleted in its menu only if it is one of the user’s own', () => {
		for (const command of ['tildeforge.editTracker', 'tildeforge.deleteTracker']) {
			for (const [menu, name] of menus) {
				const conditions = entriesOf(menu).filter((one) => one.command === command);
				assert.deepEqual(
					conditions.map(({ when }) => when),
					[`view == tildeforge.tickets && ${name} =~ /^tracker own\\b/`],
					`${command} in ${menu}`,
				);
			}
		}
	});

	it('reads what its hover says of it, and has its name if that cannot be read', async () => {
		const { tooltip } = row('~bob', true);
		assert.ok(typeof tooltip === 'object');
		assert.equal(tooltip.markdown(), '**\\~ana\\/editor**');
		assert.equal(await tooltip.more?.(new AbortController().signal), '');
	});
});
