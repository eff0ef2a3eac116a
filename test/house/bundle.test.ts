import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundleHost } from '../../build.mjs';
import { ana, bob, openWindow, type Window } from '../kit/window/sign-in-window.ts';
import { temporaryFolder } from '../tools/places.ts';
import { standInForVscode, vscodeNames } from '../tools/vscode-stub.ts';
import { type StartUp, type StartUpGiven, startUpVariable } from './start-up.ts';

const program = fileURLToPath(import.meta.resolve('./start-up-process.ts'));
const run = promisify(execFile);

const limits = { code: 60 * 1024, heap: 0.5 * 1024 * 1024 };
const heavy = [
	'markdown-it',
	'nodemailer',
	'highlight.js',
	'src/forge/graphql',
	'src/signin/methods',
	'src/sandbox',
	'src/platform/state',
	'src/platform/page',
	'src/tickets',
	'src/patches',
	'src/repositories',
];
const advice = 'Load by import() what is needed later.';
const hour = 3_600_000;

const states: readonly (readonly [string, (window: Window) => Promise<unknown>, readonly string[]])[] = [
	['no account is signed in', async () => {}, []],
	[
		'two accounts are signed in',
		({ registry }) => registry.put(ana).then(() => registry.put(bob)),
		['~ana', '~bob'],
	],
	[
		'the token of an account has to be renewed',
		({ registry }) => registry.put({ ...ana, expires: Date.now() - hour }),
		['~ana'],
	],
];

describe('A window in which Tildeforge is not used', function () {
	this.timeout(120_000);
	let dist: string;
	let files: Awaited<ReturnType<typeof bundleHost>>;
	before(async () => {
		dist = join(realpathSync(temporaryFolder('dist')), 'dist');
		files = await bundleHost({ production: true, folder: dist });
		for (const { path, text } of files) {
			mkdirSync(dirname(path), { recursive: true });
			writeFileSync(path, text);
		}
	});

	it('has files that find everything that they require', () => {
		const texts = new Map(files.map(({ path, text }) => [path, text]));
		let count = 0;
		for (const [path, text] of texts) {
			for (const [load, target = '', name] of text.matchAll(/\brequire\("(\.[^"]+)"\)(?:\.(\w+))?/g)) {
				count += 1;
				const found = texts.get(join(dirname(path), target));
				const isThere = found !== undefined && (name === undefined || found.includes(`get ${name}(){`));
				assert.ok(isThere, `${basename(path)} does not find ${load}`);
			}
		}
		assert.ok(count > 50, 'nothing was looked at');
	});

	it('has almost no files with code for other kinds of modules', () => {
		const names = files.filter(({ text }) => text.includes('__esModule')).map(({ path }) => basename(path));
		assert.ok(names.length < 10, `See withoutInterop in build-commonjs.mjs: ${names.length} files have it.`);
	});

	it('has its small files in one, where each runs once', () => {
		const path = files.find(({ path }) => basename(path) === 'small-files.cjs')?.path ?? '';
		standInForVscode({});
		const loaded: Readonly<Record<string, object>> = createRequire(path)(path);
		const names = Object.keys(loaded);
		assert.ok(names.length > 100, `It has ${names.length} files.`);
		for (const name of names) assert.equal(loaded[name], loaded[name], name);
		const small = files.filter(({ text }) => text.length < 1000).map(({ path }) => basename(path));
		assert.ok(small.length < 20, `See withSmallFilesInOne in build-commonjs.mjs: ${small}`);
	});

	async function start(window: Window, asked: StartUpGiven['asked']): Promise<StartUp> {
		mkdirSync(window.place, { recursive: true });
		const secrets = Object.fromEntries(window.secretStore.kept);
		const given: StartUpGiven = { dist, storage: window.place, secrets, api: vscodeNames, asked };
		const flags = ['--expose-gc', '--no-warnings'];
		// V8 keeps more in memory while it measures coverage.
		const env = { ...process.env, NODE_V8_COVERAGE: undefined, [startUpVariable]: JSON.stringify(given) };
		const { stdout } = await run(process.execPath, [...flags, program], { env, timeout: 20_000 });
		return JSON.parse(stdout);
	}

	for (const [state, signIn, accounts] of states) {
		it(`loads little when VS Code asks for sessions and ${state}`, async () => {
			const window = openWindow();
			await signIn(window);
			const { answers, loaded, heap } = await start(window, [null, null]);
			const labels = answers.map((sessions) => sessions.map(({ account }) => account.label).sort());
			const expected = accounts.map((account) => `${account} (example.org)`);
			assert.deepEqual(labels, [expected, expected]);

			const found = files.filter(({ path }) => loaded.includes(path));
			assert.equal(found.length, loaded.length, `Not all of ${loaded} come from the build`);
			const inputs = found.flatMap((file) => file.inputs);
			assert.ok(
				inputs.includes('src/extension.ts') && inputs.includes('src/signin/sessions/session-registry.ts'),
			);
			const unwanted = inputs.filter(
				(path) => heavy.some((one) => path.includes(`${one}/`)) && !path.endsWith('/registration.ts'),
			);
			assert.deepEqual(unwanted, [], advice);
			const wide = found.flatMap(({ text }) => /.{0,30}[^\0-\xff]/.exec(text) ?? []);
			assert.deepEqual(wide, [], 'V8 keeps such a file with two bytes for each character: write \\u2022.');
			const slow = found.flatMap(
				({ text }) =>
					text.match(/.{0,30}(?:(?<!\\)\\p\{\w[^`"']{0,200}\/[a-z]*u\b|RegExp\("[^"]*\\p\{)/g) ?? [],
			);
			assert.deepEqual(slow, [], 'V8 looks up Unicode properties at once: use pattern().');
			const code = found.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
			assert.ok(code <= limits.code, `It is ${code} bytes of code. ${advice}`);
			assert.ok(heap > 0 && heap <= limits.heap, `It keeps ${heap} bytes of heap. ${advice}`);
		});
	}

	it('gives another extension a token without loading the code that reaches a forge', async () => {
		const window = openWindow();
		await window.registry.put(bob);
		const { answers, loaded } = await start(window, [['tickets:read']]);
		assert.equal(answers[0]?.[0]?.accessToken, bob.token);
		const inputs = files.filter(({ path }) => loaded.includes(path)).flatMap((file) => file.inputs);
		assert.ok(!inputs.includes('src/accounts/index.ts'), 'The token does not have to be renewed.');
	});
});
