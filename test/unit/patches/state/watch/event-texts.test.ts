import assert from 'node:assert/strict';
import { memoryStorage } from '../../../../../src/base/files/memory-storage.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { listRows } from '../../../../../src/forge/rows/lists.ts';
import type { ListCache } from '../../../../../src/patches/state/lists/list-cache.ts';
import { MailStore } from '../../../../../src/patches/state/mails/mail-store.ts';
import { withTexts } from '../../../../../src/patches/state/watch/event-texts.ts';
import type { ListHappening } from '../../../../../src/platform/model/forge-events.ts';
import { clientOf } from '../../../../kit/forge/client-of.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { anEmail } from '../an-email.ts';

const list = { account: 'ana', owner: '~ana', list: 'devel' };
const emailOf = (id: number) =>
	anEmail(id, {
		envelope: `From: "~ana" <kim@elsewhere.example>\r\n\r\nText ${id}.${id === 7 ? ' What do you think, ~ana?' : ''}\r\n`,
	});
const reply = (mail: number, thread: number, by = ''): ListHappening => ({
	...{ key: `mail ${mail}`, at: '2026-02-01T00:00:00Z', by, title: 'Text', concerns: ['watched'] },
	...{ kind: 'reply', place: list, item: { ...list, mail: thread }, mail },
});

describe('What the authors of new mails wrote', () => {
	/** A forge that cannot send one of its mails. */
	function open(broken?: number) {
		const asked: number[] = [];
		const { log } = readable();
		const client = clientOf(listRows, {
			email: async ({ email }) => {
				asked.push(Number(email));
				if (email === broken) throw new ForgeError('surprise', 'Internal error.');
				return emailOf(Number(email));
			},
		});
		const mails = new MailStore(client, { cache: memoryStorage(), log });
		const put: number[] = [];
		const cache = {
			putTexts: (all: Iterable<{ readonly id: number }>) => put.push(...Array.from(all, ({ id }) => id)),
		} as object as ListCache;
		const { signal } = new AbortController();
		const read = (...events: readonly ListHappening[]) =>
			withTexts(events, mails, cache, { me: '~ana', signal });
		return { read, asked, put };
	}

	it('is read for the last mail of each thread, also who they were, and no name is taken for an account', async () => {
		const { read, asked, put } = open();
		const events = await read(reply(2, 1), reply(3, 1), reply(4, 4, '~bob'));
		assert.deepEqual(
			events.map(({ by, text }) => [by, text]),
			[
				['', undefined],
				['kim@elsewhere.example', 'Text 3.'],
				['~bob', 'Text 4.'],
			],
		);
		assert.deepEqual(
			[asked.toSorted(), put.toSorted()],
			[
				[3, 4],
				[3, 4],
			],
		);
		await read(reply(3, 1));
		assert.equal(asked.length, 2);
	});

	it('makes a mention of the user a reason for the event', async () => {
		const { read } = open();
		const events = await read(reply(7, 7), reply(8, 8));
		assert.deepEqual(
			events.map(({ concerns }) => concerns),
			[['mentioned', 'watched'], ['watched']],
		);
	});

	it('is left out if it cannot be read, and of more than ten mails it is read for the newest', async () => {
		const { read, asked } = open(20);
		const events = await read(...Array.from({ length: 12 }, (_, nth) => reply(nth + 10, nth + 10)));
		assert.deepEqual(
			asked.toSorted((one, other) => one - other),
			Array.from({ length: 10 }, (_, nth) => nth + 12),
		);
		assert.deepEqual(
			events.filter(({ text }) => text === undefined).map(({ mail }) => mail),
			[10, 11, 20],
		);
	});

	it('is not asked for what is no mail', async () => {
		const { read, asked } = open();
		const status: ListHappening = { ...reply(1, 1), kind: 'patchset-status', mail: undefined };
		assert.deepEqual(await read(status), [status]);
		assert.deepEqual(asked, []);
	});
});
