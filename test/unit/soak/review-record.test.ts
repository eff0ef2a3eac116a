import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TakenMail } from '../../soak/mail-proxy.ts';
import { ReviewRecord } from '../../soak/review-record.ts';
import { temporaryFolder } from '../../tools/places.ts';

describe('The record of the soak of reviews', () => {
	/** A record with the texts that are on the disk, and the times at which mails were taken. */
	function open({ texts = [], taken = {} }: { texts?: readonly string[]; taken?: Record<string, number> }) {
		const folder = temporaryFolder('soak');
		mkdirSync(join(folder, 'reviews', 'texts'), { recursive: true });
		for (const [nth, text] of texts.entries())
			writeFileSync(
				join(folder, 'reviews', 'texts', `${nth}`),
				JSON.stringify({ state: 'editing', body: { text } }),
			);
		const mails = Object.entries(taken).map(
			([messageId, at]): TakenMail => ({ messageId, at, raw: '', arrivedAt: at + 1 }),
		);
		const record = new ReviewRecord(folder, mails);
		const add = (kind: 'typed' | 'stored', text: string, at: number) =>
			record.add({ kind, text, at }, 'first');
		return { record, add };
	}

	it('misses no letters whose write was still under way when their window was killed', () => {
		const { record, add } = open({ texts: ['soak-first-1-0-a'] });
		add('typed', 'soak-first-1-0-a', 0);
		add('stored', 'soak-first-1-0-a', 100);
		add('typed', 'soak-first-1-0-ab', 150);
		record.killed('first', 5000);
		assert.deepEqual(record.problems, []);
		assert.equal(record.longestUnwrittenMs, 4850);
	});

	it('misses letters that are much older than the last write', () => {
		const { record, add } = open({ texts: ['soak-first-1-0-a', 'soak-first-1-1-a'] });
		add('typed', 'soak-first-1-0-a', 0);
		add('stored', 'soak-first-1-0-a', 100);
		add('typed', 'soak-first-1-0-ab', 150);
		add('typed', 'soak-first-1-1-a', 1000);
		add('stored', 'soak-first-1-1-a', 1100);
		record.killed('first', 1200);
		assert.match(record.problems.join(), /^Lost after first was killed: soak-first-1-0-ab;/);
	});

	for (const { what, sentAt, isProblem } of [
		{
			what: 'allows a status if the other window had just sent the mail without it',
			sentAt: 20,
			isProblem: false,
		},
		{ what: 'does not allow a status if the mail was sent without it', sentAt: 5, isProblem: true },
	])
		it(what, () => {
			const { record } = open({ taken: { '<one>': 10 } });
			record.takes('<one>', { steps: [{ group: 'g', at: 0, change: { comments: [] } }] } as never);
			record.add({ kind: 'sends', ids: ['<one>'], hasStatus: true, at: sentAt }, 'first');
			record.finish(['<one>']);
			const problem = 'Set, but its mail was not sent: the status of <one>';
			assert.deepEqual(record.problems, isProblem ? [problem] : []);
		});

	for (const { what, dropped, isSet, taken = { '<one>': 10 } } of [
		{ what: 'a mail was discarded before another one was sent', dropped: 5, isSet: true },
		{ what: 'the last unsent mail was discarded', dropped: 20, isSet: false },
		{
			what: 'the last unsent mail was discarded, and later sent in another review',
			dropped: 20,
			isSet: false,
			taken: { '<one>': 10, '<two>': 40 },
		},
	])
		it(`${isSet ? 'needs' : 'does not need'} the status of a review of which ${what}`, () => {
			const { record } = open({ taken });
			const change = { status: { patchset: 1, change: { title: '<two>' } }, comments: [] };
			record.takes('<one>', { steps: [{ group: 'g', at: 0, change }] } as never);
			record.add({ kind: 'sends', ids: ['<one>', '<two>'], hasStatus: true, at: 0 }, 'first');
			record.add({ kind: 'dropped', ids: ['<two>'], at: dropped }, 'first');
			if ('<two>' in taken) record.add({ kind: 'sends', ids: ['<two>'], hasStatus: false, at: 30 }, 'first');
			record.finish([]);
			const problem = 'Not set: the status of the review that ends with <two>, after <one>';
			assert.deepEqual(record.problems, isSet ? [problem] : []);
		});

	for (const { what, at, hasStatus, isSet } of [
		{ what: 'another one is sent with a status before all of it was', at: 15, hasStatus: true, isSet: false },
		{ what: 'another one is sent without a status', at: 15, hasStatus: false, isSet: true },
		{ what: 'another one is sent with a status later', at: 25, hasStatus: true, isSet: true },
	])
		it(`${isSet ? 'needs' : 'does not need'} the status of a review if ${what}`, () => {
			const { record } = open({ taken: { '<one>': 10, '<two>': 20 } });
			const change = { status: { patchset: 1, change: { title: '<two>' } }, comments: [] };
			record.takes('<one>', { steps: [{ group: 'g', at: 0, change }] } as never);
			record.takes('<three>', { steps: [{ group: 'h', at: 0, change: { comments: [] } }] } as never);
			record.add({ kind: 'sends', ids: ['<one>', '<two>'], hasStatus: true, at: 0 }, 'first');
			record.add({ kind: 'sends', ids: ['<three>'], hasStatus, at }, 'second');
			record.finish([]);
			assert.equal(record.problems.length, isSet ? 1 : 0);
		});

	for (const { what, dropped, isProblem } of [
		{
			what: 'allows a comment in two mails if the user discarded the first before it arrived',
			dropped: 10,
			isProblem: false,
		},
		{
			what: 'does not allow a comment in two mails if the first was on the list',
			dropped: 20,
			isProblem: true,
		},
		{
			what: 'does not allow a comment in two mails if the first was discarded later',
			dropped: 40,
			isProblem: true,
		},
	])
		it(what, () => {
			const { record } = open({ taken: { '<one>': 10, '<two>': 35 } });
			const change = { comments: [{ id: 'a', revision: 1, writer: 'page' }] };
			for (const id of ['<one>', '<two>'])
				record.takes(id, { steps: [{ group: id, at: 0, change }] } as never);
			record.add({ kind: 'dropped', ids: ['<one>'], at: dropped }, 'first');
			record.add({ kind: 'sends', ids: ['<two>'], hasStatus: false, at: 30 }, 'first');
			record.finish([]);
			assert.equal(record.problems.length, isProblem ? 1 : 0);
		});
});
