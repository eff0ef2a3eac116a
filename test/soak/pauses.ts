import assert from 'node:assert/strict';
import { sleep } from '../../src/base/clock.ts';
import { startForge } from '../../src/sandbox/forge.ts';
import type { Table } from '../bench/table.ts';
import { temporaryFolder } from '../tools/places.ts';
import { until } from '../tools/until.ts';
import { TrackerProxy } from '../ui/tracker-proxy.ts';
import { compareWithForge, ofKind, soakTickets } from './comment-reports.ts';
import { discardedTexts } from './discarded-texts.ts';
import { History } from './history.ts';
import type { Told, WindowTask } from './window.ts';
import { WindowProcesses } from './window-processes.ts';

/** Longer than a window may hang before another one takes its lock. */
const pauseMs = 16_000;
/** The time of a request, of which there is one between the claim and the comment. */
const latencyMs = 40;

const soakText = (problem: string): string => /soak \w+ \d+ \d+/.exec(problem)?.[0] ?? problem;

/** Reports what was lost or duplicated by windows that hung after they had claimed a comment, until another one had taken over. */
export async function pauses(count = 20): Promise<Table> {
	const forge = await startForge({ port: 0 });
	const proxy = await TrackerProxy.open();
	proxy.behind = forge.addresses.trackers;
	proxy.latencyMs = latencyMs;
	const folder = temporaryFolder('soak');
	const token = forge.users.find(({ name }) => name === '~ana')?.token;
	assert.ok(token);
	const told: Told[] = [];
	const history = new History();
	proxy.holdOf = (what) => {
		if (what.startsWith('PUT ')) history.add(`the forge gets ${JSON.stringify(proxy.asked.at(-1)?.body)}`);
		return undefined;
	};
	const overwritten = new Set<string>();
	let isPaused = false;
	let done = 0;
	let beforeRequest = 0;
	const windows = new WindowProcesses({
		names: ['first', 'second'],
		program: 'window.ts',
		taskOf: (name): WindowTask => {
			const account = { folder, trackers: proxy.address, token };
			return { ...account, name, tickets: soakTickets, label: 'bug' };
		},
		received: (report: Told, name) => {
			told.push(report);
			if ('text' in report) history.add(`${name}: ${report.kind} ${report.text}`);
			if (report.kind === 'claimed' && !isPaused && done < count) pausing = pause(name);
		},
		failed: (code) => told.push({ kind: 'failed', why: `It ended with code ${code}.` }),
	});
	let pausing = Promise.resolve();
	const pause = async (name: 'first' | 'second') => {
		isPaused = true;
		const requests = proxy.of('PUT').length;
		await sleep(Math.random() * latencyMs * 1.25);
		history.add(`${name} stops`, { isSetting: true });
		const paused = windows.pause(name, pauseMs);
		if (proxy.of('PUT').length === requests) beforeRequest += 1;
		await paused;
		history.add(`${name} goes on`, { isSetting: true });
		for (const text of discardedTexts(folder)) overwritten.add(text);
		done += 1;
		if (done % 5 === 0) console.log(`${done} pauses, ${told.length} reports`);
		isPaused = false;
	};
	await until(() => done === count, { what: 'all pauses are over', seconds: count * 60 });
	await pausing;
	await windows.end(60);

	for (const text of discardedTexts(folder)) overwritten.add(text);
	const left = new Set([...ofKind(told, 'left').map(({ text }) => text), ...overwritten]);
	const { problems, comments } = await compareWithForge(forge, told, left);
	for (const problem of problems) {
		console.log(`PROBLEM ${problem}`);
		for (const event of history.of(soakText(problem))) console.log(`  ${event}`);
	}
	proxy.close();
	await forge.stop();
	return {
		about: `Two windows with the same files, each stopped for ${pauseMs / 1000} s at random moments after a claim`,
		columns: ['pauses', 'before the request', 'comments', 'drafts left'],
		rows: [{ name: 'all', values: [count, beforeRequest, comments, left.size] }],
		goals: [{ goal: 'nothing lost, duplicated or unreadable', met: problems.length === 0 }],
	};
}
