import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { patchsetStatuses } from '../../../src/forge/shapes/lists.ts';
import { eventTypes, resolutions, ticketStatuses } from '../../../src/forge/shapes/trackers.ts';
import type { Patchset } from '../../../src/sandbox/lists/state.ts';
import { covers } from '../../../src/sandbox/server/accounts.ts';
import { demoAccounts } from '../../../src/sandbox/world/material/accounts.ts';
import { buildWorld } from '../../../src/sandbox/world/world.ts';
import { git, type WorldForge, worldForge } from './world-forge.ts';

describe('The demo world', () => {
	let forge: WorldForge;
	let other: WorldForge;
	let bare: string;

	before(async () => {
		[forge, other] = await Promise.all([worldForge(), worldForge()]);
		await Promise.all([buildWorld(forge), buildWorld(other)]);
		bare = forge.repositories.pathOf({ owner: 'ana', name: 'editor' });
	});
	after(() => Promise.all([forge.stop(), other.stop()]));

	const tickets = () => forge.state.trackers.trackers.find(({ name }) => name === 'editor')?.tickets ?? [];
	const mail = (id: number) => {
		const found = forge.state.lists.mails.find((one) => one.id === id);
		assert.ok(found);
		return found;
	};
	const series = (subject: string) => {
		const found = forge.state.lists.patchsets.filter((one) => one.subject === subject);
		assert.ok(found.length > 0, subject);
		return found;
	};

	describe('as a whole', () => {
		it('is the same every time, to the last id', async () => {
			assert.deepEqual(forge.state, other.state);
			for (const stored of forge.state.repositories.repositories) {
				const [refs, others] = await Promise.all(
					[forge, other].map(({ repositories }) => git(repositories.pathOf(stored), 'for-each-ref')),
				);
				assert.ok(refs);
				assert.equal(refs, others);
			}
			assert.deepEqual(demoAccounts(), demoAccounts());
		});

		it('leaves the clock running', () => {
			const before = Date.now();
			assert.ok(forge.clock.now().getTime() >= before);
		});

		it('lies in the past, and changes nothing before its creation', () => {
			const { trackers, lists, repositories } = forge.state;
			const dated = [
				...trackers.trackers,
				...tickets(),
				...lists.lists,
				...lists.patchsets,
				...repositories.repositories,
			];
			for (const { created, updated } of dated) {
				assert.ok(
					created >= '2024-02-01' && created <= updated && updated < '2026-03-01',
					`${created} ${updated}`,
				);
			}
		});

		for (const [name, writes, reads] of [
			['ana', true, true],
			['bob', true, true],
			['carol', true, true],
			['dave', false, true],
			['eve', false, false],
		] as const) {
			it(`lets ~${name} ${writes ? 'write' : reads ? 'only read' : 'do nothing'}`, () => {
				const { tokens } = demoAccounts();
				const token = tokens.find(({ owner }) => owner === name);
				assert.match(token?.value ?? '', /^[0-9a-f]{32}$/);
				for (const what of ['tickets', 'trackers', 'patches', 'lists', 'emails', 'subs', 'info', 'data']) {
					assert.equal(covers(token?.scopes ?? [], `${what}:write`), writes);
					assert.equal(covers(token?.scopes ?? [], `${what}:read`), reads);
				}
			});
		}
	});

	describe('in its trackers', () => {
		it('has tickets in every status and with every resolution', () => {
			assert.equal(tickets().length, 60);
			const standings = tickets().map(({ standing }) => standing);
			assert.deepEqual(new Set(standings.map(({ status }) => status)), new Set(ticketStatuses));
			assert.deepEqual(new Set(standings.map(({ resolution }) => resolution)), new Set(resolutions));
		});

		it('has every type of event, by every kind of participant', () => {
			const events = tickets().flatMap((ticket) => ticket.events);
			assert.deepEqual(new Set(events.flatMap(({ types }) => types)), new Set(eventTypes));
			assert.deepEqual(
				new Set(tickets().map(({ submitter }) => submitter.type)),
				new Set(['user', 'email', 'external']),
			);
		});

		it('has an event that involves two users, one with two types, and one of a removed label', () => {
			const events = tickets().flatMap((ticket) => ticket.events);
			assert.ok(events.some(({ types }) => types.includes('comment') && types.includes('status_change')));
			assert.ok(events.some(({ types, user, by }) => types.includes('user_mentioned') && user && by));
			assert.ok(
				events.some(({ types, ticket, from }) => types.includes('ticket_mentioned') && ticket && from),
			);
			assert.ok(events.some(({ types, label }) => types.includes('label_removed') && label !== null));
		});

		it('has a long discussion, and one with thirty changes of labels', () => {
			assert.ok((tickets()[5]?.events.length ?? 0) >= 25);
			const relabelled = tickets()[35]?.events.filter(({ label }) => label !== null);
			assert.ok((relabelled?.length ?? 0) >= 30);
		});

		it('has a title that is too long for one line', () => {
			assert.ok(tickets().some(({ title }) => title.length > 250));
		});

		it('orders the events of each ticket by time', () => {
			for (const { events, title } of tickets()) {
				const dates = events.map(({ created }) => created);
				assert.deepEqual(dates, dates.toSorted(), title);
			}
		});

		for (const [number, title] of [
			[3, 'Search'],
			[6, 'Wrap long lines'],
			[9, 'Ctrl-Q throws changes away without asking'],
			[14, 'Ctrl-Z after running out of memory deletes text'],
			[17, 'The cursor stops inside of ü'],
			[22, 'A full disk leaves an empty file'],
			[31, 'Undo across runs'],
			[48, 'Saving replaces a symlink by a file'],
		] as const) {
			it(`resolves #${number} to "${title}"`, () => {
				assert.equal(tickets()[number - 1]?.title, title);
			});
		}

		it('has a ticket that only its owner can see', () => {
			const tracker = forge.trackers.find('ana', 'errands');
			assert.deepEqual(tracker?.permissions, { anonymous: [], submitter: [], user: [] });
		});
	});

	describe('in its repository', () => {
		const lines = async (...words: string[]) => (await git(bare, ...words)).split('\n').filter(Boolean);

		it('has branches, annotated tags and a lightweight one', async () => {
			assert.deepEqual(await lines('for-each-ref', '--format=%(objecttype) %(refname)'), [
				'commit refs/heads/feature/undo-file',
				'commit refs/heads/master',
				'commit refs/heads/release/2.4',
				'tag refs/tags/2.3.0',
				'tag refs/tags/2.4.0',
				'tag refs/tags/2.4.1',
				'commit refs/tags/nightly',
			]);
		});

		it('has a history by several people, with one merge and one signature', async () => {
			const commits = await lines('log', '--all', '--format=%an|%p|%G?');
			assert.ok(commits.length >= 40);
			const authors = new Set(commits.map((commit) => commit.split('|')[0]));
			assert.ok(authors.size >= 6);
			assert.equal(commits.filter((commit) => /\|\w+ \w+\|/.test(commit)).length, 1);
			const raw = await git(bare, 'log', '--all', '--format=raw');
			assert.equal(raw.match(/^gpgsig -----BEGIN PGP SIGNATURE-----$/gm)?.length, 1);
		});

		it('passes the integrity check of git', async () => {
			await git(bare, 'fsck', '--strict', '--no-dangling');
		});

		it('has an entry of every kind', async () => {
			const modes = (await lines('ls-tree', '-r', '-t', 'master')).map((line) => line.slice(0, 6));
			assert.deepEqual(new Set(modes), new Set(['040000', '100644', '100755', '120000', '160000']));
		});

		for (const [what, path, test] of [
			['a PNG image', 'doc/images/icon.png', (bytes: Buffer) => bytes.subarray(1, 4).toString() === 'PNG'],
			['a binary', 'tests/texts/terminal.dump', (bytes: Buffer) => bytes.includes(0)],
			['a text of 3 MB', 'tests/texts/long.log', (bytes: Buffer) => bytes.length > 3_000_000],
			['CRLF', 'tests/texts/windows.txt', (bytes: Buffer) => bytes.includes('\r\n')],
			[
				'latin-1',
				'tests/texts/latin-1.csv',
				(bytes: Buffer) => bytes.includes(Buffer.from('Müller', 'latin1')),
			],
			['a deep folder', 'doc/design/2024/undo/tree/notes.md', (bytes: Buffer) => bytes.length > 0],
			['a name with # and %', 'tests/names/100% #1.txt', (bytes: Buffer) => bytes.length > 0],
			['a name with a leading dash', 'tests/names/-leading-dash.txt', (bytes: Buffer) => bytes.length > 0],
			['a name in Japanese', 'tests/names/日本語/読んで.txt', (bytes: Buffer) => bytes.length > 0],
		] as const) {
			it(`has ${what}`, async () => {
				const ana = forge.accounts.find('ana');
				assert.ok(ana);
				const found = await forge.repositories
					.bare(forge.repositories.find(ana, 'editor', ana))
					.find(`master/${path}`);
				assert.ok(found?.kind === 'blob' && test(found.object.content));
			});
		}

		it('has names that Windows does not support only on a branch that users do not check out', async () => {
			const names = (branch: string) => git(bare, 'ls-tree', '-r', '-z', '--name-only', branch);
			assert.match(await names('feature/undo-file'), /what\?\.txt/);
			assert.doesNotMatch((await names('master')) + (await names('release/2.4')), /[<>:"|?*\\]/);
		});
	});

	describe('in its lists', () => {
		it('has patchsets in every status that users set', () => {
			const statuses = forge.state.lists.patchsets.map(({ status }) => status);
			assert.deepEqual(new Set(['unknown', ...statuses]), new Set(patchsetStatuses));
		});

		it('has a series in three versions, of which only the last is current', () => {
			const versions = series('Wrap long lines');
			assert.deepEqual(
				versions.map(({ version, status, cover, patches }) => [
					version,
					status,
					cover !== null,
					patches.length,
				]),
				[
					[1, 'superseded', true, 3],
					[2, 'superseded', true, 3],
					[3, 'proposed', true, 3],
				],
			);
			assert.deepEqual(
				versions.map(({ supersededBy }) => supersededBy),
				[versions[1]?.id, versions[2]?.id, null],
			);
		});

		it('has reviews that quote the patch line by line', () => {
			const patches = forge.state.lists.mails.filter(({ isPatch }) => isPatch);
			const reviews = patches.flatMap((patch) =>
				forge.state.lists.mails
					.filter(({ parent, envelope }) => parent === patch.id && /^> @@/m.test(envelope))
					.map(({ envelope }) => ({ patch: patch.envelope.split('\r\n'), envelope })),
			);
			assert.ok(reviews.length >= 8);
			for (const { patch, envelope } of reviews) {
				for (const line of envelope.split('\r\n').filter((one) => one.startsWith('> '))) {
					assert.ok(patch.includes(line.slice(2)), line);
				}
			}
		});

		it('has a series with a missing patch, which is no patchset', () => {
			const parts = forge.state.lists.mails.filter(
				({ part, isPatch }) => isPatch && part && part.total === 3,
			);
			const alone = parts.filter(({ patchset }) => patchset === null);
			assert.deepEqual(
				alone.map(({ part }) => part?.number),
				[1, 3],
			);
		});

		it('has a cover letter with five patches, an RFC, a binary patch, and patches from people without an account', () => {
			const [patterns] = series('Search for patterns');
			assert.ok(patterns?.cover !== null && patterns?.patches.length === 5);
			const { mails } = forge.state.lists;
			assert.ok(mails.some(({ subject, isPatch }) => isPatch && subject.startsWith('[PATCH RFC editor]')));
			assert.ok(mails.some(({ envelope }) => /^GIT binary patch/m.test(envelope)));
			const strangers = mails.filter((one) => one.isPatch && !forge.accounts.findByEmail(one.from));
			assert.ok(strangers.length >= 4);
		});

		it('has a thread of forty mails that reply to each other', () => {
			const root = forge.state.lists.mails.find(({ subject }) => subject === 'What the editor is not');
			const thread = forge.state.lists.mails.filter((one) => one.thread === root?.id);
			assert.equal(thread.length, 40);
			assert.equal(new Set(thread.map(({ parent }) => parent)).size > 15, true);
			for (const one of thread) assert.equal(one.parent === null, one === root);
		});

		it('has a pull request, and an announcement list on which only the owner can post', () => {
			assert.equal(forge.state.lists.mails.filter(({ isRequestPull }) => isRequestPull).length, 1);
			const announce = forge.lists.find('ana', 'editor-announce');
			assert.equal(forge.state.lists.mails.filter(({ list }) => list === announce?.id).length, 3);
			assert.deepEqual(announce?.permissions.account, ['browse']);
		});

		it('orders its mails by date, each with its own id', () => {
			const { mails } = forge.state.lists;
			const dates = mails.map(({ created }) => created);
			assert.deepEqual(dates, dates.toSorted());
			assert.equal(new Set(mails.map(({ messageId }) => messageId)).size, mails.length);
		});

		it('replies only to mails that exist', () => {
			for (const { references, parent, subject } of forge.state.lists.mails) {
				assert.equal(parent !== null, references.length > 0, subject);
			}
		});
	});

	describe('has patches that', () => {
		let clone: string;
		before(async () => {
			clone = `${forge.folder}/clone`;
			await git(forge.folder, 'clone', '--quiet', bare, clone);
		});

		/** Whether `git am` applies a patchset to a commit. */
		async function applies({ patches }: Patchset, onto: string): Promise<boolean> {
			await git(clone, 'checkout', '--quiet', '--detach', onto);
			const box = patches
				.map((id) => `From mail Mon Sep 17 00:00:00 2001\n${mail(id).envelope.replaceAll('\r\n', '\n')}`)
				.join('\n');
			await writeFile(`${clone}/.git/box`, box);
			try {
				await git(clone, 'am', '--quiet', '--3way', '.git/box');
				return true;
			} catch {
				await git(clone, 'am', '--abort');
				return false;
			}
		}

		const baseOf = ({ patches }: Patchset): string => {
			const [first = 0] = patches;
			const { envelope } = mail(mail(first).thread);
			return /^base-commit: ([0-9a-f]{40})\r$/m.exec(envelope)?.[1] ?? '';
		};

		it('apply to the commit that they are based on, and open ones to their branch, except one that conflicts', async () => {
			const conflicting: string[] = [];
			for (const patchset of forge.state.lists.patchsets) {
				const { status, prefix, subject } = patchset;
				const isOpen = ['proposed', 'approved', 'needs_revision'].includes(status);
				const branch = prefix.endsWith('release/2.4') ? 'origin/release/2.4' : 'origin/master';
				if (await applies(patchset, isOpen ? branch : baseOf(patchset))) continue;
				conflicting.push(subject);
				assert.ok(await applies(patchset, baseOf(patchset)), subject);
			}
			assert.deepEqual(conflicting, ['buffer: sync before the file is closed']);
		});
	});
});
