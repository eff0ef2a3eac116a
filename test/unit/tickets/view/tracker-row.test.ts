import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ticket } from '../../../../src/forge/shapes/trackers.ts';
import { trackerRow } from '../../../../src/tickets/view/tracker-row.ts';
import { ticket } from '../../../kit/items/query-tickets.ts';
import { root } from '../../../tools/places.ts';

interface MenuEntry {
	readonly command: string;
	readonly when: string;
}

const { contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const menu: readonly MenuEntry[] = contributes.menus['view/item/context'];

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
			now: Date.now,
			isFirst: false,
			children: () => [],
		});

	it('has no number of tickets before they are known', () => {
		assert.deepEqual([row('~ana', false).description, row('~ana', true).description], [undefined, '0 open']);
	});

	it('has no number if only resolved tickets are known and there may be open ones', () => {
		const resolved = [ticket({ id: 1, status: 'resolved' })];
		assert.deepEqual(
			[false, true].map((isComplete) => row('~ana', isComplete, true, resolved).description),
			[undefined, '0 open'],
		);
	});

	it('offers the menu for own or pinned trackers', () => {
		assert.deepEqual(
			[row('~ana', true).context, row('~bob', true).context],
			['tracker own', 'tracker pinned'],
		);
		assert.equal(row('~bob', true, false).context, 'tracker other');
		assert.equal(row('~bob', true, true, [], { maySubmit: false }).context, 'tracker pinned noSubmit');
	});

	for (const [what, isSubscribed, offered] of [
		['to subscribe if the user is not subscribed', false, ['subscribeToTracker']],
		['to unsubscribe if the user is subscribed', true, ['unsubscribeFromTracker']],
		['both if that is not known', undefined, ['subscribeToTracker', 'unsubscribeFromTracker']],
		['both if the token may not read that', null, ['subscribeToTracker', 'unsubscribeFromTracker']],
	] as const) {
		it(`offers ${what}`, () => {
			const { context = '' } = row('~bob', true, true, [], { isSubscribed });
			const isOffered = ({ command, when }: MenuEntry) => {
				const [, excluded = ''] = /!\(viewItem =~ \/(.*)\/\)$/.exec(when) ?? [];
				return /subscribe(To|From)Tracker$/.test(command) && !new RegExp(excluded).test(context);
			};
			assert.deepEqual(
				menu.filter(isOffered).map(({ command }) => command.replace('tildeforge.', '')),
				offered,
			);
		});
	}

	it('can be edited and deleted in its menu only if it is one of the user’s own', () => {
		for (const command of ['tildeforge.editTracker', 'tildeforge.deleteTracker']) {
			const conditions = menu.filter((one) => one.command === command).map(({ when }) => when);
			assert.deepEqual(conditions, ['view == tildeforge.tickets && viewItem =~ /^tracker own\\b/'], command);
		}
	});

	it('reads what its hover says of it, and has its name if that cannot be read', async () => {
		const { tooltip } = row('~bob', true);
		assert.ok(typeof tooltip === 'object');
		assert.equal(tooltip.markdown(), '**\\~ana\\/editor**');
		assert.equal(await tooltip.more?.(new AbortController().signal), '');
	});
});
