import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { Drafts } from '../../../../src/platform/state/drafts/drafts.ts';
import { SendRecord } from '../../../../src/platform/state/drafts/send-record.ts';
import { fileStorage } from '../../../../src/platform/state/store/files.ts';
import type { Storage } from '../../../../src/platform/state/store/storage.ts';
import { type CreationWork, createOnce } from '../../../../src/tickets/page/create-once.ts';
import { Sendings } from '../../../../src/tickets/page/sendings.ts';
import { ticketDrafts } from '../../../../src/tickets/state/changes/draft-format.ts';
import { until } from '../../../tools/until.ts';
import { HeldLimits } from '../../base/clock.ts';
import { readable, stage } from '../state/forge.ts';
import { draftFor, edited } from '../state/ticket-drafts.ts';
import { windowTickets } from './window-tickets.ts';

const key = { account: 'session', owner: '~ana', tracker: 'editor' };
const draft = draftFor(key, { text: 'A comment.', base: '2026-03-04T05:06:07+00:00' });

const sendingBy = (send: CreationWork['send'], { arrived = false } = {}): CreationWork => ({
	send,
	hasArrived: async () => arrived,
	label: async () => {},
	newest: () => 0,
});
/** Sends the draft without first checking whether it has arrived. */
const withoutCheck: CreationWork = {
	...sendingBy(async () => {}),
	hasArrived: () => assert.fail('It was looked for.'),
};
const fails =
	(words: string, { mayBeDone = false } = {}) =>
	() =>
		Promise.reject(new ForgeError('busy', words, { mayBeDone }));

const unchanged = (real: Storage): Storage => real;

describe('A new ticket that two windows create', () => {
	const { folder, ending } = stage();

	/** Two windows with the same draft. */
	async function windows(storageOfOne = unchanged, storageOfOther = unchanged) {
		const at = await folder();
		const open = async (storageOf = unchanged) => {
			const { log } = readable();
			const drafts = new Drafts({
				storage: storageOf(fileStorage(at, log)),
				format: ticketDrafts,
				pauseMs: 0,
				log,
			});
			const tickets = windowTickets({ drafts, storage: fileStorage(at, log), log });
			const sendings = new Sendings({ tickets, log });
			ending(() => {
				sendings.dispose();
				drafts.dispose();
			});
			await drafts.open();
			return { drafts, sendings };
		};
		const one = await open(storageOfOne);
		await one.drafts.save(draft);
		return { one, other: await open(storageOfOther) };
	}

	const refusedWith = (words: RegExp) => (error: unknown) =>
		error instanceof ForgeError && words.test(error.message);

	it('at the same moment is sent once, even if the forge is slow', async () => {
		const { one, other } = await windows();
		const answer = Promise.withResolvers<void>();
		let sent = 0;
		const attempt = () => {
			sent += 1;
			return answer.promise;
		};
		const limits = new HeldLimits(3000);
		const both = [one, other].map(({ sendings }) => sendings.create(draft, sendingBy(attempt)));
		await until(() => sent === 1 && limits.count === 2);
		limits.pass();
		await assert.rejects(Promise.race(both), refusedWith(/^Another window is sending this draft\.$/));
		answer.resolve();
		const outcomes = (await Promise.allSettled(both)).map(({ status }) => status);
		assert.deepEqual(outcomes.sort(), ['fulfilled', 'rejected']);
		assert.equal(sent, 1);
		await until(() => one.drafts.get(key) === undefined && other.drafts.get(key) === undefined);
	});

	it('keeps its text while it waits to be sent, even if the other window writes an earlier version', async () => {
		const mayLock = Promise.withResolvers<void>();
		let reads = 0;
		const { one, other } = await windows(unchanged, (real) => ({
			...real,
			lock: async (name, work, signal) => {
				if (name[0] === 'sending') await mayLock.promise;
				return real.lock(name, work, signal);
			},
			list: async (name) => {
				const listed = await real.list(name);
				if (name[0] === 'drafts') reads += 1;
				return listed;
			},
		}));
		const longer = edited(draft, { text: 'A comment.\n\nAnd more.' });
		const sending = other.sendings.create(
			longer,
			sendingBy(async () => {}),
		);
		const before = reads;
		await one.drafts.save(draft);
		await until(() => {
			other.drafts.readChanges();
			return reads >= before + 2;
		});
		assert.equal(other.drafts.get(key)?.body.text, 'A comment.\n\nAnd more.');
		mayLock.resolve();
		await sending;
		assert.equal(other.drafts.get(key), undefined);
	});

	it('one after the other is sent once, even if the second does not know of the first send yet', async () => {
		const { one, other } = await windows();
		let sent = 0;
		const attempt = async () => {
			sent += 1;
		};
		const first = one.sendings.create(draft, sendingBy(attempt));
		const second = other.sendings.create(draft, sendingBy(attempt));
		const failed = await Promise.allSettled([first, second]);
		assert.equal(sent, 1);
		const reasons = failed.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
		assert.equal(reasons.length, 1);
		assert.ok(refusedWith(/has sent or discarded this draft/)(reasons[0]), String(reasons[0]));
	});

	it('is not sent by the second if it learns of the first send while it waits', async () => {
		let hasHeard = () => true;
		const { one, other } = await windows((real) => ({
			...real,
			remove: async (name) => {
				await real.remove(name);
				await until(hasHeard);
			},
		}));
		hasHeard = () => other.drafts.get(key) === undefined;
		let sent = 0;
		const attempt = async () => {
			sent += 1;
		};
		let second: Promise<unknown> = Promise.resolve();
		const begin = async () => {
			second = other.sendings.create(draft, sendingBy(attempt));
		};
		const first = one.sendings.create(draft, sendingBy(begin));
		await assert.rejects(
			first.then(() => second),
			refusedWith(/has sent or discarded this draft/),
		);
		assert.equal(sent, 0);
	});

	it('is not sent by the second if the first has sent it and written another', async () => {
		const { one, other } = await windows();
		let second: Promise<unknown> = Promise.resolve();
		const begin = async () => {
			second = other.sendings.create(draft, withoutCheck);
			await one.drafts.save(edited(draft, { text: 'The next one.' }));
		};
		await one.sendings.create(draft, sendingBy(begin));
		await assert.rejects(second, refusedWith(/was changed in another window/));
		await until(() => other.drafts.get(key)?.body.text === 'The next one.');
		assert.equal((await other.drafts.restore(key))?.body.text, draft.body.text);
	});

	it('is not sent by the second if it has just learned that the draft is gone', async () => {
		const { one, other } = await windows();
		const saved = Date.now();
		await one.sendings.create({ ...draft, saved }, withoutCheck);
		await until(() => other.drafts.get(key) === undefined);
		await other.sendings.create(
			{ ...draft, saved: saved - 1000 },
			sendingBy(() => assert.fail('It was sent again.')),
		);
		assert.equal(other.drafts.get(key), undefined);
	});

	it('can be sent again with the same words', async () => {
		const { one } = await windows();
		await one.sendings.create({ ...draft, saved: Date.now() - 1000 }, withoutCheck);
		let sent = 0;
		await one.sendings.create(
			{ ...edited(draft, { base: '2026-04-04T05:06:07+00:00' }), saved: 0 },
			sendingBy(async () => {
				sent += 1;
			}),
		);
		assert.equal(sent, 1);
	});

	it('can be sent by the second if the first one failed', async () => {
		const { one, other } = await windows();
		await assert.rejects(one.sendings.create(draft, sendingBy(fails('Later.'))));
		let sent = 0;
		const attempt = async () => {
			sent += 1;
		};
		await other.sendings.create(draft, sendingBy(attempt));
		assert.equal(sent, 1);
	});

	it('is sent even if nothing can be written to the disk', async () => {
		const at = await folder();
		await writeFile(join(at, 'blocked'), '');
		const { log } = readable();
		const drafts = new Drafts({
			storage: fileStorage(join(at, 'blocked'), log),
			format: ticketDrafts,
			pauseMs: 0,
			log,
		});
		const sendings = new Sendings({
			tickets: windowTickets({ drafts, storage: fileStorage(at, log), log }),
			log,
		});
		ending(() => drafts.dispose());
		let sent = 0;
		const attempt = async () => {
			sent += 1;
		};
		await sendings.create(draft, sendingBy(attempt));
		assert.equal(sent, 1);
	});

	describe('after the first window ended without an answer', () => {
		/** A killed window leaves the same state behind as a lost answer. */
		async function openAfterLostAnswer() {
			const both = await windows();
			await assert.rejects(both.one.sendings.create(draft, sendingBy(fails('Lost.', { mayBeDone: true }))));
			return both.other;
		}

		it('is not sent again if the forge has the comment', async () => {
			const { drafts, sendings } = await openAfterLostAnswer();
			const asked: string[] = [];
			await sendings.create(draft, {
				send: () => assert.fail('It was sent again.'),
				hasArrived: async (sending) => asked.push(sending.draft.body.text) > 0,
				label: async () => {},
				newest: () => 0,
			});
			assert.deepEqual(asked, ['A comment.']);
			assert.equal(drafts.get(key), undefined);
			assert.equal(sendings.of(key)?.kind, 'sent');
		});

		it('is sent if the forge does not have the comment', async () => {
			const { drafts, sendings } = await openAfterLostAnswer();
			let sent = 0;
			const attempt = async () => {
				sent += 1;
			};
			await sendings.create(draft, sendingBy(attempt));
			assert.equal(sent, 1);
			assert.equal(drafts.get(key), undefined);
		});

		it('loses what has arrived and keeps what was written since', async () => {
			const { drafts, sendings } = await openAfterLostAnswer();
			const longer = edited(draft, { text: 'A comment.\n\nAnd more.' });
			const attempt = () => assert.fail('It was sent again.');
			await assert.rejects(
				sendings.create(longer, sendingBy(attempt, { arrived: true })),
				/already has an earlier version/,
			);
			assert.equal(drafts.get(key)?.body.text, 'And more.');
			let sent = '';
			const looked = {
				...withoutCheck,
				send: async ({ text }: { text: string }) => {
					sent = text;
				},
			};
			await sendings.create(edited(draft, { text: 'And more.' }), looked);
			assert.equal(sent, 'And more.');
		});

		it('gives what has arrived its labels, and keeps none of them for the rest', async () => {
			const { one, other } = await windows();
			const labeled = edited(draft, { addLabels: ['bug'] });
			await assert.rejects(one.sendings.create(labeled, sendingBy(fails('Lost.', { mayBeDone: true }))));
			const longer = edited(draft, { text: 'A comment.\n\nAnd more.', addLabels: ['bug', 'slow'] });
			const added: (readonly string[])[] = [];
			const work = {
				...sendingBy(() => assert.fail('It was sent again.'), { arrived: true }),
				label: async (names: readonly string[]) => added.push(names),
			};
			await assert.rejects(other.sendings.create(longer, work), /already has an earlier version/);
			assert.deepEqual(added, [['bug']]);
			const { text, addLabels } = other.drafts.get(key)?.body ?? assert.fail();
			assert.deepEqual([text, addLabels], ['And more.', ['slow']]);
		});

		it('stays if the forge cannot be asked', async () => {
			const { drafts, sendings } = await openAfterLostAnswer();
			const attempt = () => assert.fail('It was sent again.');
			const offline = fails('No connection.');
			await assert.rejects(
				sendings.create(draft, { ...sendingBy(attempt), hasArrived: offline }),
				refusedWith(/No connection/),
			);
			assert.equal(drafts.get(key)?.body.text, 'A comment.');
			await sendings.create(draft, sendingBy(attempt, { arrived: true }));
		});

		it('counts as a new draft after it was discarded or emptied', async () => {
			const { drafts, sendings } = await openAfterLostAnswer();
			await drafts.discard(key);
			await sendings
				.create(draft, { ...withoutCheck, send: fails('Lost.', { mayBeDone: true }) })
				.catch(() => {});
			await drafts.save(edited(draft, { text: '' }));
			await sendings.create(draft, withoutCheck);
		});

		it('is sent without a check if it was rewritten since', async () => {
			const { drafts, sendings } = await openAfterLostAnswer();
			for (const other of [{ text: 'Something else.' }, { base: '2026-04-04T05:06:07+00:00' }]) {
				await drafts.save(edited(draft, other));
				await assert.rejects(
					sendings.create(edited(draft, other), {
						...withoutCheck,
						send: fails('Lost.', { mayBeDone: true }),
					}),
					refusedWith(/Lost/),
				);
			}
		});
	});

	it('and the forge refuses is sent again without a check', async () => {
		const { one } = await windows();
		await assert.rejects(one.sendings.create(draft, sendingBy(fails('Refused.'))));
		await one.sendings.create(draft, withoutCheck);
	});
});

describe('A new ticket that another window has created', () => {
	const { folder } = stage();

	it('is not created again, and leaves its draft', async () => {
		const { log } = readable();
		const record = new SendRecord(fileStorage(await folder(), log), ticketDrafts, 'a', log);
		const stored = { ...draft, saved: 5 };
		await record.put({ draft: stored, newest: 0, at: 7, isSent: true });
		const removed: unknown[] = [];
		const removeSent = async (sent: unknown) => void removed.push(sent);
		const work = { ...withoutCheck, send: () => assert.fail('It was created again.') };
		await createOnce(stored, work, record, { now: () => 9, removeSent });
		assert.deepEqual(removed, [stored]);
	});
});
