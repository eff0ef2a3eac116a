import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../tools/places.ts';

/** Runs a program in a process of its own. Returns what it prints last. */
async function run(address: string, ...given: readonly string[]) {
	const { stdout } = await promisify(execFile)(
		process.execPath,
		['--no-warnings', fileURLToPath(address), temporaryFolder('window'), ...given],
		{ timeout: 60_000 },
	);
	return JSON.parse(stdout.split('\n').at(-1) ?? '');
}

describe('The extension in a window', function () {
	this.timeout(150_000);
	let found: { readonly seen: unknown; readonly texts: unknown; readonly watched: readonly string[] };
	before(async () => {
		found = await run(import.meta.resolve('./extension-process.ts'));
	});

	it('shows what another window has written when it gets the focus, where files cannot be watched', () => {
		assert.equal(found.seen, 'By another window.');
	});

	it('tries to watch the sessions of other windows', () => {
		assert.equal(found.watched.includes('sessions'), true, found.watched.join());
	});

	it('has the last letter on the disk when it is deactivated', () => {
		assert.deepEqual(found.texts, ['The last words.']);
	});

	it('reads and keeps a mail of the last session without an account', async () => {
		const [read, kept] = await run(import.meta.resolve('./mail-process.ts'));
		assert.match(read, /^Subject: Re: Mail 1\n[\s\S]*\n\nText 1\n$/);
		assert.equal(kept, `${read}More.\n`);
	});

	it('sends a change that can still be undone to the sample forge before both end', async () => {
		assert.deepEqual(await run(import.meta.resolve('./sample-process.ts')), {
			before: 'reported',
			after: 'confirmed',
		});
	});
});
