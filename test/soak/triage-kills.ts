import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startForge } from '../../src/sandbox/forge.ts';
import { withChange } from '../../src/tickets/state/pending-change.ts';
import type { Table } from '../bench/table.ts';
import { temporaryFolder } from '../tools/places.ts';
import { until } from '../tools/until.ts';
import { forgeUser } from '../ui/ticket-driver.ts';
import { TrackerLine } from '../ui/tracker-line.ts';
import { triageStep, undoneLabel } from './triage-script.ts';
import type { TriageReport, TriageTask } from './triage-window.ts';

const longestWaitMs = 5000;
/** Each window works on its own tickets, and each may send the changes of the other. */
const tickets = { first: [60, 57], second: [59, 49] } as const;
type WindowName = keyof typeof tickets;
const names: readonly WindowName[] = ['first', 'second'];

class TriageWindows {
	readonly reports: TriageReport[] = [];
	/** The next step of each window. */
	readonly next: Record<WindowName, number> = { first: 0, second: 0 };
	readonly #account: Pick<TriageTask, 'folder' | 'trackers' | 'token'>;
	readonly #running = new Map<WindowName, ChildProcess>();
	#isOver = false;

	constructor(account: Pick<TriageTask, 'folder' | 'trackers' | 'token'>) {
		this.#account = account;
		for (const name of names) this.#start(name);
	}

	/** Kills a random window without warning. It restarts by itself. */
	kill(): void {
		const all = [...this.#running.values()];
		all[Math.floor(Math.random() * all.length)]?.kill('SIGKILL');
	}

	/** Lets both windows send everything. */
	async end(): Promise<void> {
		this.#isOver = true;
		for (const one of this.#running.values()) one.stdin?.end();
		await until(() => this.#running.size === 0, { what: 'both windows have ended', seconds: 120 });
	}

	#start(name: WindowName): void {
		const [first, ...others] = tickets[name];
		const task: TriageTask = { ...this.#account, name, tickets: [first, ...others], next: this.next[name] };
		const file = join(import.meta.dirname, 'triage-window.ts');
		const child = spawn(process.execPath, [file, JSON.stringify(task)], {
			stdio: ['pipe', 'pipe', 'inherit'],
		});
		this.#running.set(name, child);
		if (this.#isOver) child.stdin.end();
		createInterface({ input: child.stdout }).on('line', (line) => {
			const report: TriageReport = JSON.parse(line);
			if (report.kind === 'did') this.next[name] = report.n + 1;
			this.reports.push(report);
		});
		child.on('close', (_, signal) => {
			this.#running.delete(name);
			if (!this.#isOver || signal === 'SIGKILL') this.#start(name);
		});
	}
}

/** Reports what was lost, duplicated or sent although it was undone, over a number of kills and cuts of the network. */
export async function triageKills(count = 200): Promise<Table> {
	const forge = await startForge({ port: 0 });
	const line = await TrackerLine.open();
	line.behind = forge.addresses.trackers;
	const token = forge.users.find(({ name }) => name === '~ana')?.token;
	assert.ok(token);
	const ana = forgeUser(forge, '~ana');
	const all = names.flatMap((name) => tickets[name].map((ticket) => ({ name, ticket })));
	const before = new Map(
		await Promise.all(all.map(async ({ ticket }) => [ticket, await ana.ticket(ticket)] as const)),
	);
	const windows = new TriageWindows({ folder: temporaryFolder('soak'), trackers: line.address, token });
	let cuts = 0;
	for (let done = 0; done < count; done++) {
		const began = windows.reports.length;
		await until(() => windows.reports.length > began, { what: 'a window does something', seconds: 60 });
		await new Promise((resolve) => setTimeout(resolve, Math.random() * 600));
		if (done % 10 === 3) {
			await line.cut();
			cuts += 1;
		}
		windows.kill();
		if (done % 10 === 6) await line.mend();
		if ((done + 1) % 50 === 0) console.log(`${done + 1} kills, ${windows.reports.length} reports`);
	}
	if (count % 10 >= 4 && count % 10 < 7) await line.mend();
	await windows.end();

	const { reports, next } = windows;
	const cancelled = reports.filter(({ kind }) => kind === 'cancelled').length;
	const isSentUndone = ({ body }: { readonly body: unknown }) =>
		JSON.stringify(body).includes(`"${undoneLabel}"`);
	const sentUndone = line.of('PUT').filter(isSentUndone);
	const problems = reports.flatMap((one) =>
		one.kind === 'failed'
			? [`A window failed: ${one.why}`]
			: one.kind === 'left'
				? [`Left: ${one.what}`]
				: [],
	);
	for (const { name, ticket } of all) {
		let wanted = before.get(ticket);
		for (let n = 0; n < next[name]; n++) {
			const step = triageStep(n, [tickets[name][0], tickets[name][1]]);
			if (step.ticket === ticket && !step.isUndone) wanted = withChange(wanted, step.change);
		}
		const now = await ana.ticket(ticket);
		const stateOf = ({ status, labels }: typeof now) =>
			JSON.stringify([status, labels.filter((one: string) => one !== undoneLabel).sort()]);
		if (stateOf(now) !== stateOf(wanted))
			problems.push(`#${ticket} is ${stateOf(now)}, and the script says ${stateOf(wanted)}`);
	}
	problems.push(...sentUndone.map(({ what }) => `An undone change was sent: ${what}`));
	const steps = reports.flatMap((one) => (one.kind === 'did' ? [one] : []));
	const longest = Math.max(...steps.map(({ ms }) => ms));
	if (longest > longestWaitMs) problems.push(`A change took ${Math.round(longest)} ms`);
	for (const problem of problems) console.log(`PROBLEM ${problem}`);
	const puts = line.of('PUT').length;
	line.close();
	await forge.stop();
	return {
		about:
			'Two windows that triage with one outbox, each killed at random moments while the network comes and goes',
		columns: [
			'kills',
			'cuts',
			'changes',
			'undone',
			'undone by a later change',
			'undone and sent',
			'PUTs',
			'longest, ms',
		],
		rows: [
			{
				name: 'all',
				values: [
					...[count, cuts, steps.length],
					steps.filter(({ n }) => triageStep(n, [1]).isUndone).length,
					...[cancelled, sentUndone.length],
					...[puts, longest],
				],
			},
		],
		goals: [
			{
				goal: `the forge has what the script says, nothing undone was sent, no wait above ${longestWaitMs} ms`,
				met: problems.length === 0,
			},
		],
	};
}
