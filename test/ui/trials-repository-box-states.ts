import { until } from '../tools/until.ts';
import {
	box,
	clearToasts,
	closeBox,
	expandOnly,
	Held,
	menuBox,
	openFromMenu,
	openFromPalette,
	repository,
	tab,
} from './trials-repository-driver.ts';
import { closeEditors, type State, toast } from './trials-state.ts';
import type { TrialWindow } from './trials-window.ts';

const kinds = repository('kinds');
const large = repository('large');
const editor = repository('editor');
const held = new Held();

const placeholder = (trial: TrialWindow, words: RegExp) => box(trial).box.getByPlaceholder(words);
const openWalking = openFromMenu(editor, 'Go to File in Repository…', {
	...{ title: 'Go to File in ~ana/editor', result: /^README/ },
});

const searches: readonly State[] = [
	{
		name: 'repository-go-to-file-walking',
		hasPage: false,
		enter: async (trial) => {
			await expandOnly(trial);
			held.hold(trial, (what) => what.includes('/tree/'));
		},
		pose: async (trial) => {
			await openWalking(trial);
			await placeholder(trial, / of \d+ folders/).waitFor();
		},
		leave: async (trial) => {
			held.release(trial);
			await closeBox(trial);
		},
	},
	menuBox('go-to-file', editor, 'Go to File in Repository…', {
		...{ title: 'Go to File in ~ana/editor', text: 'undo', result: /^undo\.c/ },
	}),
	menuBox('go-to-file-none', kinds, 'Go to File in Repository…', {
		...{ title: 'Go to File in ~ana/kinds', text: 'no such file' },
		result: /No matching/,
	}),
	menuBox('go-to-file-empty', repository('empty'), 'Go to File in Repository…', {
		...{ title: 'Go to File in ~ana/empty' },
	}),
	{
		name: 'repository-go-to-file-link',
		hasPage: false,
		enter: async (trial) => {
			await openFromMenu(kinds, 'Go to File in Repository…', {
				...{ title: 'Go to File in ~ana/kinds', text: 'manual', result: /symbolic link/ },
			})(trial);
			await box(trial).choose(/manual/);
			await box(trial).says('Go to File in ~ana/kinds: manual → docs/');
		},
		leave: closeBox,
	},
	menuBox('find', editor, 'Find in Repository…', {
		...{ title: 'Find in ~ana/editor', text: 'undo', result: /Load/ },
	}),
	menuBox('find-nothing', kinds, 'Find in Repository…', {
		...{ title: 'Find in ~ana/kinds', text: 'nothing like this', result: /No results/ },
	}),
	{
		name: 'repository-find-question',
		hasPage: false,
		enter: async (trial) => {
			await openFromMenu(large, 'Find in Repository…', {
				...{ title: 'Find in ~ana/large', text: 'Note 1', result: /Load/ },
			})(trial);
			await box(trial).choose(/More Files/);
			await box(trial)
				.option(/Load All/)
				.waitFor();
		},
	},
	{
		name: 'repository-find-loading',
		hasPage: false,
		enter: async (trial) => {
			let left = 300;
			held.hold(trial, (what) => what.includes('/blob/') && left-- <= 0);
			await box(trial).choose(/Load All/);
			await box(trial)
				.option(/Stop Loading/)
				.waitFor();
			await until(() => left < 0, { what: 'some files are loaded' });
		},
		leave: async (trial) => {
			held.release(trial);
			await box(trial)
				.option(/Stop Loading/)
				.waitFor({ state: 'detached' });
		},
	},
	{
		name: 'repository-find-done',
		hasPage: false,
		enter: (trial) => box(trial).says(/Note 1/),
		leave: closeBox,
	},
];

const compare = 'Compare in ~ana/kinds';

const histories: readonly State[] = [
	{
		name: 'repository-history',
		hasPage: false,
		enter: (trial) => expandOnly(trial, editor, /^Files/),
		pose: openFromMenu(/^README\.md/, 'Show File History', {
			...{ title: 'History of README.md', result: /Begin again/ },
		}),
		leave: closeBox,
	},
	{
		name: 'repository-history-capped',
		hasPage: false,
		enter: (trial) => expandOnly(trial, large, /^Files/),
		pose: openFromMenu(/^changes\.txt/, 'Show File History', {
			...{ title: 'History of changes.txt', result: /Search Earlier/ },
		}),
		leave: closeBox,
	},
	menuBox('log-pick', editor, 'Show Log of Branch or Tag…', { title: 'Show Log of ~ana/editor' }),
	{
		name: 'repository-log',
		hasPage: false,
		enter: (trial) => expandOnly(trial, editor, /^Branches/, /^branch release/),
		pose: openFromMenu(/^Log of branch release/, 'Search Log…', {
			...{
				title: 'Log of ~ana/editor (release/2.4)',
				text: 'path:README.md author:ana',
				result: /Begin again/,
			},
		}),
		leave: closeBox,
	},
	{
		name: 'repository-log-capped',
		hasPage: false,
		enter: (trial) => expandOnly(trial, large, /^Branches/),
		pose: openFromMenu(/^branch /, 'Search Log…', {
			...{ title: 'Log of ~ana/large (master)', text: 'nothing', result: /Search Earlier/ },
		}),
		leave: closeBox,
	},
	menuBox(
		'compare-pick',
		kinds,
		'Compare Branches or Tags…',
		{ title: compare },
		{
			enter: (trial) => expandOnly(trial),
		},
	),
	{
		name: 'repository-compare-waiting',
		hasPage: false,
		enter: async (trial) => {
			// The box opens when it is known that both lead to commits. Then the same logs are read.
			const asked = new Set<string>();
			held.hold(trial, (what) => {
				const isRead = asked.has(what);
				asked.add(what);
				return isRead && what.includes('/log/');
			});
			await openFromMenu(kinds, 'Compare Branches or Tags…', { title: compare })(trial);
			await box(trial).choose('before-the-change');
			await placeholder(trial, /compare before-the-change/).waitFor();
			await box(trial).choose(/feature/);
			await box(trial).choose(/Since Merge Base/);
			await box(trial).says(/Opens when they have been read/);
		},
		leave: async (trial) => {
			await closeBox(trial);
			held.release(trial);
		},
	},
	{
		name: 'repository-compare-box',
		hasPage: false,
		enter: async () => {},
		pose: async (trial) => {
			if (
				await box(trial)
					.box.getByText(/^Only in /)
					.first()
					.isVisible()
			)
				return;
			await openFromMenu(editor, 'Compare Branches or Tags…', { title: 'Compare in ~ana/editor' })(trial);
			await box(trial).choose('master');
			await placeholder(trial, /compare master/).waitFor();
			await box(trial).choose(/feature/);
			await box(trial).says(/^Only in master/);
		},
		leave: closeBox,
	},
	{
		name: 'repository-compare',
		hasPage: false,
		enter: async (trial) => {
			await openFromMenu(kinds, 'Compare Branches or Tags…', { title: compare })(trial);
			await box(trial).choose('master');
			await placeholder(trial, /compare master/).waitFor();
			await box(trial).choose(/feature/);
			await box(trial).choose(/^Show Changes, from/);
			await tab(trial, /↔/).waitFor();
			await trial.window.page.locator('.multiDiffEditor').getByText('text.txt').first().waitFor();
		},
		leave: closeEditors,
	},
	{
		name: 'repository-compare-same',
		hasPage: false,
		enter: async (trial) => {
			await openFromMenu(kinds, 'Compare Branches or Tags…', { title: compare })(trial);
			await box(trial).choose(/before-the-change/);
			await placeholder(trial, /compare before-the-change/).waitFor();
			await box(trial).choose(/v1\.0/);
			await box(trial).choose(/^Show Changes, from/);
			await toast(trial, /no files differ/).waitFor();
		},
		leave: clearToasts,
	},
];

const urlTitle = 'Open Repository or File';

const addresses: readonly State[] = [
	{
		name: 'repository-url',
		hasPage: false,
		enter: async () => {},
		pose: openFromPalette('Open Repository or File…', { title: urlTitle }),
	},
	{
		name: 'repository-url-invalid',
		hasPage: false,
		enter: async (trial) => {
			await box(trial).field.fill('https://example.org/nothing');
			await box(trial).says(/not the name or address/);
		},
	},
	{
		name: 'repository-url-actions',
		hasPage: false,
		enter: async (trial) => {
			await box(trial).answer(`${trial.repositories.address}/~ana/kinds`);
			await box(trial).asks('Open ~ana/kinds');
		},
		leave: closeBox,
	},
	menuBox('clone', kinds, 'Clone Repository…', { title: 'Clone Repository' }),
];

/** Input boxes and pickers. */
export const repositoryBoxStates: readonly State[] = [...searches, ...histories, ...addresses];
