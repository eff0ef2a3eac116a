import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sleep } from '../../src/base/clock.ts';
import { groupBySubject } from '../../src/inbox/model/subjects.ts';
import type { Table } from '../bench/table.ts';
import { temporaryFolder } from '../tools/places.ts';
import { freePort } from '../tools/ports.ts';
import { until } from '../tools/until.ts';
import { stageExtension } from '../tools/vsix.ts';
import { closeBrowser } from '../ui/browser.ts';
import { row, signInWithToken, tokenOf } from '../ui/editor-driver.ts';
import { badgeOf, pinRepository } from '../ui/inbox-driver.ts';
import { EditorWindow } from '../ui/window.ts';
import { BobsWork } from './bobs-work.ts';
import { DeliveryProxy } from './delivery-proxy.ts';
import { LiveChecks, stateOf } from './live-checks.ts';

const takeoverLimitMs = 5000;
const deliveries = 500;
const happenings = 18;
/** What the inbox hears of: each tracker, list and repository of ~ana, ~bob/dotfiles, and which of each kind there are. */
const places = 10;

/** The process that receives webhooks, by the name of the file in its lock. */
function leaderIn(folder: string): number | undefined {
	const lock = join(folder, 'kept', 'live.lock');
	const [holder] = existsSync(lock) ? readdirSync(lock) : [];
	return holder === undefined ? undefined : Number.parseInt(holder.split('-')[1] ?? '', 10);
}

/** Kills the extension host of the leading one of two windows of the real editor while deliveries arrive. */
export async function liveInEditor(count = 2): Promise<Table> {
	const data = temporaryFolder('soak-forge');
	const port = await freePort();
	const proxy = await DeliveryProxy.open({ port });
	const window = await EditorWindow.open({
		...{ title: 'soak', extension: null, installed: await stageExtension(), forge: { data } },
		settings: ({ addresses, webhookKey }) => ({
			'tildeforge.instances': [{ name: 'forge.test', ...addresses, webhookKey }],
			'tildeforge.live.port': port,
			'tildeforge.live.publicAddress': proxy.address,
			// Otherwise notifications about forwarded ports cover the page.
			'remote.autoForwardPorts': false,
		}),
	});
	try {
		proxy.key = stateOf(data)?.hooks?.key ?? '';
		const soak = new EditorRounds(window, proxy, data);
		await soak.begin();
		for (let nth = 1; nth <= count; nth++) await soak.round(nth);
		await soak.end();
		for (const problem of soak.checks.problems) console.log(`PROBLEM ${problem}`);
		return tableOf(soak);
	} catch (error) {
		await window.keepArtifacts('soak live');
		throw error;
	} finally {
		await window.close();
		proxy.close();
		await closeBrowser();
	}
}

class EditorRounds {
	readonly takeoversMs: number[] = [];
	readonly checks: LiveChecks;
	readonly bob: BobsWork;
	readonly #window: EditorWindow;
	readonly #proxy: DeliveryProxy;
	readonly #folder: string;
	#windows: readonly EditorWindow[] = [];
	/** The keys of events that the user has seen. */
	readonly #seen = new Set<string>();

	constructor(window: EditorWindow, proxy: DeliveryProxy, data: string) {
		this.#window = window;
		this.#proxy = proxy;
		this.#folder = join(window.host.data, 'user', 'User', 'globalStorage', 'tildeforge.tildeforge');
		this.bob = new BobsWork(window.forge, data, ['editor', 'editor-devel', 'dotfiles']);
		this.checks = new LiveChecks({ folder: this.#folder, data, bob: this.bob });
	}

	async begin(): Promise<void> {
		const window = this.#window;
		await window.openContainer(['Inbox', 'Tickets', 'Repositories']);
		await signInWithToken(window, tokenOf(window.forge, '~ana'));
		await row(window, 'Tickets', /^~ana\/editor,/).waitFor();
		await pinRepository(window, '~bob', 'dotfiles');
		const second = await window.openAnother();
		await second.openContainer(['Inbox', 'Tickets', 'Repositories']);
		await row(second, 'Tickets', /^~ana\/editor,/).waitFor();
		this.#windows = [window, second];
		await this.checks.begin(places);
		// One webhook is registered each second.
		await sleep(10_000);
		await this.checks.begin(places);
	}

	async round(nth: number): Promise<void> {
		const { host, forge } = this.#window;
		const leader = leaderIn(this.#folder);
		if (leader === undefined) throw new Error('No window leads.');
		const latest = host.extensionHost();
		const before = this.bob.happened.length;
		const half = Math.floor(happenings / 2);
		await this.bob.doSeveral(0, half, `Soak ${nth}`);
		this.#proxy.begin(deliveries, 3000);
		const working = this.bob.doSeveral(half, happenings, `Soak ${nth}`);
		await until(() => this.#proxy.statuses.length >= deliveries / 3, { what: 'a third of them is sent' });
		process.kill(leader, 'SIGKILL');
		const killedAt = Date.now();
		// What is sent in the first round comes also after the takeover.
		if (nth % 2 === 0) this.#proxy.hurry();
		const isTaken = () => ![undefined, leader].includes(leaderIn(this.#folder));
		await until(isTaken, { what: 'another window leads', seconds: 30 });
		this.takeoversMs.push(Date.now() - killedAt);
		await working;
		await forge.settled();
		await this.#proxy.end();
		await this.checks.complete(this.bob.happened.slice(before));
		await until(() => host.extensionHost() !== latest, { what: 'the editor has restarted the process' });
		await this.#compareBadges(`after round ${nth}`);
		if (nth === 1) await this.#markAll();
		console.log(
			`Round ${nth}: ${this.#proxy.acceptedAt.length} deliveries accepted, takeover ${this.takeoversMs.at(-1)} ms`,
		);
	}

	async end(): Promise<void> {
		this.checks.compare(this.bob.happened, 'at the end');
		this.checks.compareHooks();
		const { seen } = this.checks.stored;
		for (const key of this.#seen) if (!seen.has(key)) this.checks.problems.add(`The mark of ${key} is lost`);
	}

	get seen(): number {
		return this.#seen.size;
	}

	/** Both windows count the tickets, threads and pushes on the disk that have unseen events. */
	async #compareBadges(when: string): Promise<void> {
		for (const [index, window] of this.#windows.entries()) {
			const unseen = () => {
				const { events, seen } = this.checks.stored;
				const entries = events
					.filter(({ key }) => !seen.has(key))
					.map((event) => ({ event, addedAt: Date.now() }));
				const count = groupBySubject(entries).length;
				return count === 0 ? '' : String(count);
			};
			let badge = '';
			const isSame = async () => {
				badge = await badgeOf(window);
				return badge === unseen();
			};
			await until(isSame, { seconds: 60 }).catch(() =>
				this.checks.problems.add(`The badge of window ${index + 1} is "${badge}", not "${unseen()}" ${when}`),
			);
		}
	}

	async #markAll(): Promise<void> {
		await this.#window.page.bringToFront();
		await this.#window.command('Tildeforge: Mark All as Seen');
		await until(() => this.checks.stored.seen.size > 0, { what: 'the marks are on the disk' });
		await this.#compareBadges('after Mark All as Seen');
		for (const key of this.checks.stored.seen) this.#seen.add(key);
	}
}

function tableOf({ takeoversMs, checks, bob, seen }: EditorRounds): Table {
	const longest = Math.max(...takeoversMs);
	return {
		about:
			'Two windows of the real editor: the process of the leading one is killed while 500 deliveries arrive, and the editor restarts it',
		columns: takeoversMs.map((_, index) => `kill ${index + 1}`),
		rows: [{ name: 'until another process leads, ms', values: takeoversMs }],
		goals: [
			{
				goal: `of ${bob.happened.length} happenings none is lost or twice in the store; ${seen} marks of seen events, the webhooks and the badges of both windows are right`,
				met: checks.problems.size === 0,
			},
			{
				goal: `another process leads within ${takeoverLimitMs / 1000} s: ${Math.round(longest)} ms at most`,
				met: longest <= takeoverLimitMs,
			},
		],
	};
}
