import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { mock } from 'node:test';
import type { Forges } from '../../src/accounts/forges/forges.ts';
import { problemRows } from '../../src/accounts/forges/problem-rows.ts';
import { Emitter } from '../../src/base/emitter.ts';
import { Lifetime } from '../../src/base/lifetime.ts';
import { Secrets } from '../../src/base/secrets.ts';
import type { Inbox } from '../../src/inbox/state/inbox.ts';
import type { LiveStatus } from '../../src/inbox/state/live-status.ts';
import { InboxView } from '../../src/inbox/view/inbox-view.ts';
import type { ExtensionWindow } from '../../src/platform/commands/extension-window.ts';
import { Deactivation } from '../../src/platform/editor/deactivation.ts';
import { SharedTab } from '../../src/platform/page/shared-tab.ts';
import type { ViewChange } from '../../src/platform/view/view.ts';
import { Views } from '../../src/platform/view/views.ts';
import type { Account, Area } from '../../src/signin/connections/connection.ts';
import { Losses } from '../../src/signin/connections/losses.ts';
import type { Session } from '../../src/signin/sessions/session.ts';
import { memory } from '../tools/memory.ts';
import { root } from '../tools/places.ts';
import { until } from '../tools/until.ts';
import '../kit/window/editor.ts';
import { accountsOf } from '../kit/forge/ticket-accounts.ts';
import { readable, stage } from '../kit/forge/tracker-forge.ts';
import { newRepository, userGit } from '../kit/items/clones.ts';
import { noDrafts } from '../kit/pages/no-mails.ts';
import { cloneOf, openWorkspace } from '../kit/window/open-workspace.ts';

const { PatchesFeature } = await import('../../src/patches/index.ts');
const { RepositoriesFeature } = await import('../../src/repositories/index.ts');
const { TicketsFeature } = await import('../../src/tickets/index.ts');

import { session } from '../kit/window/sessions.ts';

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
		const lifetime = new Lifetime();
		ending(() => lifetime.dispose());
		const changed: (readonly [id: string, row?: string])[] = [];
		const didChange = async (id: string, change?: ViewChange) => {
			changed.push(change ? [id, typeof change === 'string' ? change : change.id] : [id]);
		};
		const visible = new Set(ids);
		const tree = (id: string) => ({
			changed: (change?: ViewChange) => didChange(id, change),
			get isVisible() {
				return visible.has(id);
			},
		});
		const context = { globalState: memory(), workspaceState: memory(), globalStorageUri: { fsPath: at } };
		const window = {
			...{ context, lifetime, tree, log },
			deactivation: new Deactivation(),
			secrets: new Secrets(),
		} as object as ExtensionWindow;
		const dependencies = {
			accounts: async () => ({
				forges: Object.assign(signedIn, { fetch: () => assert.fail(), checkStorage: () => assert.fail() }),
				signIn: async () => undefined,
			}),
			projects: async () => project.projects,
			sharedTab: new SharedTab(),
		};
		const tickets: InstanceType<typeof TicketsFeature> = new TicketsFeature(window, {
			...dependencies,
			outbox: async () => (await tickets.services()).changes as never,
			followSeries: async () => {},
			didTriage: () => assert.fail(),
		});
		const patches = new PatchesFeature(window, {
			...dependencies,
			outbox: () => assert.fail(),
			existing: async () => undefined,
			remoteFiles: () => async () => undefined,
			reviews: { drafts: noDrafts, openThreads: () => assert.fail(), onPages: () => assert.fail() },
		});
		const repositories = new RepositoriesFeature(window, {
			...dependencies,
			ticketOf: async () => undefined,
			landed: async () => [],
			pushHooks: () => assert.fail(),
		});
		const never = new Emitter<void>().event;
		const inbox = new InboxView(
			{ events: { entries: [], losses: [], onDidChange: never }, refresh: () => {} } as object as Inbox,
			{ state: undefined, onDidChange: never } as object as LiveStatus,
			{ changed: () => {} },
		);
		const shown = await Promise.all([tickets, patches, repositories].map((one) => one.shownView()));
		const changes = new Emitter<void>();
		const unconfigured = { ...session, id: 'lost', instance: 'old.test' };
		const problems = {
			instances: {
				problems: ['Forge 1 has no name.'],
				unconfigured: (all: readonly Session[]) => all.filter(({ id }) => id === 'lost'),
			},
			registry: {
				sessions: [session, unconfigured],
				ended: [{ id: 'ended', instance: 'forge.test', account: '~bob', ending: 'refused' }],
			},
		} as object as Forges;
		const views = new Views([{ view: inbox, afterMinute: 'some' }, ...shown], {
			forges: {
				get accounts() {
					return accounts ?? signedIn.accounts;
				},
				isTemporary: (id) => id === 'sample',
				onDidChange: changes.event,
			},
			problems: () => problemRows(problems),
			projects: project.projects,
			ask: async (question) => {
				project.asked.push(question);
				return true;
			},
			changed: didChange,
			isVisible: (id) => visible.has(id),
			log,
		});
		ending(() => views.dispose());
		changed.length = 0;
		const ticketsView = views.view('tildeforge.tickets') ?? assert.fail();
		const refreshTrackers = async () => {
			await (await tickets.services()).tickets.of('ana')?.trackers.own.refresh();
		};
		return { views, ticketsView, refreshTrackers, visible, changes, changed, signIn, project, forge };
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
				hub: () => undefined,
				webhooks: () => undefined,
				onDidAnswer: new Emitter<Area>().event,
				losses: new Losses(),
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
		assert.deepEqual([changed, forge.asked], [ids.map((id) => [id, 'order']), []]);
	});

	it('with items of accounts are redrawn by their own changes', async () => {
		const { changed, signIn } = await open();
		signIn('ana');
		assert.deepEqual(changed.map(([id]) => id).toSorted(), ids.slice(1).toSorted());
	});

	it('are read again for an account that signs in again, as with more permissions', async () => {
		const { views, ticketsView, changed, signIn, forge } = await open();
		const labels = async () => (await views.roots('tildeforge.tickets')).map((row) => row.label);
		forge.line.gateway = 403;
		signIn('ana');
		await until(async () => (await labels()).includes('Trackers: not allowed'), {
			what: 'the refusal has a row',
		});
		forge.line.gateway = undefined;
		changed.length = 0;
		signIn('ana');
		assert.deepEqual(changed.map(([id]) => id).toSorted(), ids.slice(1).toSorted());
		assert.equal((await labels()).includes('Trackers: not allowed'), false);
		assert.equal(ticketsView.description, '~ana/editor');
	});

	it('begin with This Project, once the user has confirmed what only has its name', async () => {
		const root = cloneOf('git@git.forge.test:~ana/editor');
		const { views, ticketsView, refreshTrackers, signIn, project, changed } = await open([root]);
		signIn('ana');
		await refreshTrackers();
		await project.projects.settled();
		const of = async (id: string) => (await views.roots(id)).map((row) => row.id);
		const before = await of('tildeforge.tickets');
		assert.ok(!before.includes('project'), before.join());
		const question = `Is ~ana/editor on forge.test the ticket tracker of the project in the folder ${basename(root)}?`;
		const rowsBelow = async () => {
			const rows = await views.roots('tildeforge.tickets');
			return (await rows.find(({ id }) => id === 'project')?.children?.()) ?? [];
		};
		await until(async () => (await rowsBelow()).length > 0, { what: 'the question is a row' });
		const [row = assert.fail()] = await rowsBelow();
		assert.deepEqual([row.label, row.command?.arguments], [question, ['tildeforge.tickets']]);
		assert.deepEqual(project.asked, []);
		await views.answerQuestion('tildeforge.tickets');
		assert.deepEqual(project.asked, [question]);
		const isConfirmed = () => project.projects.all[0]?.tracker?.source === 'choice';
		await until(isConfirmed, { what: 'the answer is stored' });
		for (const id of ids)
			assert.ok(
				changed.some(([one]) => one === id),
				id,
			);
		// As the only tracker of the view, its queries take its place.
		await views.roots('tildeforge.tickets');
		assert.equal(ticketsView.description, '~ana/editor');
	});

	it('ask about each project, one after the other', async () => {
		const roots = [1, 2].map(() => cloneOf('git@git.forge.test:~ana/editor'));
		const { views, refreshTrackers, signIn, project } = await open(roots);
		signIn('ana');
		await refreshTrackers();
		await project.projects.settled();
		const questions = async () => {
			const rows = await views.roots('tildeforge.tickets');
			const below = (await rows.find(({ id }) => id === 'project')?.children?.()) ?? [];
			return below.filter(({ command }) => command?.id === 'tildeforge.askAboutProject').length;
		};
		await until(async () => (await questions()) > 0, { what: 'the first question is a row' });
		// Each time that the view is drawn, it looks for further questions.
		for (let turn = 0; turn < 5; turn += 1) assert.equal(await questions(), 1);
		const confirmed = () => project.projects.all.filter(({ tracker }) => tracker?.source === 'choice').length;
		for (const count of [1, 2]) {
			await until(async () => (await questions()) === 1, { what: `question ${count} is a row` });
			await views.answerQuestion('tildeforge.tickets');
			await until(() => confirmed() === count, { what: `answer ${count} is stored` });
		}
		assert.equal(new Set(project.asked).size, 2);
	});

	it('ask about the project when the user shows one whose rows were read before', async () => {
		const { views, refreshTrackers, visible, signIn, project } = await open([
			cloneOf('git@git.forge.test:~ana/editor'),
		]);
		visible.delete('tildeforge.tickets');
		signIn('ana');
		await refreshTrackers();
		await project.projects.settled();
		const hasQuestion = async () =>
			(await views.roots('tildeforge.tickets')).some(({ id }) => id === 'project');
		assert.equal(await hasQuestion(), false);
		visible.add('tildeforge.tickets');
		views.didBecomeVisible('tildeforge.tickets');
		await until(hasQuestion, { what: 'the question is a row' });
		assert.deepEqual(project.asked, []);
		// It was answered in another window.
		await project.projects.choices.change(project.projects.all[0]?.root ?? '', { tracker: 'none' });
		assert.equal(await hasQuestion(), false);
		await views.answerQuestion('tildeforge.tickets');
		await project.projects.settled();
		assert.equal(project.projects.choices.get(project.projects.all[0]?.root ?? '').tracker, 'none');
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
