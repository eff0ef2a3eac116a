import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundleHost } from '../../build.mjs';
import { ana, bob, openWindow, type Window } from '../kit/window/sign-in-window.ts';
import { temporaryFolder } from '../tools/places.ts';
import { vscodeNames } from '../tools/vscode-stub.ts';
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
	'src/review',
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

	it('has files that find everything that they require, and few of them', () => {
		const paths = new Set(files.map(({ path }) => path));
		const required = files.flatMap(({ path, text }) =>
			[...text.matchAll(/\brequire\(["'`](\.[^"'`]+)["'`]\)/g)].map(([, target = '']) =>
				join(dirname(path), target),
			),
		);
		assert.ok(required.length > 20, 'nothing was looked at');
		assert.deepEqual(
			required.filter((path) => !paths.has(path)),
			[],
		);
		assert.ok(files.length <= 15, `There are ${files.length} files. Load with what is loaded already.`);
	});

	it('has no copy of the API of VS Code in a file', () => {
		const copies = files
			.filter(({ text }) => {
				const [, name] = /\b(\w+)=require\("vscode"\)/.exec(text) ?? [];
				return name !== undefined && new RegExp(`\\b${name}=[\\w.]+\\(${name},1\\)`).test(text);
			})
			.map(({ path }) => basename(path));
		assert.deepEqual(copies, [], 'See withoutCopiesOfApi in build.mjs.');
	});

	it('has no file that V8 keeps with two bytes for each character', () => {
		const wide = files.flatMap(({ text }) => /.{0,30}[^\0-\xff]/.exec(text) ?? []);
		assert.deepEqual(wide, [], 'See withoutWideCharacters in build.mjs.');
	});

	it('needs at most 1.1 MB of code for the first view', () => {
		const ofView = files.filter(({ path }) => /^(?:extension|soon-.*|main-.*)\.cjs$/.test(basename(path)));
		assert.equal(ofView.length, 3);
		const code = ofView.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
		assert.ok(code <= 1_100_000, `It is ${code} bytes. ${advice}`);
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
