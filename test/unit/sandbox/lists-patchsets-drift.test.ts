import assert from 'node:assert/strict';
import { Access } from '../../../src/sandbox/lists/access.ts';
import { Archive } from '../../../src/sandbox/lists/archive.ts';
import { Inbox } from '../../../src/sandbox/lists/inbox.ts';
import { Series } from '../../../src/sandbox/lists/series.ts';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import { diff, type ListsForge, letter, listsForge } from '../../kit/forge/lists-forge.ts';

const to = '~alice/devel@lists.localhost';

let forge: ListsForge;
async function open(...quirks: Quirk[]) {
	forge = await listsForge(quirks);
	forge.lists.create(forge.account('alice'), { name: 'devel' });
}

describe('with drift, a mail', () => {
	afterEach(() => forge.stop());

	const slashed = '<uml/aut+1@example.org>';

	it('with a slash in its Message-ID is found only by its number', async () => {
		for (const [quirks, expected] of [
			[[], 200],
			[['slashed-id-is-missing'], 404],
		] as const) {
			await open(...quirks);
			const [mail] = forge.lists.receive(letter('x', { id: 'uml/aut+1' }), { from: '', to });
			assert.equal(mail?.messageId, slashed);
			for (const path of ['/api/emails/', '/api/thread/', '/api/user/~bob/emails/']) {
				const named = await forge.ask('bob', 'GET', path + encodeURIComponent(slashed));
				assert.equal(named.status, expected, path);
				assert.equal((await forge.ask('bob', 'GET', path + mail.id)).status, 200);
			}
			await forge.stop();
		}
	});
});

describe('with drift, a later version', () => {
	afterEach(() => forge.stop());

	/** For each mail, the version of the patchset that it created, or undefined. */
	const versions = async (quirks: readonly Quirk[], ...mails: readonly string[]) => {
		await open();
		const { state, accounts, lists } = forge;
		const archive = new Archive(state);
		const drift = new Set(quirks);
		const series = new Series(state, archive, drift);
		const access = new Access(state, accounts);
		const now = () => new Date('2026-11-20T07:00:00Z');
		const inbox = new Inbox({ state, archive, access, series, lists, drift, host: 'lists.localhost', now });
		return mails.flatMap((mail) =>
			inbox.receive(mail, { from: '', to }).map(({ patchset }) => patchset?.version),
		);
	};
	const patch = (version: number, below?: number, from = 'bob') =>
		letter(`[PATCH v${version}] Things`, {
			...{ id: `v${version}`, from, body: diff },
			...(below !== undefined && { answers: `v${below}` }),
		});
	const standing = () =>
		forge.state.patchsets.map(({ version, status, supersededBy }) => [version, status, supersededBy]);

	it('in the thread of the first version creates no patchset and does not supersede it', async () => {
		const quirks = ['follow-up-is-no-patchset'] as const;
		assert.deepEqual(await versions(quirks, patch(1), patch(2, 1), patch(3, 2)), [1, undefined, undefined]);
		assert.deepEqual(standing(), [[1, 'proposed', null]]);
	});

	for (const [what, mails] of [
		['in a thread of its own', [patch(1), patch(2)]],
		['by another user', [patch(1), patch(2, 1, 'carol')]],
		['at the start of the thread', [patch(2), patch(1, 2)]],
	] as const) {
		it(`${what} creates a patchset`, async () => {
			const made = await versions(['follow-up-is-no-patchset'], ...mails);
			assert.ok(made.every((version) => version !== undefined));
			await forge.stop();
			assert.deepEqual(made, await versions([], ...mails));
		});
	}

	it('supersedes no earlier version, whenever it arrives', async () => {
		for (const mails of [
			[patch(1), patch(2)],
			[patch(2), patch(1)],
		]) {
			await versions(['superseding-unreliable'], ...mails);
			assert.deepEqual(standing().sort(), [
				[1, 'proposed', null],
				[2, 'proposed', null],
			]);
			await forge.stop();
		}
	});
});
