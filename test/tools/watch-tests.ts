import { watch } from 'node:fs';
import { join } from 'node:path';
import { root } from './places.ts';
import { Background } from './processes.ts';

/** How long to wait after a change, because an editor may save several files. */
const pauseMs = 200;

/** Runs the tests that reach what has changed, now and after each further change. Never ends. */
export async function watchTests(grep: string | undefined): Promise<never> {
	let changes = Promise.withResolvers<void>();
	for (const folder of ['src', 'media', 'test'])
		watch(join(root, folder), { recursive: true }, () => changes.resolve());
	// Settings such as package.json.
	watch(root, (_, name) => {
		if (/\.(json|mjs)$/.test(name ?? '')) changes.resolve();
	});
	while (true) {
		const args = [
			join(root, 'test/scripts/run.mjs'),
			'unit',
			'--changed',
			...(grep === undefined ? [] : ['--grep', grep]),
		];
		const tests = new Background(process.execPath, args, { onLine: (line) => console.log(line) });
		await Promise.race([tests.exited, changes.promise]);
		await tests.stop();
		await changes.promise;
		await new Promise((resolve) => setTimeout(resolve, pauseMs));
		changes = Promise.withResolvers<void>();
		console.log('\n--- A file has changed');
	}
}
