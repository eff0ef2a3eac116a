import { background } from '../../../base/background.ts';
import { steadyTime } from '../../../base/clock.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { CheckGroup } from '../../../platform/state/watch/watch-source.ts';
import type { PollFacts } from '../../model/live-state.ts';
import { PollSchedule } from './poll-schedule.ts';
import type { ReadQueue } from './read-queue.ts';

/** Timers stand still while the machine sleeps, so a long wait is checked against the clock this often. */
const longestTimerMs = 30_000;
/** For this long after a check has failed, the resources of its group are read one by one, because every check might fail. */
const uncheckedMs = 10 * 60_000;

interface PolledResource {
	readonly id: string;
	readonly group?: CheckGroup | undefined;
}

interface Polled<R> {
	readonly resource: R;
	/** See `PollSchedule`. */
	readonly server: string;
	readonly isLive: boolean;
	readonly isFirst: boolean;
}

/** Requests reads of what the user can see, when the schedule says so. Learns from all reads, also those for other reasons. */
export class Poller<R extends PolledResource> implements Disposable {
	readonly #queue: ReadQueue<R>;
	readonly #schedule: PollSchedule;
	readonly #lifetime = new Lifetime();
	/** When the last check of a group has failed. */
	readonly #failedChecks = new Map<string, number>();
	#resources: ReadonlyMap<string, R> = new Map();
	#timer: Disposable | undefined;

	constructor(queue: ReadQueue<R>, random: () => number = Math.random) {
		this.#queue = queue;
		this.#schedule = new PollSchedule(random);
		this.#lifetime.add(
			queue.onWillRead(({ resource }) => this.#schedule.didStart(resource.id, steadyTime())),
		);
		this.#lifetime.add(
			queue.onDidRead(({ resource, result }) => {
				this.#schedule.didRead(resource.id, result, steadyTime());
				this.#poll();
			}),
		);
		this.#lifetime.add(
			queue.onDidFail(({ resource, error }) => {
				this.#schedule.didFail(resource.id, error, steadyTime());
				this.#poll();
			}),
		);
	}

	/** Sets what is visible or pinned. */
	setResources(polled: readonly Polled<R>[]): void {
		this.#resources = new Map(polled.map(({ resource }) => [resource.id, resource]));
		this.#schedule.setResources(
			polled.map(({ resource: { id, group }, ...one }) => ({ id, group: group?.id, ...one })),
			steadyTime(),
		);
		this.#poll();
	}

	/** Sets whether the window is visible and has the focus, which it does not have at first. */
	setFocus(hasFocus: boolean): void {
		this.#schedule.setFocus(hasFocus, steadyTime());
		this.#poll();
	}

	/** Has resources read as soon as the schedule allows it, because what is shown of them is outdated. */
	want(resources: readonly string[]): void {
		for (const id of resources) this.#schedule.want(id, steadyTime());
		this.#poll();
	}

	/** Forgets when resources of a closed account were read. When the account is opened again, they are read as soon as possible. Call before `setResources`. */
	forget(resources: readonly string[]): void {
		for (const id of resources) this.#schedule.forget(id);
	}

	/** How a resource is polled; undefined if it is unknown. */
	factsOf(resource: string): PollFacts | undefined {
		return this.#schedule.factsOf(resource);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#poll(): void {
		this.#timer?.dispose();
		this.#timer = undefined;
		if (this.#lifetime.ended) return;
		const due = this.#schedule.takeDue(steadyTime());
		const resource = due === undefined ? undefined : this.#resources.get(due);
		if (resource) this.#request(resource);
		const nextAt = this.#schedule.nextAt();
		if (nextAt === undefined) return;
		const waitMs = Math.min(Math.max(nextAt - steadyTime(), 0), longestTimerMs);
		this.#timer = this.#lifetime.timeout(() => this.#poll(), waitMs);
	}

	#request(resource: R): void {
		const { id } = resource;
		const group = this.#checkableGroupOf(resource);
		const others = group ? this.#schedule.takeGroup(id, group.most - 1, steadyTime()) : [];
		if (group && others.length > 0) background(this.#check(resource, group, others));
		else this.#queue.hint(resource, this.#schedule.isOutdated(id) ? 'refresh' : 'schedule');
	}

	#checkableGroupOf({ group }: R): CheckGroup | undefined {
		const failedAt = group && this.#failedChecks.get(group.id);
		return failedAt !== undefined && steadyTime() - failedAt < uncheckedMs ? undefined : group;
	}

	/** Checks a group. The reads that follow ask only for what has changed. */
	async #check(resource: R, group: CheckGroup, others: readonly string[]): Promise<void> {
		let isChecked = false;
		try {
			await group.check([resource.id, ...others], this.#lifetime.signal);
			isChecked = true;
		} catch (error) {
			this.#failedChecks.set(group.id, steadyTime());
			if (!(error instanceof ForgeError)) throw error;
		} finally {
			// After any failure, too: none of them would be read again otherwise.
			this.#didCheck(resource, others, isChecked);
		}
	}

	/** If the check has failed, the read of the one that was due finds out whether the forge can be reached. */
	#didCheck(resource: R, others: readonly string[], isChecked: boolean): void {
		if (this.#lifetime.ended) return;
		this.#queue.hint(resource, 'schedule');
		for (const id of others) {
			const other = this.#resources.get(id);
			if (isChecked && other) this.#queue.hint(other, 'schedule');
			else this.#schedule.giveBack(id);
		}
	}
}
