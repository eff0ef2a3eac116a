import { readdirSync } from 'node:fs';
import { sleep } from '../../src/base/clock.ts';
import { startForge } from '../../src/sandbox/forge.ts';
import type { Table } from '../bench/table.ts';
import { temporaryFolder } from '../tools/places.ts';
import { until } from '../tools/until.ts';
import { tokenOf } from '../ui/editor-driver.ts';
import { ServiceProxy } from '../ui/service-proxy.ts';
import { forgeComments } from './forge-comments.ts';
import { textsIn } from './stored-texts.ts';
import type { Told, WindowTask } from './window.ts';
import { WindowProcesses } from './window-processes.ts';

const tickets: readonly number[] = [49, 57, 59, 60];
const names = ['first', 'second'] as const;
type WindowName = (typeof names)[number];

interface CommentSoakOptions {
	/** Added to the time of each request. */
	readonly latencyMs: number;
	/** A label to add with each comment. */
	readonly label?: string;
	readonly received?: (report: Told, name: WindowName) => void;
}

/** Opens two windows with the same files, which write comments on the same tickets. */
async function openWindows({ latencyMs, label, received = () => {} }: CommentSoakOptions) {
	const forge = await startForge({ port: 0 });
	const proxy = await ServiceProxy.open(forge.addresses.trackers);
	proxy.latencyMs = latencyMs;
	const folder = temporaryFolder('soak');
	const token = tokenOf(forge, '~ana');
	const told: Told[] = [];
	const ofKind = <K extends Told['kind']>(kind: K) =>
		told.filter((one): one is Extract<Told, { kind: K }> => one.kind === kind);
	const windows = new WindowProcesses<WindowName, Told>({
		names,
		program: 'window.ts',
		taskOf: (name): WindowTask => ({
			...{ folder, token, name, tickets, trackers: proxy.address },
			...(label !== undefined && { label }),
		}),
		received: (report, name) => {
			told.push(report);
			received(report, name);
		},
		failed: (code) => told.push({ kind: 'failed', why: `It ended with code ${code}.` }),
	});
	/** A draft that another window overwrites is kept with the discarded drafts, which are removed after a while. */
	const discarded = new Set<string>();
	const noteDiscarded = () => {
		for (const { state, text } of textsIn(folder, 'texts')) if (state === 'discarded') discarded.add(text);
	};

	/** Lets the windows finish, and compares what they have reported with what the forge has. */
	async function finish() {
		await windows.end(60);
		noteDiscarded();
		const left = new Set([...ofKind('left').map(({ text }) => text), ...discarded]);
		const times = new Map<string, number>();
		for (const { text } of await forgeComments(forge, tickets)) times.set(text, (times.get(text) ?? 0) + 1);
		proxy.close();
		await forge.stop();
		const problems = [
			...ofKind('failed').map(({ why }) => `A window failed: ${why}`),
			...[...times]
				.filter(([text, n]) => text.startsWith('soak ') && n > 1)
				.map(([text, n]) => `${n} times on the forge: ${text}`),
			...ofKind('sent')
				.filter(({ text }) => !times.has(text))
				.map(({ text }) => `Was sent, and is not on the forge: ${text}`),
			...ofKind('saved')
				.filter(({ text }) => !times.has(text) && !left.has(text))
				.map(({ text }) => `Was saved, and is neither a draft nor on the forge: ${text}`),
			...ofKind('unreadable').map(({ what }) => `Could not be read: ${what}`),
		];
		return { problems, comments: times.size, left: left.size };
	}

	return { windows, proxy, folder, told, ofKind, noteDiscarded, finish };
}

function print(problems: readonly string[]): void {
	for (const problem of problems) console.log(`PROBLEM ${problem}`);
}

const longestWaitMs = 2000;
/** The outbox waits for three seconds until what a killed window was sending has arrived, and then asks the forge. */
const longestTakeoverMs = 3000 + longestWaitMs;
const limitMsOf = (what: string): number => (what === 'taking over' ? longestTakeoverMs : longestWaitMs);

/** Reports what was lost, duplicated or slow over a number of kills. */
export async function kills(count = 300): Promise<Table> {
	const { windows, folder, told, ofKind, noteDiscarded, finish } = await openWindows({ latencyMs: 0 });
	for (let done = 0; done < count; done++) {
		const began = told.length;
		await until(() => told.length > began, { what: 'a window does something', seconds: 60 });
		await sleep(Math.random() * 400);
		windows.kill();
		noteDiscarded();
		if ((done + 1) % 50 === 0) console.log(`${done + 1} kills, ${told.length} reports`);
	}
	const { comments, left, ...found } = await finish();
	const done = ofKind('did');
	const slow = done.filter(({ what, ms }) => ms > limitMsOf(what));
	const problems = [...found.problems, ...slow.map(({ what, ms }) => `${what} took ${Math.round(ms)} ms`)];
	print(problems);
	const longest = (isTakeover: boolean) =>
		Math.max(0, ...done.flatMap(({ what, ms }) => ((what === 'taking over') === isTakeover ? [ms] : [])));
	const files = readdirSync(folder, { recursive: true }).length;
	return {
		about: 'Two windows with the same files, each killed at random moments',
		columns: ['kills', 'actions', 'longest, ms', 'longest takeover, ms', 'comments', 'drafts left', 'files'],
		rows: [
			{ name: 'all', values: [count, done.length, longest(false), longest(true), comments, left, files] },
		],
		goals: [
			{
				goal: `nothing lost, duplicated or unreadable, no wait above ${longestWaitMs} ms, or ${longestTakeoverMs} ms for what a killed window was sending`,
				met: problems.length === 0,
			},
		],
	};
}

/** Longer than a window may hang before another one takes its lock. */
const pauseMs = 16_000;
/** The time of a request, of which there is one between the claim and the comment. */
const latencyMs = 40;

/** Reports what was lost or duplicated by windows that hung after they had claimed a comment, until another one had taken over. */
export async function pauses(count = 20): Promise<Table> {
	let pausing: Promise<void> | undefined;
	let done = 0;
	let beforeRequest = 0;
	const { windows, proxy, noteDiscarded, finish } = await openWindows({
		latencyMs,
		label: 'bug',
		received: ({ kind }, name) => {
			if (kind !== 'claimed' || pausing || done === count) return;
			pausing = pause(name).finally(() => {
				pausing = undefined;
			});
		},
	});
	async function pause(name: WindowName): Promise<void> {
		const requests = proxy.of('PUT').length;
		await sleep(Math.random() * latencyMs * 1.25);
		const paused = windows.pause(name, pauseMs);
		if (proxy.of('PUT').length === requests) beforeRequest += 1;
		await paused;
		noteDiscarded();
		done += 1;
		if (done % 5 === 0) console.log(`${done} pauses`);
	}
	await until(() => done === count, { what: 'all pauses are over', seconds: count * 60 });
	const { problems, comments, left } = await finish();
	print(problems);
	return {
		about: `Two windows with the same files, each stopped for ${pauseMs / 1000} s at random moments after a claim`,
		columns: ['pauses', 'before the request', 'comments', 'drafts left'],
		rows: [{ name: 'all', values: [count, beforeRequest, comments, left] }],
		goals: [{ goal: 'nothing lost, duplicated or unreadable', met: problems.length === 0 }],
	};
}
