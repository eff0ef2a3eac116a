import assert from 'node:assert/strict';
import { parseTime, people } from '../../../src/sandbox/world/material/people.ts';
import { createShiftedParser } from '../../../src/sandbox/world/material/shifted-times.ts';
import { buildWorld } from '../../../src/sandbox/world/world.ts';
import { git, type WorldForge, worldForge } from './world-forge.ts';

const now = new Date('2031-07-09T16:45:12.345Z');
const newest = '2031-07-09T15:45:12.000Z';

const timesOf = (state: unknown) =>
	[...JSON.stringify(state).matchAll(/"(20\d\d-\d\d-\d\dT[^"]*)"/g)].map(([, time = '']) => time).sort();

describe('A demo world with recent times', () => {
	let recent: WorldForge;
	let fixed: WorldForge;

	before(async () => {
		[recent, fixed] = await Promise.all([worldForge(), worldForge()]);
		await Promise.all([buildWorld({ ...recent, parseTime: createShiftedParser(now) }), buildWorld(fixed)]);
	});
	after(() => Promise.all([recent.stop(), fixed.stop()]));

	it('has its newest event an hour ago', () => {
		assert.equal(new Date(timesOf(recent.state).at(-1) ?? '').toISOString(), newest);
	});

	it('shifts all times by the same amount', () => {
		const shift =
			createShiftedParser(now)('2026-01-01 00:00', people.ana).getTime() -
			parseTime('2026-01-01 00:00', people.ana).getTime();
		const shifted = (times: string[], by: number) => times.map((time) => Date.parse(time) + by);
		assert.deepEqual(shifted(timesOf(recent.state), 0), shifted(timesOf(fixed.state), shift));
	});

	it('shifts commits, tags and the mails that name them', async () => {
		const folder = recent.repositories.pathOf({ owner: 'ana', name: 'editor' });
		const dates = await git(folder, 'log', '--all', '--format=%aI%n%cI');
		const times = dates
			.trim()
			.split('\n')
			.map((date) => new Date(date).toISOString())
			.sort();
		assert.ok((times[0] ?? '') > '2029' && (times.at(-1) ?? '') <= newest, `${times[0]} to ${times.at(-1)}`);
		const [tag = ''] = (
			await git(folder, 'for-each-ref', '--format=%(taggerdate:iso-strict)', 'refs/tags/2.4.1')
		).split('\n');
		assert.match(tag, /^2030-/);
		const texts = recent.state.lists.mails.map(({ envelope }) => envelope).join('\n');
		const [, base = '', date = ''] = /since commit (\w{40}):\s+.*\((.*)\)/.exec(texts) ?? [];
		assert.equal((await git(folder, 'log', '-1', '--format=%ci', base)).trim(), date);
	});
});
