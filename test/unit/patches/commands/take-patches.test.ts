import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Patch } from '../../../../src/mail/patch/patch.ts';
import type { CommandArguments } from '../../../../src/platform/view/command-arguments.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { acceptTicked, answerWith, takeCalls } from '../../../kit/window/editor.ts';
import { row } from '../../../kit/window/list-commands.ts';
import { temporaryFolder } from '../../../tools/places.ts';

const { copyAmCommand, quoted, saveAsMbox } = await import(
	'../../../../src/patches/commands/take-patches.ts'
);
const { Uri } = await import('vscode');

const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
const wrapping = { ...list, patchset: 12 };
const series = row('editor-devel', { kind: 'patchset', key: wrapping });

const subjectsIn = (mbox: string) =>
	[...mbox.matchAll(/^Subject: \[PATCH\] (.*)$/gm)].map(([, title]) => title);

describe('The patches of a row', () => {
	const { open } = demoLists();

	/** A window, a folder of the user's, and the rows of the patches of `wrapping`. */
	async function start() {
		const window = await open({ names: ['ana'] });
		const known = await window.cache('ana', 'editor-devel');
		await known.refresh();
		const version = known.threads.series
			.flatMap(({ chain }) => chain.versions)
			.find(({ patchsets }) => patchsets.includes(12));
		const patches = (version?.patches ?? []).map(({ mail: { id, messageId: message = '', subject } }) => ({
			title: subject.title,
			mail: id,
			row: row('editor-devel', { kind: 'patch', series: wrapping, mail: id, message }),
		}));
		assert.equal(patches.length, 3);
		const folder = temporaryFolder('take');
		const suggested: string[] = [];
		const save = (suggestion: unknown) => {
			suggested.push(
				String((suggestion as { readonly path?: string }).path)
					.split('/')
					.at(-1) ?? '',
			);
			return Uri.file(join(folder, 'a.mbox'));
		};
		const saved = () => readFileSync(join(folder, 'a.mbox'), 'utf8');
		return { ...window, patches, folder, suggested, save, saved };
	}

	it('are saved as an mbox, those of a series in their order', async () => {
		const { lists, patches, suggested, save, saved } = await start();
		answerWith(acceptTicked, save);
		await saveAsMbox([series], lists, undefined);
		assert.deepEqual(
			subjectsIn(saved()),
			patches.map(({ title }) => title),
		);
		assert.deepEqual(suggested, ['Wrap-long-lines-v3.mbox']);
		assert.deepEqual(takeCalls().slice(-1), ['status bar: Saved 3 patches']);
	});

	it('are those that the user has selected, each once, or those of the page in front', async () => {
		const { lists, patches, save, saved } = await start();
		const [first, second, third] = patches;
		const cases: readonly (readonly [CommandArguments, readonly (string | undefined)[]])[] = [
			[
				[third?.row, [third?.row, first?.row]],
				[first?.title, third?.title],
			],
			[[second?.row], [second?.title]],
			[[second?.row, [second?.row, series]], patches.map(({ title }) => title)],
			[[series, [series, second?.row]], patches.map(({ title }) => title)],
			[[], patches.map(({ title }) => title)],
		];
		for (const [args, titles] of cases) {
			// Not all of them have trailers to choose.
			const answer = (asked: unknown) => (Array.isArray(asked) ? acceptTicked(asked, {}) : save(asked));
			answerWith(answer, answer);
			await saveAsMbox(args, lists, wrapping);
			assert.deepEqual(subjectsIn(saved()), titles);
		}
	});

	it('are not saved if the user cancels, or if there are none', async () => {
		const { lists, folder } = await start();
		answerWith(() => undefined);
		await saveAsMbox([series], lists, undefined);
		takeCalls();
		await saveAsMbox([undefined], lists, wrapping);
		await saveAsMbox([], lists, undefined);
		assert.deepEqual(takeCalls(), [
			'status bar: The list changed. Try again.',
			'status bar: Select a patchset first.',
		]);
		assert.deepEqual(readdirSync(folder), []);
		const foreign = row('editor-devel', { kind: 'patchset', key: { ...wrapping, account: 'bob' } });
		await assert.rejects(saveAsMbox([foreign], lists, undefined), /signed out/);
	});

	it('are saved without those that are missing only if the user wants that', async () => {
		const { lists, patches, folder, save, saved } = await start();
		const account = lists.of('ana') ?? assert.fail();
		const { readVersion } = account.series;
		account.series.readVersion = async (...asked) => {
			const reading = await readVersion.apply(account.series, asked);
			const mails = new Map(reading.mails);
			mails.delete(patches[1]?.mail ?? assert.fail());
			return { ...reading, mails };
		};
		const args: CommandArguments = [series];
		answerWith(() => undefined);
		await saveAsMbox(args, lists, undefined);
		const [asked = ''] = takeCalls().filter((call) => call.startsWith('warning'));
		assert.match(asked, /1 patch is missing\..*Not read: 2\/3\. .*Save Without Them/s);
		assert.deepEqual(readdirSync(folder), []);
		answerWith(() => 'Save Without Them', acceptTicked, save);
		await saveAsMbox(args, lists, undefined);
		assert.deepEqual(subjectsIn(saved()), [patches[0]?.title, patches[2]?.title]);
	});

	it('of which a part could not be read are saved only if the user wants that', async () => {
		const { lists, patches, folder, save, saved } = await start();
		const account = lists.of('ana') ?? assert.fail();
		const { readVersion } = account.series;
		const { mail: second = assert.fail() } = patches[1] ?? {};
		const unreadable: readonly ((patch: Patch) => Patch)[] = [
			(patch) => ({ ...patch, warnings: ['diff-too-large'] }),
			(patch) => ({ ...patch, source: patch.source.replace('\n+', '\n+\ufffd') }),
		];
		for (const change of unreadable) {
			account.series.readVersion = async (...asked) => {
				const reading = await readVersion.apply(account.series, asked);
				const full = reading.mails.get(second) ?? assert.fail();
				const changed = { ...full, patches: full.patches.map(change) };
				return { ...reading, mails: new Map([...reading.mails, [second, changed]]) };
			};
			const args: CommandArguments = [series];
			takeCalls();
			answerWith(() => undefined);
			await saveAsMbox(args, lists, undefined);
			const [asked = ''] = takeCalls().filter((call) => call.startsWith('warning'));
			assert.match(asked, /1 patch is incomplete\..* 2\/3\. .*Save Anyway/s);
			assert.deepEqual(readdirSync(folder), []);
		}
		answerWith(() => 'Save Anyway', acceptTicked, save);
		await saveAsMbox([series], lists, undefined);
		assert.equal(subjectsIn(saved()).length, 3);
	});

	it('are saved with the trailers of replies, unless the user wants them without', async () => {
		const { lists, patches, folder, save, saved } = await start();
		const trailer = 'Reviewed-by: Bob Ellis <bob@example.org>\n---\n';
		const args: CommandArguments = [patches[0]?.row];
		answerWith(() => undefined);
		await saveAsMbox(args, lists, undefined);
		assert.deepEqual(readdirSync(folder), []);
		for (const [answer, hasTrailer] of [
			[acceptTicked, true],
			[() => [], false],
		] as const) {
			takeCalls();
			answerWith(answer, save);
			await saveAsMbox(args, lists, undefined);
			assert.match(
				takeCalls()[1] ?? '',
				/^pick: Save: 1 Patch: Trailers from replies .*: Reviewed-by: Bob Ellis/,
			);
			assert.equal(saved().includes(trailer), hasTrailer);
		}
	});

	it('are applied by a command that is copied, from a file', async () => {
		const { lists, patches } = await start();
		await copyAmCommand([patches[1]?.row], lists, undefined);
		const [copied = '', said] = takeCalls().slice(-2);
		const [, file = ''] = /^clipboard: git am -3 (\S+)$/.exec(copied) ?? assert.fail(copied);
		assert.deepEqual(subjectsIn(readFileSync(file, 'utf8')), [patches[1]?.title]);
		assert.equal(said, 'status bar: Command copied. It applies 1 patch.');
	});
});

describe('A path in a command', () => {
	for (const [path, platform, word] of [
		['/tmp/a-1/b.mbox', 'linux', '/tmp/a-1/b.mbox'],
		['/Users/Zoë/a b.mbox', 'darwin', "'/Users/Zoë/a b.mbox'"],
		["/tmp/it's", 'linux', "'/tmp/it'\\''s'"],
		// In quotes, fish reads two backslashes as one.
		['/tmp/a\\\\b', 'linux', "'/tmp/a'\\\\''\\\\'b'"],
		['/tmp/$(x)', 'linux', "'/tmp/$(x)'"],
		['C:\\Temp\\a b.mbox', 'win32', '"C:\\Temp\\a b.mbox"'],
	] as const)
		it(`is one word: ${path}`, () => assert.equal(quoted(path, platform), word));
});
