import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { patchsetStatuses } from '../../../src/forge/shapes/lists.ts';
import { eventTypes, resolutions, ticketStatuses } from '../../../src/forge/shapes/trackers.ts';
import type { Patchset } from '../../../src/sandbox/lists/state.ts';
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

		it('orders the events of each ticket by time', () => {
			for (const { events, title } of tickets()) {
				const dates = events.map(({ created }) => created);
				assert.deepEqual(dates, dates.toSorted(), title);
			}
		});

		it('has a ticket that only its owner can see', () => {
			const tracker = forge.trackers.find('ana', 'errands');
			assert.deepEqual(tracker?.permissions, { anonymous: [], submitter: [], user: [] });
		});
	});

	describe('in its repository', () => {
		const lines = async (...words: string[]) => (await git(bare, ...words)).split('\n').filter(Boolean);

		it('passes the integrity check of git', async () => {
			await git(bare, 'fsck', '--strict', '--no-dangling');
		});

		it('has an entry of every kind', async () => {
			const modes = (await lines('ls-tree', '-r', '-t', 'master')).map((line) => line.slice(0, 6));
			assert.deepEqual(new Set(modes), new Set(['040000', '100644', '100755', '120000', '160000']));
		});

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
