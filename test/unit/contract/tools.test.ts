import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import * as v from 'valibot';
import { callers, ear, type Told } from '../../kit/forge/callers.ts';
import { diff, letter, mailer } from '../../kit/forge/lists-forge.ts';
import { mine } from '../../kit/forge/mine.ts';
import { git } from '../../kit/forge/repositories-world.ts';
import { onlyWhere } from '../../tools/only-where.ts';
import { root, temporaryFolder } from '../../tools/places.ts';
import { Background } from '../../tools/processes.ts';

const Address = v.pipe(v.string(), v.regex(/^http:\/\/127\.0\.0\.1:\d+$/));

/** The exact first line of `npm run forge`, without missing or additional keys. */
const FirstLine = v.strictObject({
	identity: Address,
	lists: Address,
	repositories: Address,
	trackers: Address,
	smtp: v.strictObject({ host: v.string(), port: v.number() }),
	webhookKey: v.string(),
	users: v.array(
		v.strictObject({
			name: v.pipe(v.string(), v.regex(/^~[a-z]+$/)),
			token: v.string(),
			scopes: v.array(v.string()),
		}),
	),
});

type Running = { readonly process: Background; readonly said: v.InferOutput<typeof FirstLine> };

const launch = (args: readonly string[], env: Record<string, string> = {}) =>
	new Background(process.execPath, [join(root, 'test/scripts/run.mjs'), 'forge', '--port', '0', ...args], {
		env,
	});

async function launched(args: readonly string[], env: Record<string, string> = {}): Promise<Running> {
	const started = launch(args, env);
	const [line] = await started.waitForLine(/^.*$/);
	return { process: started, said: v.parse(FirstLine, JSON.parse(line)) };
}

const addressesOf = ({ said }: Running): Told => ({
	addresses: { lists: said.lists, repositories: said.repositories, trackers: said.trackers },
	users: said.users,
});

/** Whether a process listens on the port. */
async function answers(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1');
	const outcome = await Promise.race([
		once(socket, 'connect').then(() => true),
		once(socket, 'error').then(() => false),
	]).catch(() => false);
	socket.destroy();
	return outcome;
}

describe('A forge in its own process', () => {
	const folder = temporaryFolder('forge-data');
	const temporary = temporaryFolder('forge-temporary');
	const work = temporaryFolder('forge-work');
	const data = join(folder, 'kept');
	const start = () => launched(['--data', data], { TMPDIR: temporary, TEMP: temporary, TMP: temporary });
	let forge: Running;
	const clients = callers(() => addressesOf(forge));
	const gitPrograms = execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim();

	before(async () => {
		forge = await start();
	});
	after(async () => {
		await forge.process.stop();
		clients.dispose();
	});

	const titles = async (list: string) => {
		for await (const { rows } of clients.as('~bob').lists.posts({ owner: '~ana', list })) {
			return rows.map(({ subject }) => subject);
		}
		return [];
	};

	it('prints its addresses and users in its first line', () => {
		const { users, webhookKey } = forge.said;
		assert.equal(Buffer.from(webhookKey, 'base64').length, 32);
		const whole = users.filter(({ scopes }) => scopes.includes('*'));
		const reading = users.filter(
			({ scopes }) => scopes.length > 0 && scopes.every((one) => one.endsWith(':read')),
		);
		const none = users.filter(({ scopes }) => scopes.length === 0);
		assert.ok(whole.length >= 2, 'two users with every scope');
		assert.equal(reading.length, 1);
		assert.equal(none.length, 1);
	});

	it('can be cloned with plain git over HTTP', async () => {
		await git(work, 'clone', '--quiet', `${forge.said.repositories}/~ana/editor`, 'editor');
		const there = await readFile(join(work, 'editor', 'README.md'));
		const ref = (await git(join(work, 'editor'), 'rev-parse', 'HEAD')).stdout.trim();
		const blob = await clients
			.as('~ana')
			.repositories.blobAt({ repository: mine('editor'), ref, path: 'README.md' });
		assert.deepEqual(there, Buffer.from(blob));
		assert.ok(there.length > 100);
	});

	it('receives a push to its folder, and prints the response of a sync hook to the pusher', async () => {
		const listener = await ear(forge.said.webhookKey, 'Built by the test.');
		try {
			const place = { owner: '~ana', repository: 'editor' };
			const events = ['repo:post-update'];
			await clients.hang('~ana', 'repository', place, { url: listener.urlOf('later'), events });
			await clients.hang('~ana', 'repository', place, { url: listener.urlOf('now'), events, sync: true });
			const source = join(work, 'editor');
			await writeFile(join(source, 'pushed.txt'), 'by a test\n');
			await git(source, 'add', 'pushed.txt');
			await git(source, 'commit', '--quiet', '-m', 'Pushed by a test');
			const bare = join(data, 'repositories/~ana/editor.git');
			const { stderr } = await git(source, 'push', bare, 'HEAD:refs/heads/pushed/by-a-test');
			assert.match(stderr, /^remote: Built by the test\.\s*$/m);
			for (const hook of ['now', 'later']) {
				const [delivered] = await listener.told(hook);
				assert.ok(delivered?.kind === 'event' && delivered.event === 'repo:post-update');
				const [ref] = delivered.body.refs;
				assert.equal(ref?.name, 'refs/heads/pushed/by-a-test');
				assert.equal(ref?.new?.message.trim(), 'Pushed by a test');
			}
		} finally {
			await listener.stop();
		}
	});

	const to = '~ana/editor-devel@lists.localhost';
	const from = 'bob@example.org';

	/** Asserts that the newest series of the list has these patches, and that it comes first among the list's mails. */
	async function hasSeries(subjects: readonly string[]): Promise<void> {
		assert.equal((await titles('editor-devel'))[0], subjects[0]);
		const place = { owner: '~ana', list: 'editor-devel' };
		const { lists } = clients.as('~bob');
		for await (const { rows } of lists.patchsets(place)) {
			const [newest] = rows;
			assert.ok(newest);
			for await (const { rows: patches } of lists.patches({ ...place, patchset: newest.id })) {
				assert.deepEqual(
					patches.map(({ subject }) => subject),
					subjects,
				);
			}
			break;
		}
	}

	const hasSendEmail = existsSync(join(gitPrograms, 'git-send-email'));
	onlyWhere(
		hasSendEmail,
		'git send-email is not installed',
		'accepts a series from git send-email',
		(title) =>
			it(title, async () => {
				const { host, port } = forge.said.smtp;
				const source = join(work, 'to-send');
				await mkdir(source);
				await git(source, 'init', '--quiet');
				for (const [name, subject] of [
					['first.txt', 'Sent by git'],
					['second.txt', 'Sent after it'],
				] as const) {
					await writeFile(join(source, name), 'new\n');
					await git(source, 'add', '.');
					await git(source, 'commit', '--quiet', '-m', subject);
				}
				const options = [
					`--smtp-server=${host}`,
					`--smtp-server-port=${port}`,
					// Otherwise git determines the host name of the machine, which takes long without a network.
					'--smtp-domain=localhost',
					`--to=${to}`,
					`--from=${from}`,
					'--confirm=never',
					'--suppress-cc=all',
				];
				await git(source, 'send-email', ...options, '--root', 'HEAD');
				await hasSeries(['[PATCH 1/2] Sent by git', '[PATCH 2/2] Sent after it']);
			}),
	);

	it('accepts a series from an SMTP client', async () => {
		const { send, end } = await mailer(forge.said.smtp.port);
		for (const mail of [
			letter('[PATCH 1/2] Sent by a test', { id: 'sent-1', body: diff }),
			letter('[PATCH 2/2] Sent after it', { id: 'sent-2', answers: 'sent-1', body: diff }),
		]) {
			assert.match(await send(from, [to], mail), /^250 /);
		}
		end();
		await hasSeries(['[PATCH 1/2] Sent by a test', '[PATCH 2/2] Sent after it']);
	});

	it('stops on request, leaves nothing behind, and restores its state when it is started again', async () => {
		const made = await clients
			.as('~bob')
			.trackers.createTicket({ owner: '~ana', tracker: 'editor' }, { title: 'Made before the end' });
		const before = forge.said;
		await forge.process.stop();
		assert.equal(forge.process.code, 0, forge.process.tail());
		const ports = [before.identity, before.lists, before.repositories, before.trackers].map((address) =>
			Number(new URL(address).port),
		);
		for (const port of [...ports, before.smtp.port]) assert.equal(await answers(port), false);
		assert.deepEqual(readdirSync(temporary), []);
		assert.deepEqual(readdirSync(data).sort(), ['repositories', 'state.json']);
		const bare = join(data, 'repositories/~ana/editor.git');
		assert.equal(existsSync(join(bare, 'forge-push.json')), false);

		forge = await start();
		assert.equal(forge.said.webhookKey, before.webhookKey);
		assert.deepEqual(forge.said.users, before.users);
		const { trackers, repositories } = clients.as('~ana');
		const kept = await trackers.ticket({ tracker: mine('editor'), ticket: made.id });
		assert.equal(kept.title, 'Made before the end');
		for await (const { rows } of repositories.references({ repository: mine('editor') })) {
			assert.ok(rows.some(({ name }) => name === 'refs/heads/pushed/by-a-test'));
		}
		assert.equal((await titles('editor-devel'))[0], '[PATCH 1/2] Sent by a test');
	});

	it('without a data folder deletes its temporary folder', async () => {
		const place = temporaryFolder('forge-nowhere');
		const { process } = await launched([], { TMPDIR: place, TEMP: place, TMP: place });
		assert.notDeepEqual(readdirSync(place), []);
		await process.stop();
		assert.equal(process.code, 0);
		assert.deepEqual(readdirSync(place), []);
	});

	it('that was killed has its temporary folder deleted by the next one', async () => {
		const place = temporaryFolder('forge-killed');
		const env = { TMPDIR: place, TEMP: place, TMP: place };
		const killed = await launched([], env);
		await killed.process.stop('SIGKILL');
		const [left = ''] = readdirSync(place);
		assert.ok(existsSync(join(place, left, 'repositories')), 'it was not killed in time');
		const { process } = await launched([], env);
		await process.stop();
		assert.equal(process.code, 0);
		assert.deepEqual(readdirSync(place), []);
	});

	const refused: readonly [string, readonly string[], RegExp][] = [
		['an unknown quirk', ['--quirk', 'no-such-quirk'], /^No quirk is called no-such-quirk\. There are: /m],
		['a failure rate above 1', ['--fail', '2'], /^--fail takes a number from 0 to 1, not "2"\.$/m],
		['a failure rate as text', ['--fail', 'often'], /^--fail takes a number .*, not "often"\.$/m],
		['an empty delay', ['--delay', ' '], /^--delay takes a number from 0 to \d+, not " "\.$/m],
	];
	it(`rejects with a clear sentence: ${refused.map(([what]) => what).join(', ')}`, async () => {
		await Promise.all(
			refused.map(async ([, args, sentence]) => {
				const started = launch(args);
				await started.exited;
				assert.equal(started.code, 1);
				assert.match(started.tail(), sentence);
				assert.doesNotMatch(started.tail(), /\n\s+at /, 'a person is shown a stack');
			}),
		);
	});
});
