import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { listExtraRows, listRows } from '../../../../../src/forge/rows/lists.ts';
import type { OpenedList } from '../../../../../src/forge/shapes/lists.ts';
import type { ListCache } from '../../../../../src/patches/state/lists/list-cache.ts';
import { ListOpening } from '../../../../../src/patches/state/lists/list-opening.ts';
import { createMailCollection } from '../../../../../src/patches/state/lists/mail-collection.ts';
import { PatchsetCollection } from '../../../../../src/patches/state/lists/patchset-collection.ts';
import { clientOf } from '../../../../kit/forge/client-of.ts';
import { demoForge } from '../../../../kit/forge/demo-forge.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { temporaryFolder } from '../../../../tools/places.ts';
import { patchsetOf } from '../a-patchset.ts';
import { openList } from './open-lists.ts';

const key = { account: 'bob', owner: '~ana', list: 'editor-devel' };
const { signal } = new AbortController();

describe('A list that is opened in GraphQL', () => {
	const { lifetime, inRest, inGraphql } = demoForge();

	/** `answer` changes what the forge returns for all parts. Without it, the client is as in REST. */
	function open(answer?: (opened: OpenedList) => OpenedList) {
		let sent = 0;
		const { connection } = inGraphql('bob', () => sent++);
		const { listExtras = assert.fail() } = connection;
		const { openList: openAll } = listExtras;
		const extras = answer && {
			...listExtras,
			openList: async (...asked: Parameters<typeof openAll>) => answer(await openAll(...asked)),
		};
		const cache = openList(connection, lifetime, { extras });
		const refresh = async (which?: Parameters<ListCache['refresh']>[0]) => {
			sent = 0;
			await cache.refresh(which);
			await cache.settled();
			const { details, mails, patchsets, isComplete, hasOlder, lastError } = cache;
			return {
				found: {
					...{ details: details?.value, isComplete, hasOlder, failure: lastError?.message },
					mails: [...mails].toSorted(([one], [other]) => one - other),
					patchsets: [...patchsets].toSorted(([one], [other]) => one - other),
				},
				sent,
			};
		};
		return { cache, refresh };
	}

	it('has the same mails, patchsets and details, with two requests less', async () => {
		const [whole, parts] = [await open((opened) => opened).refresh(), await open().refresh()];
		assert.deepEqual(whole.found, parts.found);
		assert.ok(whole.found.mails.length > 50 && whole.found.patchsets.length > 5);
		assert.equal(parts.sent - whole.sent, 2);
	});

	it('takes one request when its newest mails and patchsets are read again', async () => {
		const { refresh } = open((opened) => opened);
		await refresh();
		assert.equal((await refresh({ newestOnly: true, isBrief: true })).sent, 1);
		const parts = open();
		await parts.refresh();
		assert.equal((await parts.refresh({ newestOnly: true, isBrief: true })).sent, 2);
	});

	for (const [what, answer, more] of [
		['the mails', (opened: OpenedList) => ({ ...opened, mails: null }), 1],
		['the patchsets', (opened: OpenedList) => ({ ...opened, patchsets: null }), 1],
		[
			'anything',
			() => {
				throw new ForgeError('refused', 'This costs too much.');
			},
			3,
		],
	] as const)
		it(`is read in parts if one request does not bring ${what}`, async () => {
			const [whole, wanted] = [await open(answer).refresh(), await open((opened) => opened).refresh()];
			assert.deepEqual(whole.found, wanted.found);
			assert.equal(whole.sent - wanted.sent, more);
		});

	for (const list of ['editor-devel', 'editor-announce'])
		it(`shows the same series and discussions as in REST: ${list}`, async () => {
			const shown = [];
			for (const { connection } of [inGraphql('ana'), inRest('ana')]) {
				const more = { key: { ...key, list }, me: '~ana', extras: undefined };
				const cache = openList(connection, lifetime, more);
				await cache.refresh();
				assert.equal(cache.lastError, undefined);
				const { series, discussions } = cache.threads;
				shown.push([
					...series.map(({ chain: { title, versions }, status, sender, lastSender, replies }) => [
						...[title, versions.map(({ version, patches }) => [version, patches.length])],
						...[status, sender, lastSender, replies],
					]),
					...discussions.map(({ mail, lastSender, replies }) => [mail.subject, lastSender, replies]),
				]);
			}
			assert.deepEqual(shown[0], shown[1]);
		});

	it('is asked for once if the forge cannot be reached', async () => {
		const { found, sent } = await open(() => {
			throw new ForgeError('offline', 'No connection.');
		}).refresh();
		assert.deepEqual([found.failure, sent], ['No connection.', 1]);
	});
});

describe('A request for the parts of a list', () => {
	const list = {
		...{ id: 7, created: '', updated: '', name: 'editor-devel', description: '' },
		...{ owner: { canonical_name: '~ana', name: 'ana' }, permissions: null },
	};

	/** The reads of the mails begin when they may. */
	function open() {
		const asked: string[] = [];
		const { promise: mayBegin, resolve: begin } = Promise.withResolvers<void>();
		const extras = clientOf(listExtraRows, {
			openList: async () => {
				asked.push('all');
				return {
					list,
					mails: { rows: [], next: null },
					patchsets: { rows: [patchsetOf(1)], next: null },
				};
			},
		});
		const client = clientOf(listRows, {
			posts: async function* (_, options) {
				asked.push(`posts ${options?.query?.search}`);
				yield { rows: [], total: undefined, isLast: true };
			},
			patchsets: async function* () {
				asked.push('patchsets');
				yield { rows: [patchsetOf(1)], total: undefined, isLast: true };
			},
		});
		const { log } = readable();
		const context = { log, cache: fileStorage(temporaryFolder('list'), log) };
		const opening = new ListOpening(key, extras, signal);
		const patchsets = new PatchsetCollection(key, client, context, () => opening.first('patchsets'));
		const recent = createMailCollection({
			...{ ...context, key, client, me: '~bob' },
			readFirst: async () => {
				await mayBegin;
				return opening.first('mails');
			},
		});
		const refresh = () => opening.refresh({ patchsets, recent, details: undefined }, {});
		return {
			patchsets,
			mails: recent.mails,
			begin,
			refresh,
			asked: () => asked.filter((one) => !one.includes(' is:')),
		};
	}
	/** Reads from the disk may take a moment, requests of this client take none. */
	const moment = async () => {
		for (let turns = 0; turns < 200; turns++) await setImmediate();
	};

	it('is sent when all of them have begun to be read', async () => {
		const { begin, refresh, asked, patchsets } = open();
		const reading = refresh();
		await moment();
		assert.deepEqual(asked(), []);
		begin();
		await reading;
		assert.deepEqual([asked(), patchsets.known.items.size], [['all'], 1]);
	});

	it('does not wait for a part that was being read before', async () => {
		const { begin, refresh, asked, mails, patchsets } = open();
		const earlier = mails.refresh();
		const reading = refresh();
		await patchsets.known.refresh();
		assert.deepEqual(asked(), ['patchsets']);
		begin();
		await Promise.all([earlier, reading]);
		assert.deepEqual(asked(), ['patchsets', 'posts !is:request-pull']);
	});

	it('does not wait for a part that has ended without it', async () => {
		const { refresh, asked, mails, patchsets } = open();
		mails.dispose();
		await refresh();
		assert.deepEqual([asked(), patchsets.known.items.size], [['all'], 1]);
	});
});
