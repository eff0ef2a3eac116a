import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { isMacPlaceholder } from '../../../src/base/find-git.ts';
import { checkGit, git } from '../../../src/sandbox/repositories/git.ts';
import { gitProgram } from '../../../src/sandbox/repositories/git-program.ts';
import { feed } from '../../kit/forge/repositories-world.ts';
import { onlyWhere } from '../../tools/only-where.ts';
import { temporaryFolder } from '../../tools/places.ts';

/** Runs `work` with changed environment variables, then restores them. */
async function withEnvironment<T>(
	variables: Readonly<Record<string, string>>,
	work: () => Promise<T>,
): Promise<T> {
	const before = { ...process.env };
	Object.assign(process.env, variables);
	try {
		return await work();
	} finally {
		for (const name of Object.keys(variables)) {
			if (before[name] === undefined) delete process.env[name];
			else process.env[name] = before[name];
		}
	}
}

describe('The git of a forge', () => {
	it('is the one on the PATH, run by its full path', async () => {
		await checkGit();
		assert.ok(isAbsolute(gitProgram()));
	});

	it('is reported with a solution if it is missing', async () => {
		await withEnvironment({ PATH: temporaryFolder('no-git') }, () =>
			assert.rejects(checkGit(), {
				name: 'CannotStart',
				message:
					'The forge needs git for its repositories, but git was not found. Install git 2.32 or newer, make sure that it is on the PATH, and try again.',
			}),
		);
	});

	const versions: readonly [string, string, RegExp | undefined][] = [
		['too old', 'echo git version 2.31.9', /too old \(git version 2\.31\.9\)\. Install git 2\.32 or newer/],
		['much too old', 'echo git version 1.99', /too old/],
		['not git', 'echo hello', /too old \(hello\)/],
		[
			'only a prompt to install it',
			'echo "xcode-select: error: No developer tools were found" >&2; exit 1',
			/does not run here: xcode-select: error: No developer tools were found$/,
		],
		['just new enough', 'echo git version 2.32.0', undefined],
		['a build of another vendor', 'echo "git version 2.50.1 (Apple Git-155)"', undefined],
		['a much newer version', 'echo git version 3.0.windows.1', undefined],
	];
	for (const [what, script, refused] of versions) {
		const title = `is ${refused ? 'refused' : 'accepted'} when it is ${what}`;
		onlyWhere(process.platform !== 'win32', 'the git of these tests is a shell script', title, () =>
			it(title, async () => {
				const folder = temporaryFolder('other-git');
				writeFileSync(join(folder, 'git'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
				await withEnvironment({ PATH: folder }, () =>
					refused ? assert.rejects(checkGit(), { name: 'CannotStart', message: refused }) : checkGit(),
				);
			}),
		);
	}

	onlyWhere(
		process.platform !== 'win32',
		'the git of these tests is a shell script',
		'is reported if it is gone at a later start',
		(title) =>
			it(title, async () => {
				const folder = temporaryFolder('removed-git');
				writeFileSync(join(folder, 'git'), '#!/bin/sh\necho git version 2.50.1\n', { mode: 0o755 });
				await withEnvironment({ PATH: folder }, async () => {
					await checkGit();
					rmSync(join(folder, 'git'));
					await assert.rejects(checkGit(), { name: 'CannotStart', message: /git does not run here/ });
				});
			}),
	);

	onlyWhere(
		process.platform !== 'win32',
		'the git of these tests is a shell script',
		'is never one that a repository contains',
		(title) =>
			it(title, async () => {
				const folder = temporaryFolder('own-git');
				writeFileSync(join(folder, 'git'), '#!/bin/sh\necho stranger\n', { mode: 0o755 });
				const version = () => git(folder, ['--version']);
				for (const relative of ['.', '']) {
					const output = await withEnvironment({ PATH: `${relative}:${process.env.PATH}` }, version);
					assert.match(output, /^git version/, JSON.stringify(relative));
				}
			}),
	);

	onlyWhere(
		process.platform !== 'win32',
		'the xcode-select of these tests is a shell script',
		'is not run on macOS if it would only offer the developer tools',
		(title) =>
			it(title, async () => {
				const folder = temporaryFolder('xcode');
				const select = (code: number) => {
					const file = join(folder, `select-${code}`);
					writeFileSync(file, `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 });
					return file;
				};
				const mac = { platform: 'darwin' as const };
				assert.equal(await isMacPlaceholder('/usr/bin/git', { ...mac, select: select(2) }), true);
				assert.equal(await isMacPlaceholder('/usr/bin/git', { ...mac, select: select(0) }), false);
				assert.equal(await isMacPlaceholder('/opt/homebrew/bin/git', { ...mac, select: select(2) }), false);
				assert.equal(await isMacPlaceholder('/usr/bin/git', { platform: 'linux', select: select(2) }), false);
			}),
	);

	it('ignores the git configuration of the user', async () => {
		const folder = temporaryFolder('bare');
		feed(folder, '', 'init', '--quiet', '--bare', '--initial-branch=main', '.');
		const lines = [
			'commit refs/heads/main',
			'committer A <a@b> 1 +0000',
			'data 2',
			'A',
			'M 644 inline a.txt',
		];
		feed(folder, `${lines.join('\n')}\ndata 2\na\n`, 'fast-import', '--quiet');
		const patch = () => git(folder, ['format-patch', '--stdout', '--root', 'main']);
		const plain = await patch();

		const home = temporaryFolder('home');
		const settings = [
			'[format]',
			'	signature = settings',
			'	subjectPrefix = settings',
			'[diff]',
			'	noprefix = true',
		].join('\n');
		const attributes = '* -diff\n';
		mkdirSync(join(home, '.config', 'git'), { recursive: true });
		for (const [path, text] of [
			['.gitconfig', settings],
			['.config/git/config', settings],
			['.config/git/attributes', attributes],
			['.other-config', `${settings}\n[core]\n	attributesFile = ${join(home, '.config/git/attributes')}`],
		] as const) {
			writeFileSync(join(home, path), text);
		}
		const loud = {
			HOME: home,
			XDG_CONFIG_HOME: join(home, '.config'),
			GIT_CONFIG_GLOBAL: join(home, '.other-config'),
			GIT_CONFIG_COUNT: '1',
			GIT_CONFIG_KEY_0: 'diff.noprefix',
			GIT_CONFIG_VALUE_0: 'true',
			GIT_DIR: home,
		};
		assert.equal(await withEnvironment(loud, patch), plain);
	});
});
