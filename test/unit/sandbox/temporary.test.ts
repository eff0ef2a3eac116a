import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { sweepTemporary, temporaryFolder } from '../../../src/sandbox/temporary.ts';
import { onlyWhere } from '../../tools/only-where.ts';
import { temporaryFolder as testFolder } from '../../tools/places.ts';

describe('The folders of forges that were killed', () => {
	const { TMPDIR, TEMP, TMP } = process.env;
	const put = (variables: Readonly<Record<string, string | undefined>>) => {
		for (const [name, value] of Object.entries(variables)) {
			if (value === undefined) delete process.env[name];
			else process.env[name] = value;
		}
	};
	let place: string;
	/** Names of folders whose process has ended (`gone`) or still runs (`here`). */
	let gone: string;
	let here: string;

	beforeEach(async () => {
		place = testFolder('swept');
		put({ TMPDIR: place, TEMP: place, TMP: place });
		assert.equal(tmpdir(), place);
		const own = await temporaryFolder();
		assert.equal(dirname(own), place);
		rmdirSync(own);
		here = basename(own);
		const { pid } = spawnSync(process.execPath, ['--version']);
		gone = here.replace(`-${process.pid}-`, `-${pid}-`);
		assert.notEqual(gone, here);
	});
	afterEach(() => put({ TMPDIR, TEMP, TMP }));

	const make = (name: string) => {
		mkdirSync(join(place, name, 'repositories'), { recursive: true });
		writeFileSync(join(place, name, 'repositories', 'object'), '', { mode: 0o444 });
	};

	it('are taken away with what is in them, by however many at a time', async () => {
		for (const end of ['a', 'b', 'c']) make(gone + end);
		await Promise.all([sweepTemporary(), sweepTemporary(), sweepTemporary()]);
		assert.deepEqual(readdirSync(place), []);
	});

	it('stay when their process runs, or is one of another machine, and so does all that is none', async () => {
		const [, hash = ''] = /^tildeforge-forge-([0-9a-f]{8})-/.exec(gone) ?? [];
		const others = [
			here,
			gone.replace(hash, '0'.repeat(8)),
			gone.replace('-forge-', '-store-'),
			`${gone}.zip`,
			`my-${gone}`,
			gone.replace(/\d+-\w+$/, '0-abcdef'),
			gone.replace(/\d+-\w+$/, ''),
		];
		for (const name of others) make(name);
		await sweepTemporary();
		assert.deepEqual(readdirSync(place).sort(), others.sort());
	});

	onlyWhere(
		process.getuid?.() === 0,
		'only root can give a file away',
		'stay when they are of another user',
		(title) =>
			it(title, async () => {
				make(gone);
				chownSync(join(place, gone), 12_345, 12_345);
				await sweepTemporary();
				assert.deepEqual(readdirSync(place), [gone]);
			}),
	);

	it('are not followed to elsewhere', async () => {
		make('precious');
		symlinkSync(join(place, 'precious'), join(place, gone), 'junction');
		await sweepTemporary();
		assert.deepEqual(readdirSync(place), ['precious']);
		assert.deepEqual(readdirSync(join(place, 'precious', 'repositories')), ['object']);
	});
});
