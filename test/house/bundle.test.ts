import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { bundleHost } from '../../build.mjs';

const limit = 120 * 1024;
const entry = 'dist/extension.cjs';

/** The chunks that `activate` loads: the entry and what it imports statically, and so on. */
function loadedAtStart(outputs: Awaited<ReturnType<typeof bundleHost>>['metafile']['outputs']): string[] {
	const loaded = new Set<string>([entry]);
	for (const path of loaded) {
		for (const { path: target, kind } of outputs[path]?.imports ?? []) {
			if (kind !== 'dynamic-import' && outputs[target]) loaded.add(target);
		}
	}
	return [...loaded];
}

describe('What activation loads', () => {
	it(`is at most ${limit / 1024} KB`, async () => {
		const { outputs, metafile } = await bundleHost({ production: true });
		const names = new Set(loadedAtStart(metafile.outputs).map((path) => basename(path)));
		const bytes = outputs
			.filter(({ path }) => names.has(basename(path)))
			.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
		assert.ok(bytes > 0, 'nothing was measured');
		assert.ok(bytes <= limit, `It is ${bytes} bytes. Load what is heavy by import() where it is first used.`);
	});

	for (const heavy of ['undici', 'valibot', 'markdown-it', 'nodemailer', 'src/sandbox', 'src/signin']) {
		it(`does not hold ${heavy}`, async () => {
			const { metafile } = await bundleHost({ production: false });
			const inputs = loadedAtStart(metafile.outputs).flatMap((path) =>
				Object.keys(metafile.outputs[path]?.inputs ?? {}),
			);
			assert.ok(inputs.includes('src/extension.ts'), 'nothing was measured');
			assert.deepEqual(
				inputs.filter((path) => path.includes(`${heavy}/`)),
				[],
				`Load ${heavy} by import() where it is first used.`,
			);
		});
	}
});
