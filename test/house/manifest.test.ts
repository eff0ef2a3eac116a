import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listKinds } from '../../src/patches/model/list-kind.ts';
import {
	contextOf as repositoryContextOf,
	repositoryKinds,
} from '../../src/repositories/model/repository-kind.ts';
import { contextOf, requiredOwnership } from '../../src/tickets/model/tracker-ownership.ts';
import { root } from '../tools/places.ts';
import { activationProblems, type Manifest, manifestProblems } from './manifest.ts';
import { productSources, source } from './sources.ts';

/** The ids in the tables of commands. Importing the tables would need VS Code. */
const handled = (): readonly string[] =>
	productSources()
		.filter(({ path }) => /command-table\.ts$|^src\/main\.ts$/.test(path))
		.flatMap(({ text }) => [...text.matchAll(/^\t'(tildeforge\.[\w.]+)':/gm)].map(([, id = '']) => id));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

describe('The manifest', () => {
	it('and the code name the same commands, views, settings, context keys and files', () => {
		const problems = manifestProblems(manifest, {
			sources: productSources(),
			handled: handled(),
			fileExists: (path) => existsSync(join(root, path)),
		});
		assert.deepEqual(problems, []);
	});

	it('starts the extension for each kind of page that VS Code restores', () => {
		const events: readonly string[] = manifest.activationEvents;
		const started = events.flatMap((event) => /^onWebviewPanel:(.*)/.exec(event)?.[1] ?? []);
		const namedIn = (pattern: RegExp) =>
			productSources().flatMap(({ text }) => [...text.matchAll(pattern)].map(([, type]) => type));
		assert.deepEqual(namedIn(/\bviewType: '([\w-]+)'/g).toSorted(), started.toSorted());
		const restored = namedIn(/^\t\t\['(tildeforge-[\w-]+)', '\w+'\],$/gm);
		assert.deepEqual(restored.toSorted(), started.toSorted(), 'See registerPages in src/extension.ts.');
	});

	it('starts the extension only when it is used', () => {
		assert.deepEqual(activationProblems(manifest.activationEvents), []);
	});

	for (const event of ['*', 'onStartupFinished', 'workspaceContains:**/*', 'onLanguage:c']) {
		it(`may not start the extension at ${event}`, () => {
			assert.match(activationProblems([event])[0] ?? '', /starts Tildeforge in windows that do not use it/);
		});
	}

	type MenuEntry = { readonly command: string; readonly when: string; readonly group: string };

	it('offers commands only on the trackers, repositories and mailing lists that they are for', () => {
		const menu: readonly MenuEntry[] = manifest.contributes.menus['view/item/context'];
		const offered = menu
			.filter(({ when }) => /viewItem =~ \/\^(list|repository|tracker) (own|pinned)/.test(when))
			// A command can also be left out where the forge would refuse it.
			.map(({ command, when }) => [command, when.replace(/ && !\(viewItem =~ .*\)$/, '')]);
		const allowed = [
			...Object.entries(requiredOwnership).map(([command, kind]) => [
				`tildeforge.${command}`,
				`view == tildeforge.tickets && viewItem =~ /^${contextOf({ ownership: kind, maySubmit: true, isSubscribed: null })}\\b/`,
			]),
			...Object.entries(repositoryKinds).map(([command, ownership]) => [
				`tildeforge.${command}`,
				`view == tildeforge.repositories && viewItem =~ /^${repositoryContextOf(ownership, true, true)}\\b/`,
			]),
			...Object.entries(listKinds).map(([command, ownership]) => [
				`tildeforge.${command}`,
				`view == tildeforge.patches && viewItem =~ /^list ${ownership}\\b/`,
			]),
		];
		assert.deepEqual(offered.sort(), allowed.sort());
	});

	it('offers commands in the title of a view only if they are for its only tracker', () => {
		const menu: readonly MenuEntry[] = manifest.contributes.menus['view/title'];
		const nameOf = (command: string) => command.replace('tildeforge.', '');
		const offered = menu
			.filter(({ command }) => Object.hasOwn(requiredOwnership, nameOf(command)))
			.map(({ command, when }) => [nameOf(command), when]);
		const allowed = Object.entries(requiredOwnership).map(([command, kind]) => [
			command,
			`view == tildeforge.tickets && tildeforge.onlyTracker =~ /^${contextOf({ ownership: kind, maySubmit: true, isSubscribed: null })}\\b/`,
		]);
		assert.deepEqual(offered.sort(), allowed.sort());
	});

	it('has other commands in the title of a view than in the menus of its rows', () => {
		const { 'view/title': titles, 'view/item/context': rows } = manifest.contributes.menus;
		const commandsIn = (menu: readonly MenuEntry[]) => new Set(menu.map(({ command }) => command));
		// VS Code passes the focused row to a command in a title, so that it looks as if called on that row; undefined, if no row has
		// the focus yet, looks like a row that was redrawn. The table row of such a command has to drop its arguments.
		const areForBoth = [
			// Without a row, these ask the user. Called on a row that the user did not mean, they do no harm.
			...['tildeforge.newTicket', 'tildeforge.goToRepositoryFile'],
			// This opens the setting.
			'tildeforge.editPatchQueries',
			// In the title, these are for the only tracker of the view (`trackerArguments`).
			...commandsIn(titles.filter(({ group }: MenuEntry) => /^(3_tracker|4_labels)@/.test(group))),
		];
		const ofRows = commandsIn(rows);
		const shared = [...commandsIn(titles)].filter((command) => ofRows.has(command));
		assert.deepEqual(shared.sort(), areForBoth.sort());
	});

	it('has every icon of a row in the menu of the row too, which the keyboard opens', () => {
		type Item = { readonly command: string; readonly when: string; readonly group: string };
		const items: readonly Item[] = manifest.contributes.menus['view/item/context'];
		const conditions = (isIcon: boolean) =>
			items
				.filter(({ group }) => group.startsWith('inline') === isIcon)
				.map(({ command, when }) => `${command} when ${when}`);
		const inMenus = new Set(conditions(false));
		assert.deepEqual(
			conditions(true).filter((one) => !inMenus.has(one)),
			[],
		);
	});

	type Keybinding = {
		readonly key: string;
		readonly command: string;
		readonly args?: { readonly commands?: readonly (string | { readonly command: string })[] };
		readonly when: string;
	};
	const keybindings: readonly Keybinding[] = manifest.contributes.keybindings;
	const commandsOf = ({ command, args }: Keybinding): readonly string[] =>
		args?.commands?.map((one) => (typeof one === 'string' ? one : one.command)) ?? [command];
	const isLetter = ({ key }: Keybinding) => /^(shift\+)?.$/.test(key);

	/** An editor that shows the diff of a push, in which nothing can be typed. */
	const isInDiff = ({ when }: Keybinding) =>
		/tildeforge\.showsInboxDiff && activeEditor == 'multiDiffEditor' && editorTextFocus && editorReadonly/.test(
			when,
		);

	it('binds letters in a view only if the user has enabled that, and none of them changes anything without asking', () => {
		const letters = keybindings.filter(isLetter);
		assert.ok(letters.length > 0);
		const navigateOrAsk = [
			...['nextTicket', 'previousTicket', 'setTicketStatus', 'resolveTicket', 'labelTicket', 'commentTicket'],
			...['nextPatchset', 'previousPatchset', 'setPatchsetStatus', 'pressRowKey', 'list.select'],
		];
		for (const letter of letters) {
			const { key, when } = letter;
			if (isInDiff(letter)) {
				assert.match(when, /config\.tildeforge\.singleLetterKeys != 'off'/, key);
				continue;
			}
			assert.match(when, /config\.tildeforge\.singleLetterKeys == 'pagesAndViews'/, key);
			// Menus show the key of a command even where the key is off.
			assert.equal(letter.command, 'runCommands', key);
			for (const one of commandsOf(letter))
				assert.ok(navigateOrAsk.includes(one.replace('tildeforge.', '')), `${key} runs ${one}`);
		}
	});

	it('binds keys only in its own views, editors and boxes, and keys of lists never while the user types', () => {
		for (const { key, when } of keybindings.filter((one) => !isInDiff(one))) {
			if (/^resourceScheme == 'tildeforge-\w+' && editorTextFocus$/.test(when)) continue;
			if (when === 'tildeforge.showsBrowserSignIn && inQuickOpen') continue;
			assert.match(when, /focusedView (==|=~ \/\^)\s?tildeforge/, key);
			assert.match(when, /listFocus.*!inputFocus/, key);
		}
	});

	it('lets a folder change what is shown, but neither where the user signs in nor what is sent', () => {
		const settings: Readonly<Record<string, { readonly scope: string }>> =
			manifest.contributes.configuration.properties;
		assert.deepEqual(
			Object.entries(settings)
				.filter(([, { scope }]) => !['application', 'machine'].includes(scope))
				.map(([name]) => name.replace('tildeforge.', '')),
			['singleLetterKeys', 'todoWords', 'ticketQueries', 'patchQueries'],
		);
	});

	it('gives the Tickets view the most space, and collapses the views that only list names', () => {
		// VS Code ignores a size that has another name.
		const views: readonly {
			readonly id: string;
			readonly initialSize: number;
			readonly visibility?: string;
		}[] = manifest.contributes.views.tildeforge;
		const collapsed = views.filter(({ visibility }) => visibility === 'collapsed').map(({ id }) => id);
		assert.deepEqual(collapsed, ['tildeforge.patches', 'tildeforge.repositories']);
		const [largest] = views.toSorted((a, b) => b.initialSize - a.initialSize);
		assert.equal(largest?.id, 'tildeforge.tickets');
	});

	it('puts every command in one category, and no title repeats it', () => {
		for (const { command, category, title } of manifest.contributes.commands) {
			assert.equal(category, 'Tildeforge', command);
			assert.doesNotMatch(title, /Tildeforge/, command);
		}
	});

	it('offers without an account only what works without one', () => {
		const { commands, menus } = manifest.contributes;
		const entries: readonly { readonly command: string; readonly when: string }[] = menus.commandPalette;
		const conditions = new Map(entries.map(({ command, when }) => [command, when]));
		// These conditions are false without an account, except that a mail is kept without one. The text of a comment stays after a sign-out.
		const needsAccount =
			/^false$|tildeforge\.(signedIn|canUndo|hasWaiting|isInPatch)|activeWebviewPanelId == |resourceScheme == (?:tildeforge|'tildeforge-draft')$/;
		const ids: readonly string[] = commands.map(({ command }: { command: string }) => command);
		assert.deepEqual(
			ids
				.filter((id) => !needsAccount.test(conditions.get(id) ?? ''))
				.map((id) => id.replace('tildeforge.', '')),
			['signIn', 'pasteCode', 'trySample', 'copyDiagnostics', 'showLog'],
		);
	});

	type Contributes = Manifest['contributes'];
	const breaches: readonly [what: string, contributes: Contributes, code: string, problem: RegExp][] = [
		[
			'a command without code',
			{ commands: [{ command: 'tildeforge.fly' }] },
			'',
			/the command tildeforge\.fly, and no command table has it/,
		],
		[
			'code for a command that is not in the manifest',
			{},
			"register('tildeforge.fly')",
			/a\.ts names tildeforge\.fly, and package\.json has no command.* Add it there/,
		],
		['a view without code', { views: { bar: [{ id: 'tildeforge.sky' }] } }, '', /the view tildeforge\.sky/],
		[
			'a setting that no code reads',
			{ configuration: { properties: { 'tildeforge.speed': {} } } },
			'',
			/the setting tildeforge\.speed/,
		],
		[
			'a context key that no code sets',
			{ walkthroughs: [{ when: 'tildeforge.flying && isLinux' }] },
			'',
			/the context key tildeforge\.flying/,
		],
		[
			'a welcome text for no view',
			{ viewsWelcome: [{ view: 'tildeforge.sky', contents: '' }] },
			'',
			/refers to tildeforge\.sky/,
		],
		[
			'a welcome button for no command',
			{ viewsWelcome: [{ view: 'explorer', contents: '[Fly](command:tildeforge.fly)' }] },
			'',
			/refers to tildeforge\.fly/,
		],
		[
			'a walkthrough with a missing image',
			{ walkthroughs: [{ steps: [{ media: { svg: 'media/sky.svg' } }] }] },
			'',
			/shows media\/sky\.svg, and there is no such file/,
		],
		[
			'a setting without the prefix',
			{ configuration: { properties: { 'forge.x': {} } } },
			'',
			/must start with/,
		],
	];
	for (const [what, contributes, code, problem] of breaches) {
		it(`is refused with ${what}`, () => {
			const sources = [source('src/accounts/a.ts', code)];
			const problems = manifestProblems({ contributes }, { sources, handled: [], fileExists: () => false });
			assert.equal(problems.length, 1, problems.join('\n'));
			assert.match(problems[0] ?? '', problem);
		});
	}
});
