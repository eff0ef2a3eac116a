import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startForge } from '../../../src/sandbox/forge.ts';
import { endings } from '../../tools/endings.ts';
import { temporaryFolder } from '../../tools/places.ts';
import { until } from '../../tools/until.ts';

describe('A forge in an existing process', () => {
	const ending = endings();
	it('leaves the listeners, environment, folder and output of the process unchanged', async () => {
		const written: unknown[] = [];
		const streams = [process.stdout, process.stderr];
		const writes = streams.map(({ write }) => write);
		const state = () => ({
			listeners: process.eventNames().map((event) => [event, process.listenerCount(event)]),
			environment: { ...process.env },
			folder: process.cwd(),
			exitCode: process.exitCode,
		});
		const before = state();
		for (const stream of streams) {
			stream.write = (text: unknown) => {
				written.push(text);
				return true;
			};
		}
		const during = await (async () => {
			try {
				const forge = await startForge({ port: 0 });
				const between = state();
				await fetch(`${forge.addresses.repositories}/~ana/editor`).then((answer) => answer.text());
				await forge.stop();
				return between;
			} finally {
				streams.forEach((stream, index) => {
					stream.write = writes[index] ?? stream.write;
				});
			}
		})();
		assert.deepEqual(during, before);
		assert.deepEqual(state(), before);
		assert.deepEqual(written, []);
	});

	it('stops only once, however often it is told to', async () => {
		const data = temporaryFolder('ended');
		const first = await startForge({ port: 0, data });
		await Promise.all([first.stop(), first.stop()]);
		const second = await startForge({ port: 0, data });
		await first.stop();
		assert.ok(existsSync(join(data, 'forge.lock')), 'it has ended another one');
		await second.stop();
	});

	it('has other users who answer when the user opens a ticket or thread, or changes a ticket, if that is wanted', async () => {
		const forge = await startForge({ port: 0, answersAfterMs: 1 });
		ending(() => forge.stop());
		const { token = '' } = forge.users.find(({ name }) => name === '~ana') ?? {};
		const request = async (address: string, options: RequestInit = {}): Promise<string> => {
			const headers = { authorization: `token ${token}`, 'content-type': 'application/json' };
			return (await fetch(address, { ...options, headers })).text();
		};
		const ticket = (number: number) =>
			`${forge.addresses.trackers}/api/user/~ana/trackers/editor/tickets/${number}`;
		const events = (number: number) => request(`${ticket(number)}/events`);
		const follow = (place: string, event: string) =>
			request(`${place}/webhooks`, {
				method: 'POST',
				body: JSON.stringify({ url: 'http://127.0.0.1:1/', events: [event] }),
			});
		assert.match(
			await follow(`${forge.addresses.trackers}/api/user/~ana/trackers/editor`, 'ticket:create'),
			/"id"/,
		);
		const list = `${forge.addresses.lists}/api/user/~ana/lists/editor-devel`;
		await follow(list, 'post:received');
		assert.doesNotMatch(await events(57), /Danish with the three-byte fix/);
		await until(async () => /the width of the last row/.test(await events(59)));

		const body = JSON.stringify({ status: 'pending' });
		await request(ticket(48), { method: 'PUT', body });
		assert.match(await events(49), /I have one patch for #48 and #49/);

		const posts = `${list}/posts`;
		const [root] = JSON.parse(await request(posts)).results;
		const newest = () => request(`${posts}?search=${encodeURIComponent('ordliste')}`);
		assert.doesNotMatch(await newest(), /PATCH editor 2\/3/);
		await request(`${forge.addresses.lists}/api/thread/${root.id}`);
		await until(async () => /PATCH editor 2\/3/.test(await newest()));
	});

	it('whose creation failed is created again the next time', async () => {
		const data = temporaryFolder('broken-off');
		mkdirSync(join(data, 'repositories'));
		writeFileSync(join(data, 'repositories', '~bob'), 'in the way of his repositories');
		await assert.rejects(startForge({ port: 0, data }));
		assert.deepEqual(readdirSync(data), ['repositories']);
		rmSync(join(data, 'repositories', '~bob'));
		const forge = await startForge({ port: 0, data });
		const { token } = forge.users[0] ?? assert.fail('nobody is there');
		const answer = await fetch(`${forge.addresses.trackers}/api/user/~ana/trackers`, {
			headers: { Authorization: `Bearer ${token}` },
		});
		assert.match(await answer.text(), /"name":"editor"/);
		await forge.stop();
	});
});
