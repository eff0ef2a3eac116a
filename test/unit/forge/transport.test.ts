import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { root } from '../../tools/places.ts';

const run = promisify(execFile);

describe('the transport', () => {
	for (const make of ['plainTransport', 'transport']) {
		it(`leaves the process's own dispatcher alone, ${make}`, async () => {
			const source = ['transport', 'plain-transport']
				.map((name) => readFileSync(join(root, `src/forge/${name}.ts`), 'utf8'))
				.join('\n')
				.replace(/^import \{[^}]*\} from '\.\/transport\.ts';$/m, '');
			// Node itself fills the slot to load TypeScript, and for whoever imports its HTTP server: this does neither.
			const { code } = await transform(source, { loader: 'ts', format: 'esm' });
			const program = `
				${code.replace('"./undici.ts"', '"undici"')}
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
					method: 'GET', headers: {}, signal, limit: 99, begun() {},
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
});
