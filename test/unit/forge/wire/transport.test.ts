import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { announcedSizeAbove } from '../../../../src/forge/wire/transport.ts';
import { root } from '../../../tools/places.ts';

const run = promisify(execFile);

describe('the transport', () => {
	for (const [make, file] of [
		['plainTransport', 'test/kit/forge/plain-transport.ts'],
		['transport', 'src/forge/wire/transport.ts'],
	] as const) {
		it(`leaves the dispatcher of the process unchanged (${make})`, async () => {
			// Node itself sets the global dispatcher to load TypeScript, and when its HTTP server is imported. This program does neither.
			const { outputFiles } = await build({
				entryPoints: [join(root, file)],
				external: ['undici'],
				bundle: true,
				write: false,
				format: 'esm',
				platform: 'node',
			});
			const code = outputFiles[0]?.text ?? assert.fail();
			const program = `
				${code}
				import { createServer } from 'node:net';
				const slots = () => [1, 2].map((n) => globalThis[Symbol.for('undici.globalDispatcher.' + n)]);
				const before = slots().filter(Boolean).length;
				const answer = 'HTTP/1.1 200 OK\\r\\nContent-Length: 4\\r\\n\\r\\nhere';
				const server = createServer((socket) => socket.once('data', () => socket.end(answer)));
				await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
				const network = ${make}();
				const { signal } = new AbortController();
				const url = 'http://127.0.0.1:' + server.address().port + '/';
				const { bytes } = await network.fetch(url, {
					method: 'GET', headers: {}, signal, limit: 99, didBegin() {},
				});
				const [first, second] = slots();
				const { Agent } = await import('undici');
				const ours = [first, second].filter((one) => one instanceof Agent).length;
				console.log(JSON.stringify({ text: bytes.toString(), before, filled: first !== undefined, ours }));
				network.dispose();
				server.close();
			`;
			const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], {
				cwd: root,
				timeout: 20_000,
			});
			assert.deepEqual(JSON.parse(stdout), { text: 'here', before: 0, filled: true, ours: 0 });
		});
	}

	it('trusts the announced size of a body, except where the header is about another body', () => {
		const cases: readonly (readonly [status: number, length: string | null])[] = [
			[200, '11'],
			[200, '10'],
			[304, '11'],
			[200, null],
			[200, 'many'],
			[200, '9'.repeat(20)],
		];
		assert.deepEqual(
			cases.map(([status, length]) => announcedSizeAbove(10, status, length)),
			[11, undefined, undefined, undefined, undefined, undefined],
		);
	});
});
