import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sleep } from '../../src/base/backoff.ts';
import { type Forge, startForge } from '../../src/sandbox/forge.ts';
import { temporaryFolder } from '../tools/places.ts';
import { freePort } from '../tools/ports.ts';
import { until } from '../tools/until.ts';
import { BobsWork, countsOf, happeningsOf } from './bobs-work.ts';
import { DeliveryProxy } from './delivery-proxy.ts';
import { InboxWindows } from './inbox-windows.ts';
import { readStoredInbox } from './stored-events.ts';

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
	readonly refused: number;
	readonly lost: number;
}

/** The longest time from a kill, or the end of a burst, until everything is there. */
const completeSeconds = 60;
const between = (least: number, most: number) => least + Math.random() * (most - least);

interface StoredHook {
	readonly id: number;
	readonly family: string;
	readonly place: string;
	readonly url: string;
}

/** Two windows of ~ana, of which the leading one is killed while deliveries arrive, again and again. */
export class LiveRounds {
	readonly rounds: LiveRound[] = [];
	readonly windows: InboxWindows;
	readonly #options: LiveRoundsOptions;
	readonly #forge: Forge;
	readonly #data: string;
	readonly #folder: string;
	readonly #proxy: DeliveryProxy;
	readonly #bob: BobsWork;
	readonly #problems = new Set<string>();
	#firstHooks = '';

	static async open(options: LiveRoundsOptions): Promise<LiveRounds> {
		const data = temporaryFolder('soak-forge');
		const forge = await startForge({ port: 0, data });
		const state = () => stateOf(data);
		await until(() => state()?.hooks?.key !== undefined, { what: 'the forge has stored its key' });
		const port = await freePort();
		const proxy = await DeliveryProxy.open({ port, key: state()?.hooks?.key ?? '' });
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
		this.#data = data;
		this.#proxy = proxy;
		this.#folder = temporaryFolder('soak');
		this.#bob = new BobsWork(forge, data, places);
		const token = forge.users.find(({ name }) => name === '~ana')?.token ?? '';
		this.windows = new InboxWindows({
			...{ folder: this.#folder, token, places, port, publicAddress: proxy.address },
			instance: { name: 'forge.test', ...forge.addresses, webhookKey: forge.webhookKey },
		});
	}

	get problems(): ReadonlySet<string> {
		return new Set([...this.#problems, ...this.windows.problems]);
	}

	/** How many things have happened. */
	get happenings(): number {
		return this.#bob.happened.length;
	}

	async #begin(): Promise<void> {
		const { places } = this.#options;
		const first = await this.windows.open();
		const second = this.windows.open();
		this.windows.focus(first);
		first.tell({ kind: 'refresh' });
		const wanted = { what: 'all is read once and has webhooks', seconds: 60 };
		await until(
			() =>
				this.windows.leader &&
				readStoredInbox(this.#folder).cursors.size === places.length &&
				targetsOf(this.#hooks).size === places.length,
			wanted,
		);
		await second;
		this.#firstHooks = spell(this.#hooks);
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
		for (let one = 0; one < half; one++) await this.#bob.do(one, `Soak ${nth}.${one}`);
		this.#proxy.begin(deliveries, burstMs);
		const work = async () => {
			for (let one = half; one < happenings; one++) await this.#bob.do(one, `Soak ${nth}.${one}`);
		};
		const working = work();
		const killAfter = Math.floor(deliveries * between(0.2, 0.8));
		await this.#sendAtLeast(Math.floor(killAfter / 2));
		if (Math.random() < 0.5) follower.tell({ kind: 'refresh' });
		this.#seeSome(Math.random() < 0.5 ? leader : follower);
		await this.#sendAtLeast(killAfter);
		this.windows.kill(leader);
		const killedAt = Date.now();
		if (Math.random() < 0.5) this.#proxy.hurry();
		const reopened = sleep(between(0, 3000)).then(() => this.windows.open());
		await sleep(between(0, 1500));
		this.windows.focus(follower);
		await until(() => this.windows.leader, { what: 'another window leads', seconds: 30 });
		const takeoverMs = (this.windows.leader?.ledAt ?? Number.NaN) - killedAt;
		await working;
		await this.#forge.settled();
		const made = await this.#proxy.end();
		const waitingSince = Date.now();
		await this.#complete(before);
		const completeMs = Date.now() - Math.max(waitingSince, killedAt);
		await reopened;
		await this.#compareWindows();
		this.#checkMarks();
		const { statuses, acceptedAt } = this.#proxy;
		const heardAt = acceptedAt.find((at) => at > killedAt);
		const accepted = acceptedAt.length;
		const lost = statuses.filter((status) => status === 0).length;
		this.rounds.push({
			...{ takeoverMs, completeMs, made, sent: statuses.length, accepted, lost },
			deafMs: heardAt === undefined ? undefined : heardAt - killedAt,
			refused: statuses.length - accepted - lost,
		});
	}

	/** Compares everything that was not dropped since with what the forge has, and waits for all notifications. */
	async end(keptHappenings: number): Promise<void> {
		this.windows.focus(this.windows.all[0]);
		this.#compare(this.#bob.happened.slice(-keptHappenings));
		if (spell(this.#hooks) !== this.#firstHooks)
			this.#problems.add(`The webhooks have changed.\n${this.#firstHooks}\n${spell(this.#hooks)}`);
		const isDue = async () => {
			const listed = await this.windows.all[0]?.list();
			return listed?.some(({ isDue, isSeen }) => isDue && !isSeen) === true;
		};
		// What a killed window has claimed is tried again after a minute.
		const wait = { what: 'all notifications are shown', seconds: 150 };
		await until(async () => !(await isDue()), wait).catch((error) => this.#problems.add(String(error)));
	}

	async close(): Promise<void> {
		for (const window of this.windows.all) this.windows.kill(window);
		this.#proxy.close();
		await this.#forge.stop();
	}

	get #hooks(): readonly StoredHook[] {
		return stateOf(this.#data)?.hooks?.hooks ?? [];
	}

	async #sendAtLeast(count: number): Promise<void> {
		const isEnough = () => this.#proxy.statuses.length >= count || this.#proxy.deliveries !== undefined;
		await until(isEnough, { what: `${count} deliveries are sent`, seconds: 60 });
	}

	/** The user sees half of what is there. */
	#seeSome(window: Parameters<InboxWindows['see']>[0]): void {
		const unseen = readStoredInbox(this.#folder).events.filter(({ key }) => !this.windows.maybeSeen.has(key));
		const keys = unseen.map(({ key }) => key).filter(() => Math.random() < 0.5);
		if (keys.length > 0) this.windows.see(window, keys);
	}

	/** Waits until what has happened since is in the store, and checks that it is there once. */
	async #complete(before: number): Promise<void> {
		const happened = this.#bob.happened.slice(before);
		const isThere = () => missingIn(this.#stored(), happened).length === 0;
		await until(isThere, { seconds: completeSeconds }).catch(() => {});
		// A duplicate may come a moment later.
		await sleep(500);
		this.#compare(happened);
	}

	#stored(): readonly string[] {
		return readStoredInbox(this.#folder).events.flatMap(happeningsOf);
	}

	#compare(happened: readonly string[]): void {
		const stored = countsOf(this.#stored());
		for (const [what, count] of countsOf(happened)) {
			const found = stored.get(what) ?? 0;
			if (found < count)
				this.#problems.add(`Lost: ${what} is there ${found} times, and happened ${count} times`);
			if (found > count)
				this.#problems.add(`Duplicated: ${what} is there ${found} times, and happened ${count} times`);
		}
		const known = new Set(this.#bob.happened);
		for (const what of stored.keys()) if (!known.has(what)) this.#problems.add(`Never happened: ${what}`);
		const { bad } = readStoredInbox(this.#folder);
		if (bad > 0) this.#problems.add(`${bad} lines are damaged`);
	}

	/** Both windows show what is on the disk. */
	async #compareWindows(): Promise<void> {
		const stored = readStoredInbox(this.#folder);
		const spelled = (keys: Iterable<string>) => [...keys].sort().join('\n');
		const [all, seen] = [spelled(new Set(stored.events.map(({ key }) => key))), spelled(stored.seen)];
		for (const window of this.windows.all) {
			const isSame = async () => {
				const listed = await window.list();
				const shown = spelled(listed.map(({ key }) => key));
				return shown === all && spelled(listed.filter(({ isSeen }) => isSeen).map(({ key }) => key)) === seen;
			};
			const wait = { what: 'a window shows what is on the disk', seconds: 10 };
			await until(isSame, wait).catch((error) => this.#problems.add(String(error)));
		}
	}

	#checkMarks(): void {
		const { seen } = readStoredInbox(this.#folder);
		const kept = new Set(readStoredInbox(this.#folder).events.map(({ key }) => key));
		for (const key of this.windows.seen)
			if (kept.has(key) && !seen.has(key)) this.#problems.add(`The mark of ${key} is lost`);
		for (const key of seen)
			if (!this.windows.maybeSeen.has(key)) this.#problems.add(`${key} is marked, but was never seen`);
	}
}

const missingIn = (stored: readonly string[], happened: readonly string[]): readonly string[] => {
	const there = countsOf(stored);
	return [...countsOf(happened)]
		.filter(([what, count]) => (there.get(what) ?? 0) < count)
		.map(([what]) => what);
};

function stateOf(data: string): { hooks?: { key?: string; hooks?: readonly StoredHook[] } } | undefined {
	try {
		return JSON.parse(readFileSync(join(data, 'state.json'), 'utf8'));
	} catch {
		return undefined;
	}
}

const targetsOf = (hooks: readonly StoredHook[]) =>
	new Set(hooks.map(({ family, place }) => `${family} ${place}`));

const spell = (hooks: readonly StoredHook[]): string =>
	hooks.map(({ id, family, place, url }) => `${id} ${family} ${place} ${url}`).join('\n');
