import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { AllSeries } from '../../../../src/patches/commands/find/all-series.ts';
import { addressOfPage } from '../../../../src/patches/commands/page-links.ts';
import type { OpenSeriesOptions } from '../../../../src/patches/commands/series-pages.ts';
import {
	type DiffDocument,
	formatDocument,
} from '../../../../src/patches/model/side-texts/document-address.ts';
import { openDiffDocuments } from '../../../../src/patches/state/documents/diff-documents.ts';
import type { SeriesKey } from '../../../../src/platform/model/keys.ts';
import { allQuirks } from '../../../../src/sandbox/server/drift.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import type { Name } from '../../../kit/window/demo-window.ts';
import { changeEditor, made, passTurns, signInOffer, takeCalls } from '../../../kit/window/editor.ts';
import { row } from '../../../kit/window/list-commands.ts';
import { openBox, openText } from '../../../kit/window/open-text.ts';
import { until } from '../../../tools/until.ts';

const { SeriesCommands } = await import('../../../../src/patches/commands/series-commands.ts');

const opens = (commands: InstanceType<typeof SeriesCommands>) => commands.opens(async () => {});

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
	const show = (document: DiffDocument, line: number) =>
		changeEditor({
			document: { uri: { scheme: 'tildeforge-patch', query: formatDocument(document) } },
			selection: { active: { line: line - 1 } },
		});
	afterEach(() => changeEditor(undefined));

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
	describe(`Opening a patchset or mail on ${kind}`, () => {
		const { open, forge } = seriesCommands(quirks);

		for (const [what, text, path] of [
			['the address of a patchset', '', '/~ana/editor-devel/patches/12'],
			['its list and number', '~ana/editor-devel 12', ''],
		] as const) {
			it(`takes ${what}`, async () => {
				const { commands, opened } = await open('ana');
				await openText([opens(commands)], text || `${forge().addresses.lists}${path}`);
				assert.deepEqual(opened, [[wrapping, { mail: undefined }]]);
			});
		}
	});
}

describe('Opening a patchset by its number', () => {
	const { open } = seriesCommands();

	it('takes the list that is known to have it, without a request', async () => {
		const { commands, opened, cache, cut, asked } = await open('ana', 'bob');
		for (const name of ['ana', 'bob'] as const) await (await cache(name, 'editor-devel')).refresh();
		// What the accounts have and subscribe to is not known yet.
		await openText([opens(commands)], '12');
		cut(true);
		const count = asked().length;
		for (const text of ['#12', 'editor-devel#12']) await openText([opens(commands)], text);
		assert.deepEqual(
			opened.map(([key]) => key),
			[wrapping, wrapping, wrapping],
		);
		assert.equal(asked().length, count);
	});

	it('fails with the reason if the lists cannot be read, and keeps the number', async () => {
		const { commands, cut } = await open('ana');
		cut(true);
		const { box, rows, running } = await openBox([opens(commands)], '12');
		assert.match(rows().join(), /^Try Again · .*connect/);
		box.hide();
		await running;
	});

	it('offers the known lists that may have it if none is known to, and stays if that one has not', async () => {
		const { commands, opened, cache } = await open('ana');
		const { box, rows, running } = await openBox([opens(commands)], '#99');
		assert.ok(
			rows().some((one) => one.startsWith('Patchset ~ana/editor-devel#99')),
			rows().join(),
		);
		box.choose('~ana/editor-devel#99');
		await until(() => rows().some((one) => one.startsWith('Try Again')));
		assert.deepEqual([box.isShown, box.value, opened], [true, '#99', []]);
		const list = await cache('ana', 'editor-devel');
		await list.refresh();
		const [one = assert.fail()] = list.patchsets.values();
		Object.defineProperty(list, 'patchsets', { value: new Map([...list.patchsets, [101, one]]) });
		box.type('#100');
		await until(() => !rows().some((one) => one.includes('#99')));
		assert.ok(!rows().some((one) => one.includes('editor-devel')), rows().join());
		box.hide();
		await running;
	});

	it('names the list of a user as the view does, and shows its row', async () => {
		const { commands } = await open('bob');
		const shown: string[] = [];
		const source = commands.opens(async (row) => void shown.push(row));
		const { box, rows, running } = await openBox([source]);
		box.type('~ana/editor');
		await until(() => rows().some((one) => one.includes('~ana/editor-devel · mailing list')));
		box.choose('~ana/editor-devel');
		await running;
		assert.deepEqual(shown, ['bob/~ana/editor-devel']);
	});

	it('needs an account', async () => {
		const { commands } = await open();
		await openText([opens(commands)], '12');
		await commands.find();
		await passTurns();
		assert.deepEqual(takeCalls(), [signInOffer, signInOffer]);
	});
});

const didYouMean =
	'Only is:answered, is:reviewed, is:incomplete and is:pull are supported. Did you mean is:pull?';

describe('Find Patchset', () => {
	const { open } = seriesCommands();
	const box = () => made.boxes.at(-1) ?? assert.fail();

	it('also takes a name, and is cancelled by Escape', async () => {
		const { commands, opened } = await open('ana');
		let found = commands.find();
		await until(() => made.boxes.length > 0);
		box().type('~ana/editor#9999');
		assert.deepEqual(
			box().items.map(({ label, description }) => [label, description]),
			[['Open', '~ana/editor#9999']],
		);
		box().choose('Open');
		await found;
		assert.deepEqual(takeCalls(), ['command: tildeforge.open: ~ana/editor#9999']);
		found = commands.find();
		await until(() => made.boxes.length > 1);
		box().hide();
		await found;
		assert.deepEqual(opened, []);
	});

	it('offers to open what has the number that the user types, then the patchsets that are found', async () => {
		const { commands, opened } = await open('ana');
		const found = commands.find();
		await until(() => made.boxes.length > 0 && !box().busy);
		await until(() => box().items.some(({ label }) => label === 'Wrap long lines'));
		for (const text of ['12', '#12']) {
			box().type(text);
			assert.deepEqual([box().items[0]?.label, box().items[0]?.description], ['Open', text]);
		}
		box().choose('Wrap');
		await found;
		assert.deepEqual(opened, [[wrapping, undefined]]);
	});

	it('lists each patchset once with two accounts, and takes filters, with completion and help', async () => {
		const window = await open('ana', 'bob');
		const { commands } = window;
		const found = commands.find();
		await until(() => made.boxes.length > 0 && !box().busy);
		const shown = (text: string) => {
			box().type(text);
			return box().items.map(({ label, description }) => (label.startsWith('$(') ? description : label));
		};
		await until(() => shown('').filter((label) => label === 'Wrap long lines').length === 1);
		await until(async () => (await window.cache('bob', 'editor-devel')).isComplete);
		const applied = [
			'term: Escape alone does not wait for two more keys',
			'utf8: how long a character is',
			'README: say what Ctrl-Z takes back',
		];
		const [mine, theirs] = ['term: three bytes are enough for an arrow', 'Wrap long lines'];
		for (const [text, ...labels] of [
			['wrap', theirs],
			['"long lines"', theirs],
			['status:applied', ...applied],
			['status:applied sort:title', applied[2], applied[0], applied[1]],
			['status:applied utf8', applied[1]],
			['!status:proposed from:~carol', 'doc: an icon that can be seen in the dark'],
			['list:editor-announce', 'No matching patchsets', 'Unknown mailing list "editor-announce".'],
			['is:pull', 'Patterns in Ctrl-F'],
			['is:pulls status:proposed wrap', didYouMean, theirs],
			['is:ans', 'answered'],
			['zzz', 'No matching patchsets'],
			[
				'wrap stat',
				'No matching patchsets',
				'status: · open, closed, any, or a status (repeat to find any of several)',
			],
			['stats:open wrap', 'Unknown filter "stats:". Did you mean status:open?', theirs],
			['from:carl', 'No matching patchsets', 'Unknown user "carl". Did you mean from:~carol?'],
			['from:kim@example.org', 'No matching patchsets'],
			['kim@example.org', 'No matching patchsets', 'Open'],
		])
			assert.deepEqual(shown(text ?? '').slice(0, Math.max(1, labels.length)), labels, text);
		assert.ok(shown('from:me').includes(mine), 'with the second account');
		box().hide();
		await found;
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
			await new AllSeries({ accounts: lists.accounts }, lifetime).open(() => {});
			assert.equal(asked, count);
			lifetime.dispose();
		}
	});
});
