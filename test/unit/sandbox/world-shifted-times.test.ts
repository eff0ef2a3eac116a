import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { gitProgram } from '../../../src/sandbox/repositories/git-program.ts';
import { parseTime, people } from '../../../src/sandbox/world/material/people.ts';
import { createShiftedParser } from '../../../src/sandbox/world/material/shifted-times.ts';
import { buildWorld } from '../../../src/sandbox/world/world.ts';
import { onlyWhere } from '../../tools/only-where.ts';
import { temporaryFolder } from '../../tools/places.ts';
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

describe('What git makes of a demo world', () => {
	/** Which git commands run while a second world with the same times is built. */
	async function commandsOfSecond(parse: typeof parseTime): Promise<readonly string[]> {
		const forges = [await worldForge(), await worldForge()] as const;
		const folder = temporaryFolder('logged-git');
		const log = join(folder, 'log');
		writeFileSync(log, '');
		const script = `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\nexec '${gitProgram()}' "$@"\n`;
		writeFileSync(join(folder, 'git'), script, { mode: 0o755 });
		const { PATH } = process.env;
		try {
			await buildWorld({ ...forges[0], parseTime: parse });
			process.env.PATH = `${folder}${delimiter}${PATH}`;
			await buildWorld({ ...forges[1], parseTime: parse });
		} finally {
			process.env.PATH = PATH;
			for (const forge of forges) await forge.stop();
		}
		return [...readFileSync(log, 'utf8').matchAll(/fast-import|format-patch/g)].map(([name]) => name).sort();
	}

	onlyWhere(
		process.platform !== 'win32',
		'the git of this test is a shell script',
		'stays in memory if other worlds have the same times, and not if they are shifted',
		(title) =>
			it(title, async () => {
				assert.deepEqual(await commandsOfSecond(parseTime), []);
				const imports = ['fast-import', 'fast-import', 'fast-import'];
				assert.deepEqual(await commandsOfSecond(createShiftedParser(now)), [...imports, 'format-patch']);
			}),
	);
});
