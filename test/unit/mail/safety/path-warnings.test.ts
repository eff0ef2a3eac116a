import assert from 'node:assert/strict';
import { pathWarnings } from '../../../../src/mail/safety/path-warnings.ts';

describe('The warnings about a path', () => {
	const odd: Readonly<Record<string, readonly string[]>> = {
		'points outside': ['../x', 'a/../../x', '/etc/passwd', 'C:\\x', 'a\\..\\x', '..'],
		'the .git folder': ['.git/config', 'a/.GIT/hooks/x', '.git', '.git /x', 'GIT~1/config', '.git:x'],
		backslash: ['a\\b'],
		'tab or a line break': ['a\nb'],
		'begins with a hyphen': ['-rf', 'a/--help'],
		'ends with a space or period': ['a /b', 'x.', ' x', 'x..', 'a.../b'],
		'Windows does not allow': ['a:b', 'what?'],
		'reserved on Windows': ['aux.c', 'a/CON', 'lpt1/x'],
		'not UTF-8': ['a\ufffd'],
		'invisible characters: U+202E.': ['a\u202etxt.exe'],
		'Continuous integration': [
			...['.github/workflows/x.yml', '.gitlab-ci.yml', '.build.yml', '.builds/debian.yml', '.travis.yml'],
			...['Jenkinsfile', 'ci/azure-pipelines.yml', '.forgejo/workflows/x', '.circleci/config.yml'],
		],
		'when you use git': [
			'.husky/pre-commit',
			'hooks/post-checkout',
			'.pre-commit-config.yaml',
			'lefthook.yml',
		],
		'how git treats': ['.gitattributes', 'a/.gitattributes', '.gitmodules'],
		'open the folder': [
			'.vscode/tasks.json',
			'x.code-workspace',
			'.envrc',
			'.devcontainer/devcontainer.json',
		],
		'which versions': ['package-lock.json', 'a/Cargo.lock', 'go.sum', 'yarn.lock', 'flake.lock'],
		'installed or built': ['setup.py', 'build.rs', 'a/binding.gyp', '.npmrc'],
	};
	for (const [expected, paths] of Object.entries(odd)) {
		for (const path of paths) {
			it(`say of ${JSON.stringify(path)}: ${expected}`, () => {
				const found = pathWarnings(path);
				assert.ok(
					found.some((text) => text.includes(expected)),
					found.join(),
				);
			});
		}
	}

	for (const path of [
		'src/open.c',
		'.gitignore',
		'a..b',
		'...',
		'docs/github/workflows.md',
		'src/hooks/use-state.ts',
		'x.git/y',
		'console.c',
		'größe.txt',
	])
		it(`are none for ${path}`, () => assert.deepEqual(pathWarnings(path), []));

	it('take linear time', () => {
		for (const path of [
			'/'.repeat(500_000),
			'a/'.repeat(200_000),
			'.'.repeat(500_000),
			' '.repeat(500_000),
			'hooks/'.repeat(100_000),
			'../../patches/model'.repeat(200_000),
		])
			pathWarnings(path);
	});
});
