import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import type { Draft } from '../../../../../src/platform/state/drafts/draft.ts';
import { DraftFiles } from '../../../../../src/platform/state/drafts/draft-files.ts';
import { DraftReader } from '../../../../../src/platform/state/drafts/draft-reader.ts';
import { DraftTrash } from '../../../../../src/platform/state/drafts/draft-trash.ts';
import { DurableWrites } from '../../../../../src/platform/state/store/durable-writes.ts';
import { fileStorage } from '../../../../../src/platform/state/store/files.ts';
import { readable, stage } from '../../../tickets/state/forge.ts';
import { type Letter, type LetterKey, letter, letters, written } from '../letters.ts';

const draft = (text: string): Draft<LetterKey, Letter> => ({
	...written(letter, text),
	saved: 1,
});
const textOf = (one: string) => JSON.stringify(draft(one));

describe('The files of drafts', () => {
	const { folder, ending } = stage();

	/** The files of one window. */
	async function open(at: string) {
		const { log, lines } = readable();
		const storage = fileStorage(at, log);
		const lifetime = new Lifetime();
		ending(() => lifetime.dispose());
		const reader = new DraftReader({ storage, format: letters, lifetime, log, now: () => 7 });
		const discarded = new DraftTrash(storage, letters, () => 1_800_000_000_000);
		const durable = new DurableWrites(storage, lifetime, log);
		const made = new DraftFiles({ storage, format: letters, reader, discarded, durable, log });
		const stored = async () => {
			const [one = assert.fail('there is no file')] = await made.list();
			return one;
		};
		return { files: made, storage, reader, discarded, lines, stored };
	}

	it('are read once for each change by another window, and not for changes of this one', async () => {
		const at = await folder();
		const [one, other] = [await open(at), await open(at)];
		const never = () => false;
		await one.files.write('a', draft('Mine.'));
		assert.deepEqual(one.files.seen('a'), { text: textOf('Mine.'), isOurs: true });
		assert.equal(await one.files.readIfChanged(await one.stored(), never), undefined);
		assert.deepEqual(await other.files.readIfChanged(await other.stored(), never), draft('Mine.'));
		assert.equal(await other.files.readIfChanged(await other.stored(), never), undefined);
		assert.deepEqual(other.files.seen('a'), { text: textOf('Mine.'), isOurs: false });
		other.files.forget('a');
		assert.equal(other.files.seen('a'), undefined);
		assert.deepEqual(await other.files.readIfChanged(await other.stored(), never), draft('Mine.'));
	});

	it('are not taken over if this window has written meanwhile, and are read again later', async () => {
		const at = await folder();
		const [one, other] = [await open(at), await open(at)];
		await one.files.write('a', draft('Mine.'));
		assert.equal(await other.files.readIfChanged(await other.stored(), () => true), undefined);
		assert.equal(other.files.seen('a'), undefined);
		assert.deepEqual(await other.files.readIfChanged(await other.stored(), () => false), draft('Mine.'));
	});

	const overwritten: readonly [what: string, text: string, isKept: boolean][] = [
		['is kept with the discarded drafts', 'Another text.', true],
		['is not kept if the new draft continues it', 'Mine. And more.', false],
	];
	for (const [what, text, isKept] of overwritten) {
		it(`of another window that one overwrites ${what}`, async () => {
			const at = await folder();
			const [one, other] = [await open(at), await open(at)];
			await one.files.write('a', draft('Mine.'));
			await other.files.write('a', draft(text));
			assert.equal(await one.storage.read(['drafts', 'a']), textOf(text));
			assert.equal((await other.discarded.last('a'))?.draft.body.text, isKept ? 'Mine.' : undefined);
			assert.equal(other.lines.length, isKept ? 1 : 0);
		});
	}

	it('are removed unless another window has changed them since', async () => {
		const at = await folder();
		const [one, other] = [await open(at), await open(at)];
		await one.files.write('a', draft('Mine.'));
		assert.equal(await other.files.clear('a'), false);
		assert.equal(await one.storage.read(['drafts', 'a']), textOf('Mine.'));
		assert.equal(await one.files.clear('a'), true);
		assert.deepEqual(await one.files.list(), []);
		assert.equal(await one.files.clear('a'), true);
	});

	it('are checked for what another window has done since, and the text that is not sent is kept', async () => {
		const at = await folder();
		const [one, other] = [await open(at), await open(at)];
		await one.files.write('a', draft('Mine.'));
		const before = one.files.seen('a') ?? assert.fail();
		const check = (text: string) => one.files.checkForOtherWindow('a', before, draft(text));
		await check('Mine, too.');
		await other.files.write('a', draft('Mine. And more.'));
		assert.equal(await one.discarded.last('a'), undefined);
		await assert.rejects(check('Mine, too.'), /was changed in another window/);
		assert.deepEqual((await one.discarded.last('a'))?.draft, draft('Mine, too.'));
		await check('Mine. And more. And more.');
		await other.files.clear('a');
		await assert.rejects(check('Mine, too.'), /has sent or discarded this draft/);
		await mkdir(join(at, 'drafts', 'a'));
		await check('Mine, too.');
	});
});
