import assert from 'node:assert/strict';
import type { DescribedEntry } from '../../../../../src/platform/state/outbox/described-entry.ts';
import {
	fullReason,
	isListed,
	named,
	outboxStatus,
	shortReason,
	unconfirmedText,
} from '../../../../../src/platform/state/outbox/text.ts';
import {
	describedEntryOf as entryOf,
	lacking,
	now,
	refused,
	waiting,
} from '../../../../kit/items/entries.ts';

const conflict = { kind: 'conflict', theirs: 'Resolved as fixed' } as const;
const uncertain = { kind: 'refused', reason: 'It is locked.', mayBeDone: true } as const;
const mailEntry = { ...entryOf({ state: uncertain }), done: 'sent' } as const;
const hour = 3_600_000;

describe('What the user reads about pending changes', () => {
	/** The newest entry that has not been sent yet can be undone. */
	const status = (...entries: readonly DescribedEntry[]) => {
		const group = entries.findLast(({ state, textId }) => state.kind === 'pending' && textId === undefined)
			?.steps[0]?.group;
		const undoable = group === undefined ? undefined : { group, at: now, isOwn: true };
		return outboxStatus(entries, undoable, now);
	};
	const text = (...entries: readonly DescribedEntry[]) => status(...entries)?.text;
	for (const [entry, short, full] of [
		[entryOf({ state: waiting() }), 'waiting', 'Confirmed: waiting. No connection.'],
		[
			entryOf({ state: waiting(), ageMs: hour }),
			'waiting: send now?',
			'Confirmed: has waited for more than ten minutes. Send it if you still want it.',
		],
		[entryOf({ state: lacking() }), 'missing permission', 'Confirmed: not made. The token is missing it.'],
		[entryOf({ state: refused() }), 'refused', 'Confirmed: not made. It is locked.'],
		[mailEntry, 'may have been sent', 'Confirmed: It is locked.'],
		[
			entryOf({ state: conflict }),
			'conflict: now Resolved as fixed',
			'~ana/editor#1 was changed in the meantime. Yours: Confirmed. Theirs: Resolved as fixed.',
		],
	] as const) {
		it(`says “${short}”, and why`, () => {
			assert.equal(shortReason(entry, now), short);
			assert.equal(fullReason(entry, now), full);
			assert.ok(isListed(entry, now));
		});
	}

	it('says that Tildeforge checks a change that may have been made', () => {
		const state = { kind: 'waiting', reason: 'The connection was lost.', mayBeDone: true } as const;
		const checks = 'The change may have been made. Tildeforge checks before it tries again.';
		assert.equal(fullReason(entryOf({ state }), now), `Confirmed: The connection was lost. ${checks}`);
		assert.equal(fullReason(entryOf({ state: { ...state, reason: '' } }), now), `Confirmed: ${checks}`);
		const mail = { ...entryOf({ state: { ...state, reason: '' } }), text: 'Mail', done: 'sent' } as const;
		assert.equal(
			fullReason(mail, now),
			'Mail: It may have been sent. Tildeforge checks before it sends it again.',
		);
	});

	it('says the same of a change that waits while it is tried again, and nothing more if no reason is known', () => {
		const entry = entryOf({ state: { kind: 'sending', since: 0, reason: 'No connection.' }, ageMs: hour });
		const said = [isListed(entry, now), shortReason(entry, now), fullReason(entry, now)];
		assert.deepEqual(said, [true, 'waiting', 'Confirmed: waiting. No connection.']);
		assert.equal(fullReason(entryOf({ state: waiting('') }), now), 'Confirmed: waiting.');
	});

	it('says that a new change of a ticket waits with an older one that the user has to confirm', () => {
		const entries = [
			entryOf({ ticket: 1, ageMs: hour }),
			entryOf({ ticket: 2 }),
			entryOf({ ticket: 3, ageMs: hour, state: waiting() }),
			entryOf({ ticket: 4, ageMs: hour, state: refused() }),
		];
		const text = (...tickets: readonly number[]) =>
			unconfirmedText(
				entries.filter(({ key }) => tickets.includes(key.ticket)),
				'Waiting in the view',
				now,
			);
		assert.equal(text(1, 2), 'Waiting: first confirm the older change of #1 under Waiting in the view');
		assert.equal(
			text(1, 2, 3),
			'Waiting: first confirm the older changes of 2 tickets under Waiting in the view',
		);
		assert.equal(text(2, 4, 5), undefined);
	});

	for (const [comment, excerpt] of [
		['Thanks!\n', 'Thanks!'],
		['First line.\n\nSecond.', 'First line.…'],
		['x'.repeat(60), `${'x'.repeat(50)}…`],
		['odd\u202e', 'odd‹U+202E›'],
	] as const) {
		it(`quotes the beginning of a comment: ${JSON.stringify(excerpt)}`, () => {
			const entry = entryOf({ change: { comment, status: 'confirmed' }, textId: 'text', state: waiting() });
			assert.equal(fullReason(entry, now), `Comment “${excerpt}”, Confirmed: waiting. No connection.`);
			assert.equal(status(entry)?.click, 'show');
		});
	}

	it('is not listed while it is about to be sent or being sent', () => {
		assert.equal(isListed(entryOf(), now), false);
		assert.equal(isListed(entryOf({ state: { kind: 'sending', since: 0 }, ageMs: hour }), now), false);
	});

	it('offers Undo in the status bar for the newest change, with the number of tickets', () => {
		assert.equal(text(), undefined);
		assert.equal(text(entryOf()), 'Confirming #1… Undo');
		const both = [1, 2].map((ticket) => entryOf({ ticket, group: 'both', change: { addLabels: ['bug'] } }));
		assert.equal(text(...both), 'Labeling 2 tickets… Undo');
		assert.equal(text(entryOf({ state: waiting() }), ...both), 'Labeling 2 tickets… Undo');
		assert.equal(text(entryOf({ state: { kind: 'sending', since: 0 } })), undefined);
	});

	it('counts what is waiting in the status bar otherwise', () => {
		assert.equal(text(entryOf({ state: waiting() })), '1 change waiting');
		const both = [entryOf({ state: refused() }), entryOf({ state: waiting() })];
		assert.deepEqual(
			[text(...both), status(...both)?.needsUser],
			['1 change refused, 1 change waiting', true],
		);
		assert.equal(status(entryOf({ state: waiting() }))?.needsUser, false);
		assert.equal(status(entryOf())?.click, 'undo');
	});

	it('counts conflicts first, by that name', () => {
		assert.equal(text(entryOf({ state: conflict })), '1 conflict');
		assert.equal(
			text(entryOf({ state: conflict }), entryOf({ state: refused() }), entryOf({ state: conflict })),
			'2 conflicts, 1 change refused',
		);
		const { click, needsUser } = status(entryOf({ state: conflict })) ?? assert.fail();
		assert.deepEqual([click, needsUser], ['show', true]);
		assert.equal(status(entryOf({ state: conflict }), entryOf())?.needsUser, false, 'it offers Undo');
	});

	it('names one ticket, or the number of several', () => {
		const all = [1, 2, 2].map((ticket) => entryOf({ ticket }));
		assert.deepEqual([named(all), named(all.slice(1))], ['2 tickets', '#2']);
		assert.equal(named([...all, { ...entryOf({ ticket: 3 }), noun: 'lamp' }]), '3 items');
	});
});
