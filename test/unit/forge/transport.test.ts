import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../../tools/places.ts';

const run = promisify(execFile);

describe('the transport', () => {
	for (const through of ['plain', 'editor'] as const) {
		it(`leaves the process's own dispatcher alone, ${through}`, async () => {
			const program = `
				import { createServer } from 'node:http';
				import { transport } from './src/forge/transport.ts';
				const slots = () => [1, 2].map((n) => globalThis[Symbol.for('undici.globalDispatcher.' + n)]);
				const server = createServer((request, response) => response.end('here'));
				await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
				const network = transport('${through}');
				const { signal } = new AbortController();
				const url = 'http://127.0.0.1:' + server.address().port + '/';
				const answer = await network.fetch(url, { method: 'GET', headers: {}, signal, limit: 99, begun() {} });
				const [slot, next] = slots();
				const { Agent } = await import('undici');
				const ours = [slot, next].filter((one) => one instanceof Agent).length;
				const { status, bytes } = answer;
				console.log(JSON.stringify({ text: bytes.toString(), status, filled: slot !== undefined, ours }));
				network.dispose();
				server.close();
			`;
			const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], {
				cwd: root,
				timeout: 20_000,
			});
			assert.deepEqual(JSON.parse(stdout), { text: 'here', status: 200, filled: true, ours: 0 });
		});
	}
});
