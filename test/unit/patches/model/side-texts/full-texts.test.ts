import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyHunks } from '../../../../../src/patches/model/side-texts/apply-hunks.ts';
import { fullTexts } from '../../../../../src/patches/model/side-texts/full-texts.ts';
import { blobId } from '../../../../../src/platform/git/blob-id.ts';
import { parsed } from '../../../../kit/mails/diff-text.ts';
import { type GitFolder, inGitFolder } from '../../../../kit/mails/git-folder.ts';

const idOf = (content: string) => blobId(Buffer.from(content), '');
const hasId = (content: string, id: string) => idOf(content).startsWith(id);

/** What git makes of two contents. */
function diffOf({ git }: GitFolder, old: string, current: string, context = 3): string {
	const store = (content: string) => git(['hash-object', '-w', '--stdin', '--no-filters'], content).trim();
	return git(['diff', `-U${context}`, store(old), store(current)]);
}

/** As if both contents had the same name. */
function fileOf(source: string) {
	const [file] = parsed(source).files;
	assert.ok(file);
	return { ...file, status: 'M' as const, old: 'x.c', new: 'x.c' };
}

const old = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n';
const current = old.replace('two', 'TWO').replace('nine\n', 'nine\nten');

describe('The whole texts of a changed file', () => {
	const read = (...known: readonly string[]) => {
		const asked: string[] = [];
		const readKnown = async (id: string, path: string) => {
			asked.push(path);
			return known.find((content) => hasId(content, id));
		};
		return { asked, read: readKnown };
	};

	it('follow from either side, if both then have the IDs of the diff', async () => {
		const source = inGitFolder((folder) => diffOf(folder, old, current));
		const file = fileOf(source);
		for (const known of [[old], [current], [old, current]]) {
			const texts = await fullTexts({ source, file, hasId, ...read(...known) });
			assert.deepEqual(texts, { old, new: current });
		}
		assert.equal(await fullTexts({ source, file, hasId, ...read() }), undefined);
	});

	it('are not those of another file, even if a source claims that it has the ID', async () => {
		const source = inGitFolder((folder) => diffOf(folder, old, current));
		const file = fileOf(source);
		for (const other of ['other\n', `${old}more\n`, old.replace('five', 'FIVE')]) {
			const claimed = { source, file, hasId, read: async () => other };
			assert.equal(await fullTexts(claimed), undefined);
			// The hunks fit, but the result has another ID.
			assert.equal(
				await fullTexts({ ...claimed, hasId: (content, id) => content === other || hasId(content, id) }),
				undefined,
			);
		}
	});

	it('are not looked for if the ID is missing or short, or if the mail has the whole file', async () => {
		const source = inGitFolder((folder) => diffOf(folder, old, current));
		const file = fileOf(source);
		const cases = [
			{ ...file, oldId: undefined },
			{ ...file, oldId: file.oldId?.slice(0, 4) },
			{ ...file, newId: '--output=x' },
			{ ...file, status: 'A' as const },
			{ ...file, binary: 'none' as const },
			{ ...file, isCombined: true },
		];
		for (const one of cases) {
			const known = read(old, current);
			assert.equal(await fullTexts({ source, file: one, hasId, ...known }), undefined);
			assert.deepEqual(known.asked, []);
		}
	});

	it('follow from the new content, which a later patch may need, also that of a new file', async () => {
		const source = inGitFolder((folder) => diffOf(folder, old, current));
		const added = inGitFolder((folder) => diffOf(folder, '', current));
		const found: string[] = [];
		const options = { hasId, didFind: (content: string) => found.push(content) };
		for (const known of [[old], [current], []])
			await fullTexts({ source, file: fileOf(source), ...options, ...read(...known) });
		const file = { ...fileOf(added), status: 'A' as const };
		assert.equal(await fullTexts({ source: added, file, ...options, ...read() }), undefined);
		await fullTexts({ source: added, file: { ...file, newId: '0123456' }, ...options, ...read() });
		assert.deepEqual(found, [current, current, current]);
	});

	it('show a carriage return unless all lines end with it', async () => {
		const windows = old.replaceAll('\n', '\r\n');
		const source = inGitFolder((folder) => diffOf(folder, windows, old));
		const texts = await fullTexts({ source, file: fileOf(source), hasId, ...read(old) });
		assert.deepEqual(texts, { old: windows.replaceAll('\r', '\u240d'), new: old });
	});
});

describe('Hunks of git', () => {
	it('give one side from the other, and fit no other content', () => {
		const line = fc.constantFrom('', 'a', 'b', '}', 'c\r', 'd\re');
		const content = fc
			.tuple(fc.array(line, { maxLength: 40 }), fc.boolean())
			.map(([lines, endsWithBreak]) => `${lines.join('\n')}${lines.length > 0 && endsWithBreak ? '\n' : ''}`);
		inGitFolder((folder) => {
			fc.assert(
				fc.property(content, content, fc.nat(4), (one, other, context) => {
					const source = diffOf(folder, one, other, context);
					const [file] = parsed(source).files;
					if (!file) return;
					assert.equal(applyHunks(one, source, file.hunks, 'old'), other);
					assert.equal(applyHunks(other, source, file.hunks, 'new'), one);
					assert.notEqual(applyHunks(`x\n${one}`, source, file.hunks, 'old'), other);
				}),
				{ numRuns: 40 },
			);
		});
	}).timeout(60_000);
});
