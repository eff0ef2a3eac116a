import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { type Forge, startForge } from '../../../src/sandbox/forge.ts';
import { startHooks } from '../../kit/forge/hooks-forge.ts';
import { Browser } from '../../kit/forge/identity-forge.ts';
import { startListener } from '../../kit/forge/webhook-listener.ts';
import { temporaryFolder } from '../../tools/places.ts';

describe('A forge that web pages can reach', () => {
	let forge: Forge;
	const data = temporaryFolder('safety');
	before(async () => {
		forge = await startForge({ port: 0, hasRandomSecrets: true, data });
	});
	after(() => forge.stop());

	const tokenOf = (name: string) =>
		forge.users.find((user) => user.name === name)?.token ?? assert.fail(name);
	const headers = () => ({
		Authorization: `Bearer ${tokenOf('~ana')}`,
		'Content-Type': 'application/json',
	});

	/** Returns the status of the response to a request with this `Host` header. */
	function ask(address: string, host: string, path: string): Promise<number | undefined> {
		const { port } = new URL(address);
		const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
		const asked = request({ host: '127.0.0.1', port, path, headers: { ...headers(), Host: host } });
		asked.on('error', reject);
		asked.on('response', (response) => {
			response.resume();
			resolve(response.statusCode);
		});
		asked.end();
		return promise;
	}

	for (const area of ['identity', 'lists', 'repositories', 'trackers'] as const) {
		it(`answers only to host names of this machine: ${area}`, async () => {
			const address = forge.addresses[area];
			const { port } = new URL(address);
			const path = area === 'identity' ? '/login' : '/api/user';
			for (const host of ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]', '127.0.0.2']) {
				assert.equal(await ask(address, `${host}:${port}`, path), 200, host);
			}
			const foreign = [
				...['evil.example', `evil.example:${port}`, `localhost.evil.example:${port}`, `192.168.0.1:${port}`],
				...[`x.localhost:${port}`, 'localhost', `127.0.0.1:${Number(port) + 1}`, 'a b'],
			];
			for (const host of foreign) assert.equal(await ask(address, host, path), 403, host);
		});
	}

	it('refuses git requests with a foreign host name', async () => {
		const path = '/~ana/editor/info/refs?service=git-upload-pack';
		const { repositories } = forge.addresses;
		assert.equal(await ask(repositories, new URL(repositories).host, path), 200);
		assert.equal(await ask(repositories, 'evil.example', path), 403);
	});

	it('shares no token and no password with another forge if its secrets are random', async () => {
		const other = await startForge({ port: 0, hasRandomSecrets: true });
		try {
			const tokens = [...forge.users, ...other.users].map(({ token }) => token);
			assert.equal(new Set(tokens).size, 10);
			for (const token of tokens) assert.match(token, /^(?!(?:..)?(..)\1{14})[\da-f]{32}$/);
			const browser = new Browser(forge.addresses.identity);
			assert.equal((await browser.signIn('ana')).status, 403);
		} finally {
			await other.stop();
		}
	});

	async function hookTo(url: string): Promise<number> {
		const body = JSON.stringify({ url, events: ['tracker:create'] });
		const address = `${forge.addresses.trackers}/api/user/webhooks`;
		const response = await fetch(address, { method: 'POST', headers: headers(), body });
		await response.text();
		return response.status;
	}

	it('accepts hooks to programs on this machine only', async () => {
		for (const url of [
			'http://127.0.0.1:9/a',
			'http://localhost:9',
			'https://127.0.0.1/',
			'http://[::1]:9/',
		]) {
			assert.equal(await hookTo(url), 201, url);
		}
		for (const url of [
			...['http://192.168.0.1/', 'http://example.org/', 'http://0.0.0.0:9/', 'http://169.254.169.254/'],
			...['http://127.0.0.1@example.org/', 'http://localhost.example.org/', 'http://[::ffff:127.0.0.1]:9/'],
		]) {
			assert.equal(await hookTo(url), 400, url);
		}
	});

	it('accepts no hooks to itself', async () => {
		for (const address of Object.values(forge.addresses)) assert.equal(await hookTo(address), 400, address);
		assert.equal(await hookTo(`http://localhost:${forge.smtp.port}/`), 400);
		const note = readFileSync(join(data, 'repositories/~ana/editor.git/forge-push.json'), 'utf8');
		assert.equal(await hookTo(`http://localhost:${JSON.parse(note).port}/`), 400);
	});

	it('delivers nothing to a hook whose address is now its own', async () => {
		const listener = await startListener();
		let isOwn = false;
		const lists = await startHooks('lists', { mayReach: () => !isOwn });
		try {
			const body = { url: listener.url, events: ['subscription:remove'] };
			assert.equal((await lists.ask('POST', '/api/user/webhooks', 'alice', body)).status, 201);
			const tell = async () => {
				lists.hooks.emit('listsUser', { owner: '~alice' }, 'subscription:remove', { id: 1 });
				await lists.hooks.settled();
			};
			await tell();
			assert.equal(listener.heard.length, 1);
			isOwn = true;
			await tell();
			assert.equal(listener.heard.length, 1);
		} finally {
			await Promise.all([lists.stop(), listener.stop()]);
		}
	});
});
