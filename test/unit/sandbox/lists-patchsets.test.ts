import assert from 'node:assert/strict';
import * as v from 'valibot';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import { diff, type ListsForge, letter, listsForge } from '../../kit/forge/lists-forge.ts';

const inbox = '~alice/devel@lists.localhost';
const base = '/api/user/~alice/lists/devel/patchsets';

let forge: ListsForge;
const open = async (quirks: readonly Quirk[] = []) => {
	forge = await listsForge(quirks);
	forge.lists.create(forge.account('alice'), { name: 'devel' });
};
/** Called in each group of tests: a hook outside a group runs for the tests of every file. */
const eachInItsOwnForge = () => {
	beforeEach(() => open());
	afterEach(() => forge.stop());
};

const send = (...mails: readonly string[]) => {
	for (const mail of mails) forge.lists.receive(mail, { from: '', to: inbox });
};
const patchsets = () => forge.rows('bob', base);
const statuses = async () =>
	(await patchsets())
		.map((row) => [
			row.version,
			row.status,
			(row.superseded_by as { version?: number } | null)?.version ?? null,
		])
		.sort();

interface Shape {
	readonly words?: string;
	readonly subject?: string;
	readonly from?: string;
	readonly cover?: boolean;
	/** The Message-ID that the first mail replies to. */
	readonly below?: string;
}

/** The mails of a series, threaded as `git send-email` does: an optional cover letter, and the patches. */
function series(
	id: string,
	total: number,
	{ words = '', subject = 'Things', from = 'bob', cover = false, below }: Shape = {},
) {
	const first = cover ? 0 : 1;
	const above = below === undefined ? [] : [below];
	return Array.from({ length: total - first + 1 }, (_, index) => {
		const number = first + index;
		const head = `${id}-${first}`;
		const references = index === 0 ? above : [...above, head];
		return letter(`[PATCH ${words} ${number}/${total}] ${number === first ? subject : `part ${number}`}`, {
			from,
			id: `${id}-${number}`,
			...(references.length > 0 && { references, answers: references.at(-1) ?? '' }),
			...(number > 0 && { body: diff }),
		});
	});
}

const orders = (mails: readonly string[]): string[][] =>
	mails.length < 2
		? [[...mails]]
		: mails.flatMap((mail, at) => orders(mails.toSpliced(at, 1)).map((rest) => [mail, ...rest]));

describe('a series of patches', () => {
	eachInItsOwnForge();

	for (const cover of [false, true]) {
		it(`${cover ? 'with' : 'without'} a cover letter is complete in any order of its mails`, async () => {
			for (const mails of orders(series('s', 3, { cover }))) {
				await forge.stop();
				await open();
				send(...mails);
				const rows = await patchsets();
				assert.deepEqual(
					rows.map(({ subject }) => subject),
					['Things'],
				);
				assert.equal(rows[0]?.cover_letter !== null, cover);
				const patches = await forge.rows('bob', `${base}/1/patches`);
				assert.deepEqual(
					patches.map(({ message_id }) => message_id),
					['<s-1@example.org>', '<s-2@example.org>', '<s-3@example.org>'],
				);
				assert.ok(patches.every(({ is_patch }) => is_patch === true));
			}
		});
	}

	it('with a missing mail is no patchset, and does not mix with another series', async () => {
		send(...series('lost', 3).slice(0, 2), ...series('whole', 3).slice(1));
		assert.deepEqual(await patchsets(), []);
		send(...series('whole', 3).slice(0, 1));
		assert.deepEqual(
			(await patchsets()).map(({ message_id }) => message_id),
			['<whole-1@example.org>'],
		);
		assert.deepEqual(
			(await forge.rows('bob', `${base}/1/patches`)).map(({ message_id }) => message_id),
			['<whole-1@example.org>', '<whole-2@example.org>', '<whole-3@example.org>'],
		);
	});

	it('is complete even without its cover letter', async () => {
		send(...series('s', 2, { cover: true }).slice(1));
		assert.deepEqual(
			(await patchsets()).map(({ cover_letter }) => cover_letter),
			[null],
		);
	});

	it('contains a repeated patch once, as it was sent last', async () => {
		const [one = '', two = ''] = series('s', 2);
		const again = two.replace('s-2@', 's-2b@');
		send(two, again, one);
		assert.deepEqual(
			(await forge.rows('bob', `${base}/1/patches`)).map(({ message_id }) => message_id),
			['<s-1@example.org>', '<s-2b@example.org>'],
		);
	});

	it('by two senders counts as two series', async () => {
		send(...series('s', 2).slice(0, 1), ...series('s', 2, { from: 'carol' }).slice(1));
		assert.deepEqual(await patchsets(), []);
	});

	it('is no patchset if its mails contain no changes', async () => {
		send(letter('[PATCH] nothing', { body: 'I will send it later.' }));
		assert.deepEqual(await patchsets(), []);
	});

	it('with a single patch needs no number, and keeps its Reply-To address', async () => {
		send(
			letter('[RFC PATCH v2] =?utf-8?q?=C3=BCber?=', {
				body: diff,
				headers: ['Reply-To: <elsewhere@example.org>'],
			}),
		);
		const [row] = await patchsets();
		assert.deepEqual(
			[row?.subject, row?.version, row?.prefix, row?.reply_to],
			['über', 2, '', '<elsewhere@example.org>'],
		);
	});

	it('with 200 patches is processed quickly, and its pages have all of them in order', async () => {
		send(...series('s', 200, { cover: true }).toReversed());
		const found: unknown[] = [];
		let next: unknown = '';
		while (next !== null) {
			const { body } = await forge.ask('bob', 'GET', `${base}/1/patches?start=${next}`);
			const page = body as { readonly next: unknown; readonly results: readonly { message_id: string }[] };
			found.push(...page.results.map(({ message_id }) => message_id));
			next = page.next;
		}
		assert.deepEqual(
			found,
			Array.from({ length: 200 }, (_, n) => `<s-${n + 1}@example.org>`),
		);
	});
});

describe('versions of a series', () => {
	eachInItsOwnForge();
	const version = (n: number, shape: Shape = {}) => series(`v${n}`, 2, { words: `v${n}`, ...shape });

	it('are each superseded by the next one', async () => {
		send(...version(1), ...version(2), ...version(3));
		assert.deepEqual(await statuses(), [
			[1, 'superseded', 2],
			[2, 'superseded', 3],
			[3, 'proposed', null],
		]);
	});

	it('are superseded even if they arrive after a later one', async () => {
		send(...version(3), ...version(1), ...version(2));
		assert.deepEqual(await statuses(), [
			[1, 'superseded', 3],
			[2, 'superseded', 3],
			[3, 'proposed', null],
		]);
	});

	it('supersede nothing before they are complete', async () => {
		send(...version(1), ...version(2).slice(1));
		assert.deepEqual(await statuses(), [[1, 'proposed', null]]);
	});

	it('in the thread of the first one are patchsets, too, even with a new subject', async () => {
		send(...version(1), ...version(2, { below: 'v1-1', subject: 'Better things' }));
		assert.deepEqual(await statuses(), [
			[1, 'superseded', 2],
			[2, 'proposed', null],
		]);
	});

	for (const status of ['approved', 'rejected', 'applied'] as const) {
		it(`do not supersede one that is ${status}`, async () => {
			send(...version(1));
			await forge.ask('alice', 'PUT', `${base}/1`, { status });
			send(...version(2));
			assert.deepEqual(await statuses(), [
				[1, status, null],
				[2, 'proposed', null],
			]);
		});
	}

	const unrelated: readonly [string, Shape][] = [
		['subject', { subject: 'Other things' }],
		['prefix', { words: 'v2 web' }],
		['submitter', { from: 'carol' }],
	];
	for (const [what, shape] of unrelated) {
		it(`do not supersede one with another ${what}`, async () => {
			send(...version(1), ...version(2, shape));
			assert.deepEqual((await statuses())[0], [1, 'proposed', null]);
		});
	}
});

describe('the status of a patchset', () => {
	eachInItsOwnForge();
	beforeEach(() => send(...series('s', 2)));

	it('cannot be set by another user', async () => {
		const { status, type } = await forge.ask('bob', 'PUT', `${base}/1`, { status: 'applied' });
		assert.equal(status, 401);
		assert.match(type, /html/);
		assert.equal((await statuses())[0]?.[1], 'proposed');
	});

	const headers: readonly [string, string, string, string][] = [
		['the owner', 'alice', 'APPLIED', 'applied'],
		['the submitter', 'bob', 'needs_revision', 'needs_revision'],
		['another user', 'carol', 'APPLIED', 'proposed'],
		['the owner, an unknown word,', 'alice', 'DONE', 'proposed'],
	];
	for (const [who, from, word, expected] of headers) {
		it(`is ${expected} after a reply by ${who} with ${word}`, async () => {
			send(
				letter('Re: part 2', { from: 'carol', id: 'review', answers: 's-2' }),
				letter('Re: part 2', { from, answers: 'review', headers: [`X-Sourcehut-Patchset-Update: ${word}`] }),
			);
			assert.equal((await statuses())[0]?.[1], expected);
		});
	}

	it('does not change after a reply in another thread', async () => {
		send(letter('Re: x', { from: 'alice', answers: 'x', headers: ['X-Sourcehut-Patchset-Update: APPLIED'] }));
		assert.equal((await statuses())[0]?.[1], 'proposed');
	});
});

describe('with the quirks of real servers,', () => {
	eachInItsOwnForge();
	const drifting = async (...quirks: readonly Quirk[]) => {
		await forge.stop();
		await open(quirks);
		send(...series('s', 3, { cover: true }));
	};

	it('setting a status requires patches:write', async () => {
		assert.equal((await forge.ask('alice-reads', 'PUT', `${base}/1`, {})).status, 404);
		send(...series('s', 1));
		assert.equal((await forge.ask('alice-reads', 'PUT', `${base}/1`, {})).status, 200);
		await drifting('patches-write');
		const answer = await forge.ask('alice-reads', 'PUT', `${base}/1`, {});
		assert.equal(answer.status, 403);
		assert.match(JSON.stringify(answer.body), /needs patches:write/);
		assert.equal((await forge.ask('alice', 'PUT', `${base}/1`, {})).status, 200);
	});

	it('patchsets have fewer fields', async () => {
		await drifting('short-patchsets');
		const [row = {}] = await patchsets();
		assert.deepEqual(Object.keys(row), [
			'id',
			'created',
			'updated',
			'subject',
			'prefix',
			'version',
			'status',
			'submitter',
			'reply_to',
			'message_id',
		]);
	});

	it('mails in a list have no content, but a single mail does', async () => {
		await drifting('short-mails');
		const [row = {}] = await forge.rows('bob', '/api/user/~alice/lists/devel/posts');
		assert.deepEqual(
			['envelope', 'is_patch', 'replies'].filter((field) => field in row),
			[],
		);
		const { body } = await forge.ask('bob', 'GET', `/api/emails/${row.id}`);
		assert.ok(v.is(v.looseObject({ envelope: v.string(), is_patch: v.boolean() }), body));
	});

	it('a thread starts with its first mail, and its other mails are unordered', async () => {
		await drifting('thread-unordered');
		send(...Array.from({ length: 8 }, (_, n) => letter(`Re: ${n}`, { answers: 's-0' })));
		const ids = (await forge.rows('bob', '/api/thread/1')).map(({ id }) => Number(id));
		const sorted = ids.toSorted((a, b) => a - b);
		assert.equal(ids[0], 1);
		assert.notDeepEqual(ids, sorted);
		assert.deepEqual(
			sorted,
			Array.from({ length: 12 }, (_, n) => n + 1),
		);
		assert.equal((await forge.ask('bob', 'GET', '/api/thread/2')).status, 404);
	});

	it('private mail is answered with a 403 page', async () => {
		await drifting('private-is-html');
		const devel = forge.lists.find('alice', 'devel');
		assert.ok(devel);
		forge.lists.update(devel, { permissions: { nonsubscriber: [], subscriber: [], account: [] } });
		for (const path of ['/api/emails/1', '/api/thread/1']) {
			const answer = await forge.ask('bob', 'GET', path);
			assert.equal(answer.status, 403);
			assert.match(answer.type, /html/);
		}
		assert.equal((await forge.ask('bob', 'GET', `${base}/1`)).status, 404);
	});
});
