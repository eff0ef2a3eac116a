import { sleep } from '../../src/base/clock.ts';
import { type Forge, startForge } from '../../src/sandbox/forge.ts';
import { temporaryFolder } from '../tools/places.ts';
import { freePort } from '../tools/ports.ts';
import { until } from '../tools/until.ts';
import { tokenOf } from '../ui/editor-driver.ts';
import { BobsWork } from './bobs-work.ts';
import { DeliveryProxy } from './delivery-proxy.ts';
import { InboxWindows } from './inbox-windows.ts';
import { LiveChecks, stateOf } from './live-checks.ts';

interface LiveRoundsOptions {
	/** What is watched: some of `trackers`, `editor`, `editor-devel` and `dotfiles`. */
	readonly places: readonly string[];
	/** How many deliveries are sent in each round. */
	readonly deliveries: number;
	/** How many things bob does in each round. */
	readonly happenings: number;
	/** How long a round's deliveries take. */
	readonly burstMs: number;
}

/** What was measured in a round, in milliseconds and numbers of deliveries. */
export interface LiveRound {
	/** From the kill until the other window leads. */
	readonly takeoverMs: number;
	/** From the kill until a delivery is accepted; undefined if none was sent after it. */
	readonly deafMs: number | undefined;
	/** From the kill, or if it is later from the end of the burst, until everything that has happened is in the store. */
	readonly completeMs: number;
	readonly made: number;
	readonly sent: number;
	readonly accepted: number;
	readonly lost: number;
}

/** What a delivery may be answered with: nothing, if no window listens. One that listens knows its webhooks. */
const expectedStatuses = [0, 200];
/** So often a window marks one event while both write as much as they can. */
const markPauseMs = 20;
const refreshPauseMs = 200;
const crowdOrders = [{ kind: 'focus', hasFocus: true }, { kind: 'refresh' }] as const;

const between = (least: number, most: number) => least + Math.random() * (most - least);

/** Two windows of ~ana, of which the leading one is killed while deliveries arrive, again and again. */
export class LiveRounds {
	readonly rounds: LiveRound[] = [];
	readonly windows: InboxWindows;
	readonly #options: LiveRoundsOptions;
	readonly #forge: Forge;
	readonly #proxy: DeliveryProxy;
	readonly #bob: BobsWork;
	readonly #checks: LiveChecks;

	static async open(options: LiveRoundsOptions): Promise<LiveRounds> {
		const data = temporaryFolder('soak-forge');
		const forge = await startForge({ port: 0, data });
		const port = await freePort();
		const proxy = await DeliveryProxy.open({ port });
		await until(() => stateOf(data)?.hooks?.key !== undefined, { what: 'the forge has stored its key' });
		proxy.key = stateOf(data)?.hooks?.key ?? '';
		const rounds = new LiveRounds(options, { forge, data, port, proxy });
		await rounds.#begin();
		return rounds;
	}

	private constructor(
		options: LiveRoundsOptions,
		parts: {
			readonly forge: Forge;
			readonly data: string;
			readonly port: number;
			readonly proxy: DeliveryProxy;
		},
	) {
		const { forge, data, port, proxy } = parts;
		const { places } = options;
		this.#options = options;
		this.#forge = forge;
		this.#proxy = proxy;
		this.#bob = new BobsWork(forge, data, places);
		const folder = temporaryFolder('soak');
		this.#checks = new LiveChecks({ folder, data, bob: this.#bob });
		this.windows = new InboxWindows({
			...{ folder, token: tokenOf(forge, '~ana'), places, port, publicAddress: proxy.address },
			instance: { name: 'forge.test', ...forge.addresses, webhookKey: forge.webhookKey },
		});
	}

	get problems(): ReadonlySet<string> {
		return new Set([...this.#checks.problems, ...this.windows.problems]);
	}

	/** How many things have happened. */
	get happenings(): number {
		return this.#bob.happened.length;
	}

	async #begin(): Promise<void> {
		const first = await this.windows.open();
		const second = this.windows.open();
		this.windows.focus(first);
		first.tell({ kind: 'refresh' });
		await this.#checks.begin(this.#options.places.length);
		await second;
	}

	async round(nth: number): Promise<void> {
		const { deliveries, burstMs, happenings } = this.#options;
		await until(() => this.windows.leader, { what: 'a window leads' });
		const leader = this.windows.leader;
		const follower = this.windows.all.find((one) => one !== leader);
		if (!leader || !follower) throw new Error('There are not two windows.');
		const before = this.#bob.happened.length;
		this.windows.focus(Math.random() < 0.5 ? leader : follower);
		const half = Math.floor(happenings / 2);
		await this.#bob.doSeveral(0, half, `Soak ${nth}`);
		this.#proxy.begin(deliveries, burstMs);
		const working = this.#bob.doSeveral(half, happenings, `Soak ${nth}`);
		const crowd = new AbortController();
		const crowding = nth % 2 === 0 ? this.#crowd(crowd.signal) : undefined;
		const killAfter = Math.floor(deliveries * between(0.2, 0.8));
		await this.#sendAtLeast(Math.floor(killAfter / 2));
		if (Math.random() < 0.5) follower.tell({ kind: 'refresh' });
		this.#seeSome(Math.random() < 0.5 ? leader : follower);
		await this.#sendAtLeast(killAfter);
		this.windows.kill(leader);
		crowd.abort();
		const killedAt = Date.now();
		if (Math.random() < 0.5) this.#proxy.hurry();
		const reopened = sleep(between(0, 3000)).then(() => this.windows.open());
		await sleep(between(0, 1500));
		this.windows.focus(follower);
		await until(() => this.windows.leader, { what: 'another window leads', seconds: 30 });
		const takeoverMs = (this.windows.leader?.ledAt ?? Number.NaN) - killedAt;
		await Promise.all([working, crowding]);
		await this.#forge.settled();
		const made = await this.#proxy.end();
		const waitingSince = Date.now();
		await this.#checks.complete(this.#bob.happened.slice(before));
		const completeMs = Date.now() - Math.max(waitingSince, killedAt);
		await reopened;
		await this.#compareWindows();
		this.#checkMarks();
		const { statuses, acceptedAt } = this.#proxy;
		const heardAt = acceptedAt.find((at) => at > killedAt);
		const accepted = acceptedAt.length;
		const lost = statuses.filter((status) => status === 0).length;
		for (const status of statuses)
			if (!expectedStatuses.includes(status)) this.#checks.problems.add(`A delivery was refused: ${status}`);
		this.rounds.push({
			...{ takeoverMs, completeMs, made, sent: statuses.length, accepted, lost },
			deafMs: heardAt === undefined ? undefined : heardAt - killedAt,
		});
	}

	/** Compares everything that was not dropped since with what the forge has, and waits for all notifications. */
	async end(keptHappenings: number): Promise<void> {
		this.windows.focus(this.windows.all[0]);
		this.#checks.compare(this.#bob.happened.slice(-keptHappenings), 'at the end');
		this.#checks.compareHooks();
		const isDue = async () => {
			const listed = await this.windows.all[0]?.list();
			return listed?.some(({ isDue, isSeen }) => isDue && !isSeen) === true;
		};
		// What a killed window has claimed is tried again after a minute.
		const wait = { what: 'all notifications are shown', seconds: 150 };
		await until(async () => !(await isDue()), wait).catch((error) =>
			this.#checks.problems.add(String(error)),
		);
	}

	async close(): Promise<void> {
		for (const window of this.windows.all) this.windows.kill(window);
		this.#proxy.close();
		await this.#forge.stop();
	}

	async #sendAtLeast(count: number): Promise<void> {
		const isEnough = () => this.#proxy.statuses.length >= count || this.#proxy.deliveries !== undefined;
		await until(isEnough, { what: `${count} deliveries are sent`, seconds: 60 });
	}

	/** Until the signal aborts, both windows read everything again and again and mark single events, so that they write at the same moments. */
	async #crowd(signal: AbortSignal): Promise<void> {
		const offered = new Set<string>();
		const unseen: string[] = [];
		let refreshedAt = 0;
		while (!signal.aborted) {
			const { all } = this.windows;
			if (Date.now() - refreshedAt >= refreshPauseMs) {
				refreshedAt = Date.now();
				// A window reads only while it has the focus.
				for (const window of all) for (const order of crowdOrders) window.tell(order);
				const keys = this.#unseen.filter((key) => !offered.has(key));
				for (const key of keys) offered.add(key);
				unseen.push(...keys);
			}
			for (const window of all) this.windows.see(window, unseen.splice(0, 1));
			await sleep(markPauseMs);
		}
	}

	get #unseen(): readonly string[] {
		const keys = this.#checks.stored.events.map(({ key }) => key);
		return keys.filter((key) => !this.windows.maybeSeen.has(key));
	}

	/** The user sees half of what is there. */
	#seeSome(window: Parameters<InboxWindows['see']>[0]): void {
		const keys = this.#unseen.filter(() => Math.random() < 0.5);
		if (keys.length > 0) this.windows.see(window, keys);
	}

	/** Both windows show what is on the disk. */
	async #compareWindows(): Promise<void> {
		const stored = this.#checks.stored;
		const id = (keys: Iterable<string>) => [...keys].sort().join('\n');
		const [all, seen] = [id(new Set(stored.events.map(({ key }) => key))), id(stored.seen)];
		for (const window of this.windows.all) {
			const isSame = async () => {
				const listed = await window.list();
				const shown = id(listed.map(({ key }) => key));
				return shown === all && id(listed.filter(({ isSeen }) => isSeen).map(({ key }) => key)) === seen;
			};
			const wait = { what: 'a window shows what is on the disk', seconds: 30 };
			await until(isSame, wait).catch((error) => this.#checks.problems.add(String(error)));
		}
	}

	#checkMarks(): void {
		const { seen, events } = this.#checks.stored;
		const kept = new Set(events.map(({ key }) => key));
		for (const key of this.windows.seen)
			if (kept.has(key) && !seen.has(key)) this.#checks.problems.add(`The mark of ${key} is lost`);
		for (const key of seen)
			if (!this.windows.maybeSeen.has(key)) this.#checks.problems.add(`${key} is marked, but was never seen`);
	}
}
