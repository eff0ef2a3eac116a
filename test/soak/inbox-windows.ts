import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { until } from '../tools/until.ts';
import type { InboxOrder, InboxReport, InboxTask } from './inbox-window.ts';

type Listed = Extract<InboxReport, { kind: 'listed' }>['events'];

/** A process that does for the inbox what the extension does in a window. */
export class InboxWindow {
	isOpen = false;
	isLeading = false;
	/** When it began to lead. */
	ledAt = 0;
	/** How many places are live, as it knows. */
	liveCount = 0;
	isKilled = false;
	readonly #child: ChildProcess;
	readonly #listed: ((events: Listed) => void)[] = [];

	constructor(task: InboxTask, received: (report: InboxReport, window: InboxWindow) => void) {
		this.#child = fork(join(import.meta.dirname, 'inbox-window.ts'), [JSON.stringify(task)]);
		this.#child.on('message', (report: InboxReport) => {
			if (report.kind === 'open') this.isOpen = true;
			else if (report.kind === 'live') this.liveCount = report.count;
			else if (report.kind === 'listed') this.#listed.shift()?.(report.events);
			else if (report.kind === 'leads') {
				this.isLeading = report.isLeading;
				this.ledAt = Date.now();
			}
			received(report, this);
		});
		this.#child.on('exit', (code, signal) => {
			if (this.isKilled) return;
			const line = `The window has ended with ${signal ?? code}`;
			received({ kind: 'logged', level: 'error', line }, this);
		});
	}

	tell(order: InboxOrder): void {
		if (!this.isKilled) this.#child.send(order);
	}

	/** The events that it shows. */
	list(): Promise<Listed> {
		const { promise, resolve } = Promise.withResolvers<Listed>();
		this.#listed.push(resolve);
		this.tell({ kind: 'list' });
		return promise;
	}

	/** Kills it without warning. */
	kill(): void {
		this.isKilled = true;
		this.isLeading = false;
		this.#child.kill('SIGKILL');
	}
}

/** Two windows of the same user on one machine. */
export class InboxWindows {
	readonly problems = new Set<string>();
	/** What they have logged, and how often. */
	readonly logged = new Map<string, number>();
	/** The keys of events whose marks are on the disk. */
	readonly seen = new Set<string>();
	/** The keys of events that the user has seen, of which a killed window may not have written the mark. */
	readonly maybeSeen = new Set<string>();
	/** By key, the window that has claimed its notification last, and whether it has noted that it was shown. */
	readonly claims = new Map<string, { readonly by: InboxWindow; isNoted: boolean }>();
	readonly #task: InboxTask;
	#all: InboxWindow[] = [];

	constructor(task: InboxTask) {
		this.#task = task;
	}

	get all(): readonly InboxWindow[] {
		return this.#all;
	}

	get leader(): InboxWindow | undefined {
		return this.#all.find(({ isLeading }) => isLeading);
	}

	/** Opens one more window. */
	async open(): Promise<InboxWindow> {
		const window = new InboxWindow(this.#task, (report, by) => this.#receive(report, by));
		this.#all.push(window);
		await until(() => window.isOpen, { what: 'a window is open', seconds: 60 });
		return window;
	}

	kill(window: InboxWindow): void {
		window.kill();
		this.#all = this.#all.filter((one) => one !== window);
	}

	/** Only one window has the focus. */
	focus(window: InboxWindow | undefined): void {
		for (const one of this.#all) one.tell({ kind: 'focus', hasFocus: one === window });
	}

	/** The user sees events in a window. */
	see(window: InboxWindow, keys: readonly string[]): void {
		for (const key of keys) this.maybeSeen.add(key);
		window.tell({ kind: 'see', keys });
	}

	#receive(report: InboxReport, by: InboxWindow): void {
		if (report.kind === 'saw') for (const key of report.keys) this.seen.add(key);
		else if (report.kind === 'claimed') this.#claimed(report.keys, by);
		else if (report.kind === 'notified') this.#notified(report.keys);
		else if (report.kind === 'leads' && report.isLeading && !by.isKilled) {
			if (this.#all.some((one) => one !== by && one.isLeading)) this.problems.add('Two windows lead.');
		} else if (report.kind === 'logged') {
			const line = `${report.level}: ${report.line.split('\n')[0]}`;
			this.logged.set(line, (this.logged.get(line) ?? 0) + 1);
			if (report.level === 'error') this.problems.add(report.line);
		}
	}

	#claimed(keys: readonly string[], by: InboxWindow): void {
		for (const key of keys) {
			const earlier = this.claims.get(key);
			// If a window is killed before it has noted what it shows, another one shows it again.
			if (earlier && (earlier.isNoted || !earlier.by.isKilled))
				this.problems.add(`A notification was claimed twice: ${key}`);
			this.claims.set(key, { by, isNoted: false });
		}
	}

	#notified(keys: readonly string[]): void {
		for (const key of keys) {
			const claim = this.claims.get(key);
			if (claim) claim.isNoted = true;
		}
	}
}
