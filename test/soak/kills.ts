import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { startForge } from '../../src/sandbox/forge.ts';
import type { Table } from '../bench/table.ts';
import { temporaryFolder } from '../tools/places.ts';
import { until } from '../tools/until.ts';
import { compareWithForge, ofKind, soakTickets } from './comment-reports.ts';
import { discardedTexts } from './discarded-texts.ts';
import type { Told, WindowTask } from './window.ts';
import { WindowProcesses } from './window-processes.ts';

const longestWaitMs = 2000;
/** The outbox waits for three seconds until what a killed window was sending has arrived, and then asks the forge. */
const longestTakeoverMs = 3000 + longestWaitMs;
const limitMsOf = (what: string): number => (what === 'taking over' ? longestTakeoverMs : longestWaitMs);

/** Reports what was lost, duplicated or slow over a number of kills. */
export async function kills(count = 300): Promise<Table> {
	const forge = await startForge({ port: 0 });
	const folder = temporaryFolder('soak');
	const token = forge.users.find(({ name }) => name === '~ana')?.token;
	assert.ok(token);
	const told: Told[] = [];
	const windows = new WindowProcesses({
		names: ['first', 'second'],
		program: 'window.ts',
		taskOf: (name): WindowTask => {
			const { trackers } = forge.addresses;
			return { folder, trackers, token, tickets: soakTickets, name };
		},
		received: (report: Told) => told.push(report),
		failed: (code) => told.push({ kind: 'failed', why: `It ended with code ${code}.` }),
	});
	const overwritten = new Set<string>();
	for (let done = 0; done < count; done++) {
		const began = told.length;
		await until(() => told.length > began, { what: 'a window does something', seconds: 60 });
		await new Promise((resolve) => setTimeout(resolve, Math.random() * 400));
		windows.kill();
		for (const text of discardedTexts(folder)) overwritten.add(text);
		if ((done + 1) % 50 === 0) console.log(`${done + 1} kills, ${told.length} reports`);
	}
	await windows.end(60);

	// A draft that another window overwrites is kept with the discarded drafts.
	for (const text of discardedTexts(folder)) overwritten.add(text);
	const left = new Set([...ofKind(told, 'left').map(({ text }) => text), ...overwritten]);
	const compared = await compareWithForge(forge, told, left);
	const problems = [
		...compared.problems,
		...ofKind(told, 'did')
			.filter(({ what, ms }) => ms > limitMsOf(what))
			.map(({ what, ms }) => `${what} took ${Math.round(ms)} ms`),
	];
	for (const problem of problems) console.log(`PROBLEM ${problem}`);
	const done = ofKind(told, 'did');
	const takeovers = done.filter(({ what }) => what === 'taking over');
	const longest = (some: typeof done) => Math.max(0, ...some.map(({ ms }) => ms));
	await forge.stop();
	return {
		about: 'Two windows with the same files, each killed at random moments',
		columns: [
			'kills',
			'actions',
			'longest, ms',
			'takeovers',
			'longest takeover, ms',
			'comments',
			'drafts left',
			'files',
		],
		rows: [
			{
				name: 'all',
				values: [
					count,
					done.length,
					longest(done.filter((one) => !takeovers.includes(one))),
					takeovers.length,
					longest(takeovers),
					compared.comments,
					left.size,
					readdirSync(folder, { recursive: true }).length,
				],
			},
		],
		goals: [
			{
				goal: `nothing lost, duplicated or unreadable, no wait above ${longestWaitMs} ms, or ${longestTakeoverMs} ms for what a killed window was sending`,
				met: problems.length === 0,
			},
		],
	};
}
