import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import fs from 'node:fs';
import { readdir, stat, utimes } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { mock } from 'node:test';
import fc from 'fast-check';
import { fileName, textOfFileName } from '../../../../src/base/files/file-names.ts';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { onlyWhere } from '../../../tools/only-where.ts';

/** Any UTF-16 code unit, including lone surrogates. */
const anyCharacter = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));

describe('A file name', () => {
	it('is a single segment that cannot leave its folder, whatever the text', () => {
		const hostile = [
			'..',
			'.',
			'',
			'/',
			'\\',
			'C:',
			'a/../../b',
			'~ana/editor',
			'nul',
			'COM1',
			'a.',
			'a ',
			'\0',
		];
		const name = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: anyCharacter, maxLength: 300 }));
		fc.assert(
			fc.property(name, (text) => {
				const file = fileName(text);
				assert.match(file, /^[a-z0-9~_ %#-]+$/);
				assert.doesNotMatch(file, /^(con|prn|aux|nul|com\d|lpt\d)$| $/);
				assert.ok(file.length <= 255);
			}),
		);
	});

	it('differs for different texts, even on a file system that ignores case', () => {
		const texts = [
			'editor',
			'Editor',
			'EDITOR',
			'',
			'%',
			' ',
			'%20',
			'a ',
			'nul',
			'x'.repeat(200),
			'x'.repeat(201),
		];
		assert.equal(new Set(texts.map((text) => fileName(text).toLowerCase())).size, texts.length);
	});

	it('gives the text back, or for a long text, one with the same file name', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
				const back = textOfFileName(fileName(text));
				assert.equal(fileName(back ?? 'nothing'), fileName(text));
				if (fileName(text).length < 60) assert.equal(back, text.toWellFormed());
			}),
		);
	});
});

/** A watcher that ends with a failure. */
function brokenWatcher(): EventEmitter & { readonly close: () => void } {
	const watcher = Object.assign(new EventEmitter(), { close: () => {} });
	setImmediate(() => watcher.emit('error', new Error('made to fail')));
	return watcher;
}

describe('The file storage', () => {
	const { folder, storage } = stage();

	it('reads what was written, and undefined if there is no file', async () => {
		const kept = await storage();
		assert.equal(await kept.read(['a', '~ana/editor']), undefined);
		await kept.replace(['a', '~ana/editor'], 'one');
		await kept.append(['a', '~ana/editor'], ' two');
		assert.equal(await kept.read(['a', '~ana/editor']), 'one two');
		assert.deepEqual(
			(await kept.list(['a'])).map(({ name, size }) => [name, size]),
			[['~ana/editor', 7]],
		);
		assert.equal(await kept.move(['a', '~ana/editor'], ['b', 'x']), true);
		assert.equal(await kept.move(['a', '~ana/editor'], ['b', 'x']), false);
		assert.equal(await kept.read(['b', 'x']), 'one two');
		await kept.remove(['b', 'x']);
		await kept.remove(['b', 'x']);
		assert.deepEqual(await kept.list(['b']), []);
	});

	it('reads the bytes of a file as they were written, and undefined if there is no file', async () => {
		const kept = await storage();
		const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
		await kept.replace(['objects', 'x'], bytes);
		assert.deepEqual(Uint8Array.from((await kept.readBytes(['objects', 'x'])) ?? []), bytes);
		assert.equal(await kept.readBytes(['objects', 'y']), undefined);
	});

	it('lists a touched file as written now', async () => {
		const at = await folder();
		const kept = fileStorage(at, readable().log);
		await kept.replace(['x', 'a'], 'text');
		await utimes(join(at, 'x', 'a'), 1000, 1000);
		await kept.touch(['x', 'a']);
		await kept.touch(['x', 'missing']);
		const [{ name, written } = { name: '', written: 0 }] = await kept.list(['x']);
		assert.equal(name, 'a');
		assert.ok(written > 1_000_000);
	});

	onlyWhere(
		process.platform !== 'win32',
		'Windows has no such permissions',
		'keeps all files and folders from other users of the machine',
		(title) =>
			it(title, async () => {
				const at = await folder();
				const kept = fileStorage(join(at, 'storage'), readable().log);
				await kept.replace(['texts', 'a'], 'one');
				await kept.append(['logs', 'b'], 'two');
				await kept.move(['texts', 'a'], ['moved', 'c']);
				kept.watch(['watched'], () => {}).dispose();
				const modes: Record<string, number> = {};
				for (const name of await readdir(at, { recursive: true }))
					modes[name] = (await stat(join(at, name))).mode & 0o777;
				const folders = ['storage', 'storage/texts', 'storage/logs', 'storage/moved', 'storage/watched'];
				assert.deepEqual(modes, {
					...Object.fromEntries(folders.map((name) => [name, 0o700])),
					...{ 'storage/logs/b': 0o600, 'storage/moved/c': 0o600 },
				});
			}),
	);

	it('never shows part of a text while it is being replaced', async () => {
		const at = await folder();
		const [one, other] = [fileStorage(at, readable().log), fileStorage(at, readable().log)];
		const texts = ['a'.repeat(200_000), 'b'.repeat(100_000)];
		await one.replace(['x'], texts[0] ?? '');
		const writes = Promise.all(
			Array.from({ length: 20 }, (_, nth) => (nth % 2 ? one : other).replace(['x'], texts[nth % 2] ?? '')),
		);
		for (let nth = 0; nth < 20; nth++) assert.ok(texts.includes((await one.read(['x'])) ?? ''));
		await writes;
		assert.deepEqual(await readdir(at), ['x']);
	});

	for (const [what, failing] of [
		['cannot be watched', { watch: () => assert.fail('made to fail') }],
		['is no longer watched', { watch: () => brokenWatcher() }],
	] as const) {
		it(`reports regularly that a folder may have changed if it ${what}`, async () => {
			const { log, lines } = readable();
			const kept = fileStorage(await folder(), log);
			const { watch } = fs;
			mock.timers.enable({ apis: ['setInterval'] });
			try {
				Object.assign(fs, failing);
				syncBuiltinESMExports();
				let told = 0;
				const watching = kept.watch(['drafts'], () => told++);
				await new Promise(setImmediate);
				assert.match(lines[0]?.line ?? '', /drafts cannot be watched/);
				assert.equal(told, 0);
				mock.timers.tick(20_000);
				assert.equal(told, 2);
				watching.dispose();
				mock.timers.tick(20_000);
				assert.equal(told, 2);
			} finally {
				Object.assign(fs, { watch });
				syncBuiltinESMExports();
				mock.timers.reset();
			}
		});
	}
});
