import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { mock } from 'node:test';
import { Emitter } from '../../src/base/emitter.ts';
import { MailingLists } from '../../src/patches/state/mailing-lists.ts';
import { SeriesSeenState } from '../../src/patches/state/series/series-seen-state.ts';
import { StatusChanges } from '../../src/patches/state/status/status-changes.ts';
import { Repositories } from '../../src/repositories/state/repositories.ts';
import type { Account, Area } from '../../src/signin/connections/connection.ts';
import { usualOrder } from '../../src/tickets/model/query/query.ts';
import { describeTicketOutbox } from '../../src/tickets/state/change-words.ts';
import { Tickets } from '../../src/tickets/state/tickets.ts';
import { ViewRegistry } from '../../src/views.ts';
import { root } from '../tools/places.ts';
import { until } from '../tools/until.ts';
import { memory } from './patches/state/memory.ts';
import { newRepository, userGit } from './platform/git/clones.ts';
import { cloneOf, openWorkspace } from './platform/git/open-workspace.ts';
import { session } from './platform/view/sessions.ts';
import { accountsOf } from './tickets/state/accounts.ts';
import { readable, stage } from './tickets/state/forge.ts';

const ids = ['tildeforge.inbox', 'tildeforge.tickets', 'tildeforge.patches', 'tildeforge.repositories'];

describe('The views', () => {
	const { forge: start, folder, ending } = stage();

	async function open(folders: readonly string[] = [], accounts?: readonly Account[]) {
		const forge = await start();
		const at = await folder();
		const { log } = readable();
		const project = openProject(folders);
		ending(() => project.dispose());
		const { forges: signedIn, signIn } = accountsOf(forge, at, log);
		const tickets = await Tickets.open({ forges: signedIn, folder: at, log });
		ending(() => tickets.dispose());
		const repositories = await Repositories.open({ forges: signedIn, folder: at, mostBytes: () => 1e6, log });
		ending(() => repositories.dispose());
		const lists = await MailingLists.open({ forges: signedIn, folder: at, log });
		ending(() => lists.dispose());
		const statuses = await StatusChanges.open({ lists, forges: signedIn, folder: at, log });
		ending(() => statuses.dispose());
		const inboxChanges = new Emitter<void>();
		const inbox = {
			events: { entries: [], losses: [], onDidChange: inboxChanges.event },
			refresh: () => {},
		};
		const changes = new Emitter<void>();
		const queryChanges = new Emitter<void>();
		const changed: (readonly [id: string, row?: string])[] = [];
		const visible = new Set(ids);
		const unconfigured = { ...session, id: 'lost', instance: 'old.test' };
		const views = new ViewRegistry({
			forges: {
				get accounts() {
					return accounts ?? signedIn.accounts;
				},
				isTemporary: (id) => id === 'sample',
				onDidChange: (listener) => changes.event(() => listener()),
				instances: {
					problems: ['Forge 1 has no name.'],
					unconfigured: (all) => all.filter(({ id }) => id === 'lost'),
				},
				registry: {
					sessions: [session, unconfigured],
					ended: [{ id: 'ended', instance: 'forge.test', account: '~bob', ending: 'refused' }],
				},
			},
			inbox,
			liveStatus: { state: undefined, onDidChange: () => ({ dispose: () => {} }) },
			tickets,
			pending: describeTicketOutbox(tickets),
			repositories,
			lists,
			seenSeries: new SeriesSeenState(memory()),
			patchSettings: { queries: [], onDidChange: queryChanges.event },
			statuses,
			projects: project.projects,
			ask: async (question) => {
				project.asked.push(question);
				return true;
			},
			log,
			changed: async (id, change) => {
				changed.push(change ? [id, typeof change === 'string' ? change : change.id] : [id]);
			},
			settings: {
				queries: [],
				grouping: 'none',
				order: usualOrder,
				filterOf: () => undefined,
				onDidChange: () => ({ dispose: () => {} }),
			},
			seen: { begin: () => {}, isUnseen: () => false, onDidChange: () => ({ dispose: () => {} }) },
			isVisible: (id) => visible.has(id),
		});
		ending(() => views.dispose());
		const atStart = changed.splice(0);
		return { views, visible, atStart, changes, changed, signIn, project, tickets, forge };
	}

	it('are those of the manifest', async () => {
		const { views } = await open();
		const manifest: { contributes: { views: Record<string, { id: string }[]> } } = JSON.parse(
			readFileSync(join(root, 'package.json'), 'utf8'),
		);
		const listed = Object.values(manifest.contributes.views).flat();
		for (const { id } of listed) assert.equal(views.view(id)?.id, id);
		assert.deepEqual(listed.map(({ id }) => id).sort(), ids.toSorted());
		assert.equal(views.view('tildeforge.other'), undefined);
		assert.equal(views.view('tildeforge.tickets'), views.tickets);
	});

	it('show the badge of the inbox at the start, even if it is collapsed', async () => {
		assert.deepEqual((await open()).atStart, [['tildeforge.inbox', 'head']]);
	});

	it('let their ages move on every minute while they are visible', async () => {
		mock.timers.enable({ apis: ['setInterval'] });
		ending(() => mock.timers.reset());
		const { changed, visible } = await open();
		mock.timers.tick(60_000);
		assert.deepEqual(changed.splice(0), [
			['tildeforge.inbox', 'some'],
			...ids.filter((id) => id !== 'tildeforge.inbox').map((id) => [id, 'ages']),
		]);
		visible.clear();
		mock.timers.tick(60_000);
		assert.deepEqual(changed, []);
	});

	it('say that they show the sample forge if there is no other account', async () => {
		const accountOf = (id: string, name: string): Account => ({
			session: { ...session, id },
			instance: { name },
			connection: {
				...{ lists: undefined, repositories: undefined, trackers: undefined },
				webhooks: () => undefined,
				onDidAnswer: new Emitter<Area>().event,
			},
		});
		const sample = accountOf('sample', 'Sample forge');
		const descriptionOf = async (...accounts: readonly Account[]) => {
			const { views } = await open([], accounts);
			return ids.map((id) => views.head(id).description);
		};
		assert.deepEqual(
			await descriptionOf(sample),
			ids.map(() => 'Sample forge'),
		);
		const { views } = await open([], [sample]);
		assert.deepEqual(
			ids.filter((id) => views.head(id).message !== undefined),
			['tildeforge.tickets'],
		);
		assert.match(
			views.head('tildeforge.tickets').message ?? '',
			/^Sample forge\. Nothing leaves this machine\./,
		);
		assert.deepEqual(
			await descriptionOf(sample, accountOf('ana', 'forge.test')),
			ids.map(() => ''),
		);
		const { views: both } = await open([], [sample, accountOf('ana', 'forge.test')]);
		assert.equal(both.head('tildeforge.tickets').message, undefined);
		assert.deepEqual(
			await descriptionOf(),
			ids.map(() => ''),
		);
	});

	it('all begin with what is wrong with the settings, then with the sign-ins, then with the forges', async () => {
		const { views } = await open();
		for (const id of ids) {
			assert.deepEqual(
				(await views.roots(id)).map((row) => row.id),
				['notice/problem/0', 'notice/ended/ended', 'notice/unconfigured/lost'],
				id,
			);
		}
		assert.deepEqual(await views.roots('tildeforge.other'), []);
	});

	it('are all redrawn when accounts or forges change, until they are disposed', async () => {
		const { views, changes, changed } = await open();
		changes.fire();
		assert.deepEqual(changed.map(([id]) => id).toSorted(), ids.toSorted());
		views.dispose();
		changed.length = 0;
		changes.fire();
		assert.deepEqual(changed, []);
	});

	it('read what has changed after a refresh', async () => {
		const { views, changed, signIn, forge } = await open();
		signIn('ana');
		changed.length = 0;
		views.refresh();
		assert.deepEqual([changed, forge.asked], [[], []]);
	});

	it('with items of accounts are redrawn by their own changes', async () => {
		const { changed, signIn } = await open();
		signIn('ana');
		assert.deepEqual(changed, [['tildeforge.tickets'], ['tildeforge.repositories'], ['tildeforge.patches']]);
	});

	it('are read again for an account that signs in again, as with more permissions', async () => {
		const { views, changed, signIn, forge } = await open();
		const labels = async () => (await views.roots('tildeforge.tickets')).map((row) => row.label);
		forge.line.gateway = 403;
		signIn('ana');
		await until(async () => (await labels()).includes('Not allowed'), { what: 'the refusal has a row' });
		forge.line.gateway = undefined;
		changed.length = 0;
		signIn('ana');
		assert.deepEqual(changed, [['tildeforge.tickets'], ['tildeforge.repositories'], ['tildeforge.patches']]);
		assert.equal((await labels()).includes('Not allowed'), false);
		assert.equal(views.tickets.description, '~ana/editor');
	});

	it('begin with This Project, once the user has confirmed what only has its name', async () => {
		const root = cloneOf('git@git.forge.test:~ana/editor');
		const { views, signIn, project, changed, tickets } = await open([root]);
		signIn('ana');
		await tickets.of('ana')?.trackers.own.refresh();
		await project.projects.settled();
		const of = async (id: string) => (await views.roots(id)).map((row) => row.id);
		const before = await of('tildeforge.tickets');
		assert.ok(!before.includes('project'), before.join());
		await until(() => project.asked.length > 0, { what: 'the user is asked' });
		assert.deepEqual(project.asked, [
			`Is ~ana/editor on forge.test the ticket tracker of the project in the folder ${basename(root)}?`,
		]);
		const isConfirmed = () => project.projects.all[0]?.tracker?.source === 'choice';
		await until(isConfirmed, { what: 'the answer is stored' });
		for (const id of ids)
			assert.ok(
				changed.some(([one]) => one === id),
				id,
			);
		// As the only tracker of the view, its queries take its place.
		await views.roots('tildeforge.tickets');
		assert.equal(views.tickets.description, '~ana/editor');
	});

	it('ask about the project when the user shows one whose rows were read before', async () => {
		const { views, visible, signIn, project, tickets } = await open([
			cloneOf('git@git.forge.test:~ana/editor'),
		]);
		visible.delete('tildeforge.tickets');
		signIn('ana');
		await tickets.of('ana')?.trackers.own.refresh();
		await project.projects.settled();
		await views.roots('tildeforge.tickets');
		assert.deepEqual(project.asked, []);
		visible.add('tildeforge.tickets');
		views.didBecomeVisible('tildeforge.tickets');
		await until(() => project.asked.length > 0, { what: 'the user is asked' });
		views.didBecomeVisible('tildeforge.tickets');
		await project.projects.settled();
		assert.equal(project.asked.length, 1);
	});

	it('ask again about the project when the user wishes it', async () => {
		const root = cloneOf('git@git.forge.test:~ana/editor');
		const { views, signIn, project } = await open([root]);
		signIn('ana');
		await project.projects.settled();
		await project.projects.choices.change(root, { tracker: 'none' });
		assert.equal(await views.askAboutProjects(), 'asked');
		assert.equal(project.asked.length, 1);
		assert.equal(project.projects.all[0]?.tracker?.source, 'choice');
	});

	it('ask nothing about a project that is no clone', async () => {
		const { views, project } = await open();
		assert.equal(await views.askAboutProjects(), 'nothing');
		assert.deepEqual(project.asked, []);
	});

	it('ask nothing about a project that the user does not trust', async () => {
		const { views, project } = await open([cloneOf('git@git.forge.test:~ana/editor')]);
		await project.change({ isTrusted: false });
		assert.equal(await views.askAboutProjects(), 'untrusted');
		assert.deepEqual(project.asked, []);
	});

	it('read the folders again when the user refreshes them', async () => {
		const root = newRepository();
		const { views, project } = await open([root]);
		await project.projects.settled();
		userGit(root, 'remote', 'add', 'origin', 'git@git.forge.test:~ana/editor');
		views.refresh();
		await until(() => project.projects.all.length === 1, { what: 'the remote is seen' });
	});
});

/** The projects of a window with these folders. */
function openProject(folders: readonly string[]) {
	const address = (service: string) => `https://${service}.forge.test`;
	const instance = {
		name: 'forge.test',
		...{ repositories: address('git'), trackers: address('todo'), lists: address('lists') },
	};
	const { projects, setInstances, change, dispose } = openWorkspace({ folders });
	setInstances([instance]);
	const asked: string[] = [];
	return { projects, asked, change, dispose };
}
