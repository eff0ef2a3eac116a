import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { removeAbandonedFolders, temporaryFolder } from '../../../../src/sandbox/server/temporary.ts';
import { onlyWhere } from '../../../tools/only-where.ts';
import { temporaryFolder as testFolder } from '../../../tools/places.ts';

describe('The folders of killed forges', () => {
	const { TMPDIR, TEMP, TMP } = process.env;
	const setEnvironment = (variables: Readonly<Record<string, string | undefined>>) => {
		for (const [name, value] of Object.entries(variables)) {
			if (value === undefined) delete process.env[name];
			else process.env[name] = value;
		}
	};
	let place: string;
	/** Names of folders whose process has ended or still runs. */
	let endedName: string;
	let runningName: string;

	beforeEach(async () => {
		place = testFolder('swept');
		setEnvironment({ TMPDIR: place, TEMP: place, TMP: place });
		assert.equal(tmpdir(), place);
		const own = await temporaryFolder();
		assert.equal(dirname(own), place);
		rmdirSync(own);
		runningName = basename(own);
		const { pid } = spawnSync(process.execPath, ['--version']);
		endedName = runningName.replace(`-${process.pid}-`, `-${pid}-`);
		assert.notEqual(endedName, runningName);
	});
	afterEach(() => setEnvironment({ TMPDIR, TEMP, TMP }));

	const make = (name: string) => {
		mkdirSync(join(place, name, 'repositories'), { recursive: true });
		writeFileSync(join(place, name, 'repositories', 'object'), '', { mode: 0o444 });
	};

	it('are deleted with their content, even by several processes at a time', async () => {
		for (const end of ['a', 'b', 'c']) make(endedName + end);
		await Promise.all([removeAbandonedFolders(), removeAbandonedFolders(), removeAbandonedFolders()]);
		assert.deepEqual(readdirSync(place), []);
	});

	it('are kept if their process runs or is on another machine, and so are all other folders', async () => {
		const [, hash = ''] = /^tildeforge-forge-([0-9a-f]{8})-/.exec(endedName) ?? [];
		const others = [
			runningName,
			endedName.replace(hash, '0'.repeat(8)),
			endedName.replace('-forge-', '-store-'),
			`${endedName}.zip`,
			`my-${endedName}`,
			endedName.replace(/\d+-\w+$/, '0-abcdef'),
			endedName.replace(/\d+-\w+$/, ''),
		];
		for (const name of others) make(name);
		await removeAbandonedFolders();
		assert.deepEqual(readdirSync(place).sort(), others.sort());
	});

	onlyWhere(
		process.getuid?.() === 0,
		'only root can give a file away',
		'are kept if they belong to another user',
		(title) =>
			it(title, async () => {
				make(endedName);
				chownSync(join(place, endedName), 12_345, 12_345);
				await removeAbandonedFolders();
				assert.deepEqual(readdirSync(place), [endedName]);
			}),
	);

	it('are not deleted through links to other folders', async () => {
		make('precious');
		symlinkSync(join(place, 'precious'), join(place, endedName), 'junction');
		await removeAbandonedFolders();
		assert.deepEqual(readdirSync(place), ['precious']);
		assert.deepEqual(readdirSync(join(place, 'precious', 'repositories')), ['object']);
	});
});
