import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { AllSeries } from '../../../../src/patches/commands/find/all-series.ts';
import { findByNumber, onlyChoice } from '../../../../src/patches/commands/find/find-by-number.ts';
import { foundSeriesRows } from '../../../../src/patches/commands/find/find-series-rows.ts';
import { lookUpSeries, parseSeriesLookup } from '../../../../src/patches/commands/find/series-lookup.ts';
import { addressOfPage } from '../../../../src/patches/commands/page-links.ts';
import type { OpenSeriesOptions } from '../../../../src/patches/commands/series-pages.ts';
import {
	type DiffDocument,
	formatDocument,
} from '../../../../src/patches/model/side-texts/document-address.ts';
import { openDiffDocuments } from '../../../../src/patches/state/documents/diff-documents.ts';
import type { ListCache } from '../../../../src/patches/state/lists/list-cache.ts';
import { idOfList, type SeriesKey } from '../../../../src/platform/model/keys.ts';
import { allQuirks } from '../../../../src/sandbox/server/drift.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { projectItems } from '../../../kit/items/project-items.ts';
import type { Name } from '../../../kit/window/demo-window.ts';
import {
	answerWith,
	changeEditor,
	choose,
	enter,
	made,
	passTurns,
	setSetting,
	signInOffer,
	takeCalls,
} from '../../../kit/window/editor.ts';
import { row } from '../../../kit/window/list-commands.ts';
import { until } from '../../../tools/until.ts';

const { followPatchEditors } = await import('../../../../src/patches/commands/patch-editors.ts');
const { ThemeIcon } = await import('vscode');
const { SeriesCommands } = await import('../../../../src/patches/commands/series-commands.ts');

const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
const wrapping = { ...list, patchset: 12 };

/** Opens a window with the commands, whose pages are only recorded. */
function seriesCommands(quirks: Parameters<typeof demoLists>[0] = []) {
	const { open, forge } = demoLists(quirks);
	return {
		forge,
		open: async (...names: readonly Name[]) => {
			const window = await open({ names });
			const opened: (readonly [SeriesKey, OpenSeriesOptions | undefined])[] = [];
			const steps: string[] = [];
			const pages = {
				open: async (key: SeriesKey, options?: OpenSeriesOptions) => void opened.push([key, options]),
				go: (step: 1 | -1) => steps.push(`go ${step}`) > 0,
				preview: async (step: 1 | -1) => void steps.push(`preview ${step}`),
			};
			const front: { key?: SeriesKey; showsNetDiff?: boolean } = {};
			const diffs: (readonly [title: string, subjects: readonly string[]])[] = [];
			const files: (readonly [path: string | undefined, line: number | null])[] = [];
			const commands = new SeriesCommands({
				lists: window.lists,
				pages: {
					...pages,
					get active() {
						return front.key;
					},
				},
				diffs: {
					open: async ({ title, patches }) =>
						void diffs.push([title, patches.map(({ patch }) => patch.subject.title)]),
					openNet: async ({ title, files }) =>
						void diffs.push([title, files.map(({ file }) => file.new ?? '')]),
					showsNetDiff: () => front.showsNetDiff === true,
				},
				documents: openDiffDocuments(window.lists, () => async () => undefined, window.log),
				goToFile: async ({ file, line }) => void files.push([file.new, line]),
			});
			return { ...window, commands, opened, steps, front, diffs, files };
		},
	};
}

const devel = (about: object = {}) => row('editor-devel', about);

describe('The row of a series', () => {
	const { open } = seriesCommands();
	const patchset = devel({ kind: 'patchset', key: wrapping, listId: 'group' });

	for (const [how, key, preserveFocus, stays] of [
		['a click', undefined, true, true],
		['Space', 'space', true, false],
		['Enter', 'enter', false, false],
	] as const) {
		it(`${preserveFocus ? 'is previewed' : 'gets the focus'} by ${how}`, async () => {
			const { commands, opened } = await open('ana');
			commands.pressRowKey(key);
			await commands.openRow([patchset]);
			assert.deepEqual(opened, [[wrapping, { listId: 'group', mail: undefined, preserveFocus, stays }]]);
		});
	}

	it('gets the focus by a double click', async () => {
		const { commands, opened } = await open('ana');
		setSetting('workbench.list.openMode', 'doubleClick');
		await commands.openRow([patchset]);
		assert.equal(opened[0]?.[1]?.preserveFocus, false);
	});

	it('is opened by a click on one patch after a click on another, which is no double click', async () => {
		const { commands, opened } = await open('ana');
		for (const mail of [7, 8])
			await commands.openRow([devel({ kind: 'patch', series: wrapping, mail, message: '' })]);
		assert.deepEqual(
			opened.map(([key, options]) => [key, options?.mail, options?.preserveFocus]),
			[
				[wrapping, 7, true],
				[wrapping, 8, true],
			],
		);
	});

	it('is followed by the next one: on its page, or previewed from the view', async () => {
		const { commands, steps } = await open('ana');
		await commands.go(1, {});
		await commands.go(-1, { preserveFocus: true });
		assert.deepEqual(steps, ['go 1', 'preview -1']);
	});

	it('opens a thread by its mail, and a version at its patch', async () => {
		const { commands, opened } = await open('ana');
		await commands.open([devel({ kind: 'thread', list, mail: 7, message: '<7@mail.test>' })]);
		await commands.open([devel({ kind: 'patch', series: wrapping, mail: 7, message: '<7@mail.test>' })]);
		await commands.openRow([devel()]);
		assert.deepEqual(
			opened.map(([key, options]) => [key, options?.mail]),
			[
				[{ ...list, mail: 7 }, undefined],
				[wrapping, 7],
			],
		);
		await commands.open([undefined]);
		assert.deepEqual(takeCalls(), ['status bar: The list changed. Try again.']);
	});
});

describe('Open in Diff Editor', () => {
	const { open } = seriesCommands();

	it('opens the patchset or the patch of a row, or the patchset of the page in front', async () => {
		const { commands, diffs, front, cache } = await open('ana');
		await (await cache('ana', 'editor-devel')).refresh();
		await commands.openDiff([devel({ kind: 'patchset', key: wrapping })]);
		const [[title, all] = assert.fail()] = diffs;
		assert.deepEqual([title, all.length], ['Wrap long lines', 3]);
		const known = await cache('ana', 'editor-devel');
		const [, second] =
			known.threads.series
				.flatMap(({ chain }) => chain.versions)
				.find(({ patchsets }) => patchsets.includes(12))?.patches ?? [];
		const { id: mail = 0, messageId: message = '' } = second?.mail ?? {};
		await commands.openDiff([devel({ kind: 'patch', series: wrapping, mail, message })]);
		front.key = wrapping;
		await commands.openDiff([]);
		front.showsNetDiff = true;
		await commands.openDiff([]);
		await commands.openDiff([devel({ kind: 'patch', series: wrapping, mail, message })]);
		assert.deepEqual(diffs.slice(1), [
			['Wrap long lines', [all[1]]],
			['Wrap long lines', all],
			['v3 Wrap long lines (all changes)', diffs[3]?.[1]],
			['Wrap long lines', [all[1]]],
		]);
		assert.ok((diffs[3]?.[1].length ?? 0) > 0);
	});

	it('opens nothing if the row is gone, if there is no patchset, or if the account is signed out', async () => {
		const { commands, diffs } = await open('ana');
		await commands.openDiff([undefined]);
		await commands.openDiff([]);
		assert.deepEqual(takeCalls(), [
			'status bar: The list changed. Try again.',
			'status bar: Select a patchset first.',
		]);
		const foreign = { ...wrapping, account: 'bob' };
		await assert.rejects(commands.openDiff([devel({ kind: 'patchset', key: foreign })]), /signed out/);
		assert.deepEqual(diffs, []);
	});
});

describe('The patch in the text editor', () => {
	const { open } = seriesCommands();
	/** A patch of `wrapping` to a file in C, and that file. */
	async function secondPatch(cache: ListCache) {
		await cache.refresh();
		await cache.readPatches(wrapping.patchset);
		const versions = cache.threads.series.flatMap(({ chain }) => chain.versions);
		const version = versions.find(({ patchsets }) => patchsets.includes(wrapping.patchset));
		const patch = { ...list, mail: version?.patches[1]?.mail.id ?? assert.fail(), patch: 0 };
		return { patch, file: { ...patch, file: 0 } };
	}
	const show = (document: DiffDocument, line: number) =>
		changeEditor({
			document: { uri: { scheme: 'tildeforge-patch', query: formatDocument(document) } },
			selection: { active: { line: line - 1 } },
		});
	afterEach(() => changeEditor(undefined));

	it('is a local file, at the line of the cursor', async () => {
		const { commands, files, cache } = await open('ana');
		const { file } = await secondPatch(await cache('ana', 'editor-devel'));
		for (const document of [
			{ kind: 'file', file, side: 'new' },
			{ kind: 'file', file, side: 'old' },
			{ kind: 'version', old: undefined, new: file, side: 'old' },
			{ kind: 'version', old: file, new: file, side: 'old' },
			{ kind: 'net', changes: [file], side: 'new' },
			{ kind: 'net', changes: [file], side: 'old' },
		] as const) {
			show(document, 200);
			await commands.goToFile();
		}
		const [[path, line] = assert.fail(), [, oldLine] = assert.fail()] = files;
		assert.deepEqual([path, line], ['src/main.c', 200]);
		assert.ok(oldLine && oldLine !== 200);
		assert.deepEqual(
			files.map(([, at]) => at),
			[200, oldLine, oldLine, 200, 200, oldLine],
		);
	});

	it('has a page, at its file or message', async () => {
		const { commands, opened, cache } = await open('ana');
		const { patch, file } = await secondPatch(await cache('ana', 'editor-devel'));
		const { mail } = patch;
		show({ kind: 'file', file, side: 'old' }, 1);
		await commands.showPage();
		show({ kind: 'message', patch }, 1);
		await commands.showPage();
		assert.deepEqual(opened, [
			[wrapping, { mail, part: { patch: 0, file: 0 } }],
			[wrapping, { mail, part: { patch: 0 } }],
		]);
		show({ kind: 'message', patch: { ...patch, account: 'bob' } }, 1);
		await assert.rejects(commands.showPage(), /signed out/);
	});

	it('has the commands in menus, and only there', async () => {
		const context = (isIn: boolean) => [`command: setContext: tildeforge.isInPatch: ${isIn}`];
		const file = { document: { uri: { scheme: 'file', query: '' } }, selection: {} };
		changeEditor(undefined);
		const following = followPatchEditors();
		// The editor may have kept it from before the extensions were restarted.
		assert.deepEqual(takeCalls(), context(false));
		changeEditor(file);
		assert.deepEqual(takeCalls(), []);
		show({ kind: 'message', patch: { ...list, mail: 1, patch: 0 } }, 1);
		assert.deepEqual(takeCalls(), context(true));
		changeEditor(file);
		assert.deepEqual(takeCalls(), context(false));
		show({ kind: 'message', patch: { ...list, mail: 1, patch: 0 } }, 1);
		assert.deepEqual(takeCalls(), context(true));
		following.dispose();
		assert.deepEqual(takeCalls(), context(false));
	});

	it('has them only in its own title bar and menu, not in those of other editors', () => {
		const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
		for (const menu of ['editor/title', 'editor/context']) {
			const conditions: readonly { readonly command: string; readonly when: string }[] =
				manifest.contributes.menus[menu];
			const found = conditions.filter(({ command }) => /goToPatchFile|showInPatchset/.test(command));
			assert.equal(found.length, 2);
			// VS Code has one value of the key for the whole window, and one of these for each editor group.
			for (const { when } of found)
				for (const part of when.split('||')) assert.match(part, /activeEditor|resourceScheme/);
		}
	});

	it('is needed for both', async () => {
		const { commands, files, opened } = await open('ana');
		await commands.goToFile();
		await commands.showPage();
		show({ kind: 'message', patch: { ...list, mail: 1, patch: 0 } }, 1);
		await commands.goToFile();
		await passTurns();
		assert.deepEqual([files, opened], [[], []]);
		assert.deepEqual(takeCalls(), [
			'information: Place the cursor in a file of the patch first.',
			'information: Place the cursor in a file or message of the patch first.',
			'information: Place the cursor in a file of the patch first.',
		]);
	});
});

describe('The page in front', () => {
	const { open, forge } = seriesCommands();

	it('is opened in the browser, and its link is copied', async () => {
		const { commands, front, reader, lists } = await open('ana');
		await commands.openOnWeb();
		await commands.copyLink();
		assert.deepEqual(takeCalls(), []);
		front.key = wrapping;
		await commands.openOnWeb();
		await commands.copyLink();
		const mails = `${forge().addresses.lists}/~ana/editor-devel`;
		assert.deepEqual(takeCalls(), [
			`browser: ${mails}/patches/12`,
			`clipboard: ${mails}/patches/12`,
			'status bar: Link copied',
		]);
		front.key = { ...list, mail: 103 };
		await assert.rejects(commands.openOnWeb(), /isn't loaded yet/);
		await reader(front.key).refresh(new AbortController().signal);
		assert.match(addressOfPage(lists, front.key), /\/%3C20260201174000\.1\.soeren%40example\.org%3E$/);
		front.key = { ...wrapping, account: 'bob' };
		await assert.rejects(commands.copyLink(), /signed out/);
	});
});

for (const quirks of [[], allQuirks]) {
	const kind = quirks.length > 0 ? 'a real server' : 'a strict server';
	describe(`Open Patchset or Mail on ${kind}`, () => {
		const { open, forge } = seriesCommands(quirks);
		const cover = '<20260201174000.1.soeren@example.org>';

		for (const [what, text, path] of [
			['the address of a patchset', '', '/~ana/editor-devel/patches/12'],
			['its list and number', '~ana/editor-devel 12', ''],
		] as const) {
			it(`takes ${what}`, async () => {
				const { commands, opened } = await open('ana');
				await commands.openByName(text || `${forge().addresses.lists}${path}`);
				assert.deepEqual(opened, [[wrapping, { mail: undefined }]]);
			});
		}

		it('takes a Message-ID or the address of a mail, and asks again if there is no such mail', async () => {
			const { commands, opened } = await open('ana');
			const address = `${forge().addresses.lists}/~ana/editor-devel/${encodeURIComponent(cover)}`;
			for (const text of [cover, cover.slice(1, -1), address]) {
				answerWith(enter('my patch'), enter('<none@mail.test>'), enter(text));
				await commands.openByName();
			}
			const key = { ...list, mail: 103 };
			assert.deepEqual(
				opened.map(([one, options]) => [one, options?.mail]),
				[1, 2, 3].map(() => [key, 103]),
			);
			const [first = '', second = '', , third = ''] = takeCalls();
			assert.match(first, /^input: Open Patchset or Mail: Enter the URL of a patchset or mail/);
			assert.match(second, /: Not recognized\. Enter the URL .*: my patch$/);
			assert.match(third, /found.*: <none@mail\.test>$/);
		});
	});
}

describe('Open Patchset or Mail with only a number', () => {
	const { open } = seriesCommands();
	const dialogs = () => takeCalls().filter((call) => !call.startsWith('progress'));
	const select = 'pick: Open Patchset or Mail: Select the mailing list of patchset #12: ';
	const devel = '$(mail) ~ana/editor-devel';
	const announce = '$(mail) ~ana/editor-announce';
	const other = '$(edit) Another Mailing List…';

	it('opens the patchset that is known to have it, without a request', async () => {
		const { commands, opened, cache, cut, asked } = await open('ana', 'bob');
		for (const name of ['ana', 'bob'] as const) await (await cache(name, 'editor-devel')).refresh();
		// What the accounts subscribe to is not known yet.
		await commands.openByName('12');
		takeCalls();
		cut(true);
		const count = asked().length;
		for (const text of ['12', '#12']) await commands.openByName(text);
		assert.deepEqual(
			opened.map(([key]) => key),
			[wrapping, wrapping, wrapping],
		);
		assert.deepEqual([dialogs(), asked().length], [[], count]);
	});

	it('asks for the list if it is not known, and asks the forge only for the chosen one', async () => {
		const { commands, opened, forget, asked } = await open('ana');
		await commands.openByName('5');
		takeCalls();
		forget();
		answerWith(choose('announce'), choose('devel'));
		await commands.openByName('#12');
		assert.deepEqual(opened, [[wrapping, { mail: undefined }]]);
		assert.deepEqual(asked(), ['/lists/editor-announce/patchsets/12', '/lists/editor-devel/patchsets/12']);
		const again =
			"pick: Open Patchset or Mail: ~ana/editor-announce has no patchset #12, or you can't see it. Select another mailing list: ";
		assert.deepEqual(dialogs(), [
			`${select}${announce} (forge.test) | ${devel} (forge.test) | ${other}`,
			`${again}${devel} (forge.test) | ${other}`,
		]);
	});

	it('asks for the list in a box that stays while the user is elsewhere', async () => {
		const { commands } = await open('ana');
		const stays: unknown[] = [];
		answerWith((_items, options) => {
			stays.push(Reflect.get(Object(options), 'ignoreFocusOut'));
			return undefined;
		});
		await commands.openByName('#12');
		assert.deepEqual(stays, [true]);
		takeCalls();
	});

	it('says what to type if no known list has it', async () => {
		const { commands, opened } = await open('ana');
		for (const answers of [[choose('Another')], [choose('announce'), choose('devel')]]) {
			answerWith(...answers, enter('~ana/editor-devel#12'));
			await commands.openByName('#99');
		}
		assert.equal(opened.length, 2);
		const [, asked, , , askedAgain] = dialogs();
		assert.equal(
			asked,
			'input: Open Patchset or Mail: Enter the patchset with its mailing list, such as ~owner/list#99.: #99',
		);
		assert.equal(
			askedAgain,
			"input: Open Patchset or Mail: ~ana/editor-devel has no patchset #99, or you can't see it. For another mailing list, enter ~owner/list#99.: #99",
		);
	});

	it('can be cancelled, and fails with the reason if the lists cannot be read', async () => {
		const { commands, opened, cut } = await open('ana');
		await commands.openByName('12');
		assert.deepEqual([opened, dialogs().length], [[], 1]);
		const offline = await open('ana');
		offline.cut(true);
		cut(true);
		await offline.commands.openByName('12');
		assert.match(dialogs().join(), /^input: Open Patchset or Mail: .*connect.*: 12$/);
	});

	it('names the known patchset of each list that has it', async () => {
		const { lists, cache } = await open('ana');
		await (await cache('ana', 'editor-devel')).refresh();
		const found = await findByNumber(12, { accounts: lists.accounts });
		assert.deepEqual(
			found.map(({ list, description, isKnown }) => [list, description, isKnown]),
			[
				['~ana/editor-devel', 'Wrap long lines · v3 · Proposed', true],
				['~ana/editor-announce', 'forge.test', false],
			],
		);
		const [known = assert.fail(), unknown = assert.fail()] = found;
		const elsewhere = lists.accounts.map((account) => ({
			...account,
			instance: { ...account.instance, name: 'other.test' },
		}));
		const foreign = { ...unknown, lookup: { ...unknown.lookup, accounts: elsewhere } };
		for (const [choices, only] of [
			[found, known],
			[[unknown], unknown],
			[[known, known], undefined],
			[[unknown, unknown], undefined],
			[[known, foreign], undefined],
			[[], undefined],
		] as const)
			assert.equal(onlyChoice(choices), only);
	});
});

describe('A series that the user names', () => {
	const { open, forge } = seriesCommands();

	it('is found with the first account that may see it', async () => {
		const { lists } = await open('bob', 'ana');
		const named = parseSeriesLookup('~ana/editor-devel 12', lists.accounts);
		assert.ok(named);
		const { signal } = new AbortController();
		assert.deepEqual(await lookUpSeries(named, signal), { key: { ...wrapping, account: 'bob' } });
		const gone = { ...named, reference: { ...wrapping, kind: 'patchset', patchset: 9999 } as const };
		await assert.rejects(lookUpSeries(gone, signal), { kind: 'missing' });
	});

	it('is found without a request with an account that knows it', async () => {
		const { lists, cache, cut, asked } = await open('bob', 'ana');
		await (await cache('ana', 'editor-devel')).refresh();
		const named = parseSeriesLookup(
			`${forge().addresses.lists}/~ana/editor-devel/patches/12`,
			lists.accounts,
		);
		assert.ok(named);
		cut(true);
		const count = asked().length;
		const { signal } = new AbortController();
		assert.deepEqual(await lookUpSeries(named, signal), { key: wrapping });
		assert.equal(asked().length, count);
	});

	it('opens with the account of the page whose link was opened, if that may see it', async () => {
		const { commands, opened, cache } = await open('bob', 'ana');
		await (await cache('bob', 'editor-devel')).refresh();
		const link = `${forge().addresses.lists}/~ana/editor-devel/patches/12`;
		for (const account of ['ana', 'bob', 'gone']) await commands.openByName(link, account);
		assert.deepEqual(
			opened.map(([key]) => key.account),
			['ana', 'bob', 'bob'],
		);
	});

	it('is not a list, another address or any text', async () => {
		const { lists } = await open('ana');
		const base = forge().addresses.lists;
		for (const text of ['', 'editor', `${base}/~ana/editor-devel`, 'https://elsewhere.test/~a/b/patches/1'])
			assert.equal(parseSeriesLookup(text, lists.accounts), undefined, text);
	});

	it('needs an account, and can be cancelled', async () => {
		const { commands, opened } = await open('ana');
		await commands.openByName();
		assert.deepEqual(opened, []);
		takeCalls();
		const nobody = await open();
		await nobody.commands.openByName();
		await nobody.commands.find();
		await passTurns();
		const asked = signInOffer;
		assert.deepEqual(takeCalls(), [asked, asked]);
	});
});

describe('Find Patchset', () => {
	const { open } = seriesCommands();
	const box = () => made.boxes.at(-1) ?? assert.fail();

	it('searches all known series as the user types, and opens one', async () => {
		const { commands, opened } = await open('ana');
		const found = commands.find();
		await until(() => made.boxes.length > 0 && box().items.length > 5 && !box().busy);
		await until(() => box().items.some(({ label }) => label === 'Wrap long lines'));
		box().type('wrap carol v3');
		await until(() => box().items.length === 1);
		const [row] = box().items;
		assert.deepEqual(
			[row?.label, row?.description, row?.iconPath],
			['Wrap long lines', undefined, new ThemeIcon('git-pull-request')],
		);
		assert.equal(box().sortByLabel, false);
		assert.match(row?.detail ?? '', /^~ana\/editor-devel · v3 · Proposed · Carol Nowak · /);
		box().choose('Wrap');
		await found;
		assert.deepEqual(opened, [[wrapping, { mail: undefined }]]);
	});

	it('also takes a name, and is cancelled by Escape', async () => {
		const { commands, opened } = await open('ana');
		let found = commands.find();
		await until(() => made.boxes.length > 0);
		box().type('~ana/editor-devel#9999');
		box().choose('~ana/editor-devel#9999');
		await found;
		assert.deepEqual(opened, [[{ ...list, patchset: 9999 }, { mail: undefined }]]);
		found = commands.find();
		await until(() => made.boxes.length > 1);
		box().hide();
		await found;
		assert.equal(opened.length, 1);
	});

	it('offers the known patchset with the number that the user types, then to look for it in other lists', async () => {
		const { commands, opened } = await open('ana');
		const found = commands.find();
		await until(() => made.boxes.length > 0 && !box().busy);
		await until(() => box().items.some(({ label }) => label === 'Wrap long lines'));
		for (const text of ['12', '#12']) {
			box().type(text);
			await until(() => box().items[0]?.description === '#12');
			assert.equal(box().items[1]?.label, '$(go-to-file) Open');
		}
		box().choose('Wrap');
		await found;
		assert.deepEqual(opened, [[wrapping, { mail: undefined }]]);
	});

	it('shows what is known before the forge has listed the rest', async () => {
		const { lists } = await open('ana');
		const { own, subscribed = assert.fail() } = lists.of('ana')?.lists ?? assert.fail();
		await own.refresh();
		const answer = Promise.withResolvers<void>();
		subscribed.refresh = async () => {
			await answer.promise;
			subscribed.put([{ id: 1, owner: '~bob', name: 'elsewhere' }]);
		};
		const lifetime = new Lifetime();
		const all = new AllSeries({ accounts: lists.accounts }, lifetime);
		const opened = all.open(() => {});
		await until(() => all.series.length > 10);
		const known = all.lists.map(idOfList);
		answer.resolve();
		await opened;
		const added = idOfList({ account: 'ana', owner: '~bob', list: 'elsewhere' });
		assert.deepEqual(all.lists.map(idOfList), [...known, added]);
		lifetime.dispose();
	});

	it('does not ask again for what the token may not read', async () => {
		const { lists } = await open('ana');
		const { own, subscribed = assert.fail() } = lists.of('ana')?.lists ?? assert.fail();
		await own.refresh();
		for (const [kind, count] of [
			['offline', 1],
			['forbidden', 0],
		] as const) {
			let asked = 0;
			subscribed.refresh = async () => {
				asked += 1;
			};
			Object.defineProperty(subscribed, 'lastError', {
				...{ value: new ForgeError(kind, 'Refused.'), configurable: true },
			});
			const lifetime = new Lifetime();
			await new AllSeries({ accounts: lists.accounts }, lifetime).read();
			assert.equal(asked, count);
			lifetime.dispose();
		}
	});

	it('finds by all words, titles first, then what is open', async () => {
		const { lists } = await open('ana');
		const lifetime = new Lifetime();
		const all = new AllSeries({ accounts: lists.accounts, project: projectItems().items }, lifetime);
		await all.open(() => {});
		await until(() => all.series.length > 10);
		lifetime.dispose();
		const shown = { isBusy: false, keepsOrder: true };
		const find = (text: string, options: Partial<typeof shown & { known: typeof all.series }> = {}) =>
			foundSeriesRows(text, {
				...{ known: all.series, isName: () => false, now: 0 },
				...{ ...shown, ...options },
			});
		const [first, second] = find('search');
		assert.match(first?.label ?? '', /^Search/);
		assert.doesNotMatch(second?.label ?? '', /^Search/);
		const [{ label, description } = assert.fail()] = find('search', { keepsOrder: false });
		assert.deepEqual([label, description], [`$(${first?.icon})`, first?.label]);
		const [numbered] = find('12');
		assert.deepEqual([numbered?.description, numbered?.key], ['#12', wrapping]);
		assert.match(find('12', { keepsOrder: false })[0]?.description ?? '', /^\S.* \(#12\)$/);
		assert.equal(find('').length, all.series.length);
		const [sample = assert.fail()] = all.series;
		const known = ['A parser to split', 'Unsplit parsers', 'Split parser'].map((title, index) => ({
			...sample,
			series: { ...sample.series, chain: { ...sample.series.chain, title }, active: 3 - index },
		}));
		assert.deepEqual(
			find('split parser', { known }).map((row) => row.label),
			['Split parser', 'A parser to split', 'Unsplit parsers'],
		);
		const isClosed = ({ detail = '' }: { readonly detail?: string }) =>
			/Applied|Rejected|Superseded/.test(detail);
		const states = find('').map(isClosed);
		assert.deepEqual(
			states,
			states.toSorted((one, other) => Number(one) - Number(other)),
		);
		assert.deepEqual(
			find('no such words').map(({ label }) => label),
			['No matching patchsets'],
		);
		assert.deepEqual(find('no such words', { isBusy: true }), []);
	});
});
