import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { runMocha } from '../../tools/mocha.ts';
import { root, temporaryFolder } from '../../tools/places.ts';
import { Background } from '../../tools/processes.ts';

const entry = join(root, 'test/scripts/run.mjs');

/** Runs a script as npm does and returns how it ended. A stack trace in its output fails the test. */
function script(args: readonly string[], env: Record<string, string> = {}) {
	const { status, stderr } = spawnSync(process.execPath, [entry, ...args], {
		cwd: root,
		encoding: 'utf8',
		// Mocha cannot end a test that blocks.
		...{ timeout: 60_000, killSignal: 'SIGKILL' },
		env: { ...process.env, npm_config_user_agent: 'npm/11.0.0 node/v24.0.0 linux x64', ...env },
	});
	assert.doesNotMatch(stderr, /\n\s+at /, 'the output has a stack trace');
	return { status, message: stderr.trim() };
}

async function occupiedPort() {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return { port: String(port), release: () => server.close() };
}

describe('A script that cannot run', () => {
	const oldNpm = { npm_config_user_agent: 'npm/10.8.2 node/v18.20.8 linux x64' };
	const cases: readonly [what: string, args: string[], env: Record<string, string>, message: RegExp][] = [
		[
			'says so on Node 18',
			['check'],
			oldNpm,
			/^Tildeforge needs Node 20 or later.*Node 18\.20\.8\. Install a newer one\.$/,
		],
		['says so when npm ci runs on Node 18', [], oldNpm, /^Tildeforge needs Node 20/],
		['lists the available scripts', ['fly'], {}, /^There is no script "fly"\. There are: all, bench, check/],
		[
			'lists the known options',
			['editor', '--hots=web'],
			{},
			/^Unknown option '--hots'\. Options: --host, --grep\.$/,
		],
		[
			'lists the available hosts',
			['editor', '--host=moon'],
			{},
			/^There is no host "moon"\. There are: web, desktop\.$/,
		],
		[
			'lists the available benchmarks',
			['bench', 'moon'],
			{},
			/^There is no benchmark moon\. There are: activation/,
		],
		[
			'says which Chromium is missing',
			['editor'],
			{ CHROMIUM: '/no/such/chromium' },
			/^CHROMIUM names "\/no\/such\/chromium", and there is no such file\.$/,
		],
		[
			'refuses an invalid port',
			['forge', '--port', '123456'],
			{},
			/^"123456" is not a port from 0 to 65530\.$/,
		],
	];
	for (const [what, args, env, message] of cases) {
		it(what, () => {
			const ended = script(args, env);
			assert.match(ended.message, message);
			assert.equal(ended.status, 1);
		});
	}

	for (const [word, message] of [
		['only', '".only" skips every other test'],
		['skip', '".skip" skips a test'],
	]) {
		it(`says how to replace .${word} in a test`, async () => {
			const file = join(temporaryFolder('refused'), 'alone.test.cjs');
			writeFileSync(file, `describe.${word}('alone', () => { it('is', () => {}); });\n`);
			await assert.rejects(runMocha([file], { timeout: 1000 }), {
				name: 'Stop',
				message: `alone.test.cjs:1: ${message}. Remove it, and choose tests with -- --grep WORDS.`,
			});
		});
	}

	it('prints the addresses of the forge, and then the setting to sign in to it', async () => {
		const process_ = new Background(process.execPath, [entry, 'forge'], { env: { CI: 'true' } });
		try {
			await process_.waitForLine(/^\]$/);
			const printed = /^(\{.*\})\n\nFor the settings of VS Code:\n(.*)$/s.exec(process_.tail());
			const [, addresses = '', setting = ''] = printed ?? assert.fail(process_.tail());
			const { identity, trackers, webhookKey } = JSON.parse(addresses);
			const { 'tildeforge.instances': instances } = JSON.parse(`{${setting}}`);
			assert.equal(instances.length, 1);
			const [{ name, ...given }] = instances;
			assert.equal(name, new URL(identity).host);
			assert.deepEqual([given.identity, given.trackers, given.webhookKey], [identity, trackers, webhookKey]);
		} finally {
			await process_.stop();
		}
	});

	for (const name of ['forge', 'start']) {
		it(`names the port that is in use: ${name}`, async () => {
			const { port, release } = await occupiedPort();
			const process_ = new Background(process.execPath, [entry, name, '--port', port], {
				env: { CI: 'true' },
			});
			await process_.exited;
			release();
			assert.match(process_.tail(), new RegExp(`${port}\\b.*Choose another: -- --port N\\.`));
			assert.doesNotMatch(process_.tail(), /\n\s+at /);
			assert.equal(process_.code, 1);
		});
	}
});
