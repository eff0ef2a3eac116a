import { startForge } from '../../src/sandbox/forge.ts';
import type { TicketBase } from '../../src/tickets/state/changes/change.ts';
import { withChange } from '../../src/tickets/state/changes/ticket-outbox-format.ts';
import type { Table } from '../bench/table.ts';
import { temporaryFolder } from '../tools/places.ts';
import { until } from '../tools/until.ts';
import { tokenOf } from '../ui/editor-driver.ts';
import { ServiceProxy } from '../ui/service-proxy.ts';
import { forgeUser } from '../ui/ticket-driver.ts';
import { type ForgeComment, forgeComments } from './forge-comments.ts';
import { triageStep, undoneLabel } from './triage-script.ts';
import type { TriageReport, TriageTask } from './triage-window.ts';
import { WindowProcesses } from './window-processes.ts';

const longestWaitMs = 5000;
/** Each window works on its own tickets, and each may send the changes of the other. */
const tickets = { first: [60, 57], second: [59, 49] } as const;
type WindowName = keyof typeof tickets;
const names: readonly WindowName[] = ['first', 'second'];

/** Reports what was lost, duplicated or sent although it was undone, over a number of kills and cuts of the network. */
export async function triageKills(count = 200): Promise<Table> {
	const forge = await startForge({ port: 0 });
	const proxy = await ServiceProxy.open(forge.addresses.trackers);
	const token = tokenOf(forge, '~ana');
	const ana = forgeUser(forge, '~ana');
	const all = names.flatMap((name) => tickets[name].map((ticket) => ({ name, ticket })));
	const before = new Map(
		await Promise.all(all.map(async ({ ticket }) => [ticket, await ana.ticket(ticket)] as const)),
	);
	const account = { folder: temporaryFolder('soak'), trackers: proxy.address, token };
	const reports: TriageReport[] = [];
	/** The next step of each window. */
	const next: Record<WindowName, number> = { first: 0, second: 0 };
	const windows = new WindowProcesses({
		names,
		program: 'triage-window.ts',
		taskOf: (name): TriageTask => {
			const [first, ...others] = tickets[name];
			return { ...account, name, tickets: [first, ...others], next: next[name] };
		},
		received: (report: TriageReport, name) => {
			if (report.kind === 'did') next[name] = report.n + 1;
			reports.push(report);
		},
		failed: (code) => reports.push({ kind: 'failed', why: `It ended with code ${code}.` }),
	});
	let cuts = 0;
	let isCut = false;
	for (let done = 0; done < count; done++) {
		const began = reports.length;
		await until(() => reports.length > began, { what: 'a window does something', seconds: 60 });
		await new Promise((resolve) => setTimeout(resolve, Math.random() * 600));
		if (done % 10 === 3) {
			await proxy.cut();
			isCut = true;
			cuts += 1;
		}
		windows.kill();
		if (done % 10 === 6 && isCut) {
			await proxy.mend();
			isCut = false;
		}
		if ((done + 1) % 50 === 0) console.log(`${done + 1} kills, ${reports.length} reports`);
	}
	if (isCut) await proxy.mend();
	await windows.end(120);

	const cancelled = reports.filter(({ kind }) => kind === 'cancelled').length;
	const isSentUndone = ({ body }: { readonly body: unknown }) =>
		JSON.stringify(body).includes(`"${undoneLabel}"`);
	const sentUndone = proxy.of('PUT').filter(isSentUndone);
	const problems = reports.flatMap(problemOf);
	for (const { name, ticket } of all) {
		const wanted = stateOf(afterSteps(before.get(ticket), name, ticket, next[name]));
		const state = stateOf(await ana.ticket(ticket));
		if (state !== wanted) problems.push(`#${ticket} is ${state}, and the script says ${wanted}`);
	}
	const wrote = reports.flatMap((one) => (one.kind === 'wrote' ? [one] : []));
	const comments = await forgeComments(
		forge,
		all.map(({ ticket }) => ticket),
	);
	problems.push(...commentProblems(wrote, comments));
	problems.push(...sentUndone.map(({ what }) => `An undone change was sent: ${what}`));
	const steps = reports.flatMap((one) => (one.kind === 'did' ? [one] : []));
	const longest = Math.max(...steps.map(({ ms }) => ms));
	if (longest > longestWaitMs) problems.push(`A change took ${Math.round(longest)} ms`);
	for (const problem of problems) console.log(`PROBLEM ${problem}`);
	const puts = proxy.of('PUT').length;
	proxy.close();
	await forge.stop();
	return {
		about:
			'Two windows that triage with one outbox, each killed at random moments while the network comes and goes',
		columns: [
			'kills',
			'cuts',
			'changes',
			'comments',
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
					count,
					cuts,
					steps.length,
					wrote.length,
					steps.filter(({ n }) => triageStep(n, [1]).kind === 'undone').length,
					cancelled,
					sentUndone.length,
					puts,
					longest,
				],
			},
		],
		goals: [
			{
				goal: `the forge has what the script says and each comment once, nothing undone was sent, no wait above ${longestWaitMs} ms`,
				met: problems.length === 0,
			},
		],
	};
}

/** The ticket after a number of steps of a window, according to the script. */
function afterSteps(before: TicketBase, name: WindowName, ticket: number, count: number): TicketBase {
	return Array.from({ length: count }, (_, n) => triageStep(n, [...tickets[name]]))
		.filter((step) => step.ticket === ticket && step.kind !== 'undone')
		.reduce((state, { change }) => withChange(state, change), before);
}

const stateOf = ({ status, labels }: TicketBase): string =>
	JSON.stringify([status, labels.filter((one) => one !== undoneLabel).sort()]);

function problemOf(report: TriageReport): readonly string[] {
	if (report.kind === 'failed') return [`A window failed: ${report.why}`];
	return report.kind === 'left' ? [`Left: ${report.what}`] : [];
}

/** What was written must be on its ticket once. What a window was writing when it was killed may be missing. */
function commentProblems(
	wrote: readonly Pick<ForgeComment, 'ticket' | 'text'>[],
	comments: readonly ForgeComment[],
): readonly string[] {
	const times = new Map<string, number>();
	const nameOf = ({ ticket, text }: Pick<ForgeComment, 'ticket' | 'text'>) => `#${ticket}: ${text}`;
	for (const one of comments) times.set(nameOf(one), (times.get(nameOf(one)) ?? 0) + 1);
	return [
		...wrote.filter((one) => !times.has(nameOf(one))).map((one) => `Not on the forge: ${nameOf(one)}`),
		...[...times]
			.filter(([name, n]) => n > 1 && name.includes(': triage '))
			.map(([name, n]) => `${n} times on the forge: ${name}`),
	];
}
