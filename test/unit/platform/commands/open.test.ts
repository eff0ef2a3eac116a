import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import type { OpenChoice, OpenSource } from '../../../../src/platform/items/open-items.ts';
import { passTurns, setSetting, takeCalls } from '../../../kit/window/editor.ts';
import { openBox, openText, takeOpened } from '../../../kit/window/open-text.ts';
import { session } from '../../../kit/window/sessions.ts';
import { until } from '../../../tools/until.ts';

const instance = {
	name: 'forge.test',
	trackers: 'https://todo.forge.test',
	lists: 'https://lists.forge.test',
};

/** Tickets and patchsets with any number, of which these are known, and the trackers of a user. */
function sources(...known: readonly string[]) {
	const opened: string[] = [];
	const choice = (name: string): OpenChoice => ({
		...{ name, icon: 'issues', forge: 'forge.test', about: 'Odd files', isKnown: known.includes(name) },
		find: async () => {
			if (name.endsWith('404')) throw new ForgeError('missing', 'There is no such ticket.');
			return () => opened.push(name);
		},
	});
	const source = (kind: 'ticket' | 'patchset', items: OpenSource['items']): OpenSource => ({
		accounts: [{ session, instance } as never],
		items,
		choices: async ({ target }) => {
			if (target.kind === 'hash' && kind === 'ticket') hashes.push(target.hash);
			const number =
				target.kind === 'ticket' ? target.ticket : target.kind === 'patchset' ? target.patchset : 0;
			if (target.kind === 'number') return [choice(`${kind} ${target.number}`)];
			return target.kind === kind ? [choice(`${kind} ${number}`)] : [];
		},
	});
	const listed: string[] = [];
	/** The commits that the sources were asked for. */
	const hashes: string[] = [];
	const trackers = {
		...{ nouns: 'trackers', icon: 'checklist', about: 'tracker' },
		read: (text: string) =>
			text.startsWith('~') ? { owner: '~ana', name: text.slice(5) || undefined } : undefined,
		list: async (owner: string) => {
			listed.push(owner);
			return [{ name: 'editor', description: '' }];
		},
		act:
			async ({ name }: { readonly name: string }) =>
			() =>
				opened.push(`tracker ${name}`),
	};
	return { all: [source('ticket', [trackers]), source('patchset', [])], opened, listed, hashes };
}

describe('Open…', () => {
	it('opens what an address leads to, and what is known among the things that a text can mean', async () => {
		const { all, opened } = sources('patchset 12');
		for (const text of ['https://todo.forge.test/~ana/editor/7', '#12', '~ana/devel#12'])
			await openText(all, text);
		assert.deepEqual(opened, ['ticket 7', 'patchset 12', 'patchset 12']);
	});

	it('lets the user choose among the things that a text can mean', async () => {
		const { all, opened } = sources();
		const { box, rows, running } = await openBox(all, '~ana/x#3');
		assert.deepEqual([box.value, rows()], ['~ana/x#3', ['ticket 3 · Odd files', 'patchset 3 · Odd files']]);
		box.choose('patchset');
		await running;
		assert.deepEqual(opened, ['patchset 3']);
	});

	it('says why something was not opened, keeps what was typed, and takes what is typed next', async () => {
		const { all, opened } = sources();
		const { box, rows, running } = await openBox(all, 'https://todo.forge.test/~ana/editor/404');
		assert.deepEqual(rows(), ['ticket 404 · Odd files', 'There is no such ticket.']);
		box.type('#404');
		await until(() => rows().length === 2 && !box.busy);
		box.choose('ticket');
		await until(() => rows().some((one) => one.startsWith('Try Again · There is no such ticket.')));
		assert.equal(box.value, '#404');
		box.type('https://todo.forge.test/~ana/editor/5');
		await until(() => rows().join() === 'ticket 5 · Odd files');
		box.choose('ticket 5');
		await running;
		assert.deepEqual(opened, ['ticket 5']);
	});

	it('says what it takes, and opens addresses of other sites in the browser', async () => {
		const { box, rows, running } = await openBox(sources().all);
		box.type('crash in undo');
		assert.match(rows().join(), /^Not recognized\. Enter a URL, #12, /);
		box.type('https://elsewhere.test/~ana');
		assert.deepEqual(rows(), ['Open in Browser · Not a page of your forges that can be shown here']);
		box.choose('Open in Browser');
		await running;
		assert.deepEqual(takeCalls(), ['browser: https://elsewhere.test/~ana']);
	});

	it('lists the items of a user once, as Pin does', async () => {
		const { all, opened, listed } = sources();
		const { box, rows, running } = await openBox(all);
		for (const text of ['~ana', '~ana/', '~ana/ed']) box.type(text);
		await until(() => rows().includes('$(checklist) ~ana/editor · tracker'));
		box.choose('~ana/editor');
		await running;
		assert.deepEqual([opened, listed], [['tracker editor'], ['~ana']]);
	});

	it('has the items of a user above what the user has none of', async () => {
		const [source = assert.fail()] = sources().all;
		const [trackers = assert.fail()] = source.items;
		const lists = { ...trackers, nouns: 'mailing lists', list: async () => [] };
		const { box, rows, running } = await openBox([{ ...source, items: [lists, trackers] }], '~ana');
		await until(() => !box.busy);
		assert.deepEqual(rows(), [
			'$(checklist) ~ana/editor · tracker',
			'$(info) · ~ana has no mailing lists that you can see.',
		]);
		box.hide();
		await running;
	});

	it('looks for a commit when the user pauses', async () => {
		const { all, hashes } = sources();
		const { box, running } = await openBox(all);
		for (const text of ['c0ffee1', 'c0ffee12', 'c0ffee123']) {
			box.type(text);
			await passTurns();
		}
		await until(() => !box.busy);
		assert.deepEqual(hashes, ['c0ffee123']);
		box.hide();
		await running;
	});

	it('suggests what was copied if that is an address on a forge, and reads it only if it asks', async () => {
		const address = 'https://todo.forge.test/~ana/editor/7';
		for (const [copied, expected] of [
			[` ${address}\n`, address],
			['a secret', ''],
			['#12', ''],
			[() => assert.fail('Access is denied.'), ''],
		]) {
			setSetting('clipboard', copied);
			const { box, running } = await openBox(sources().all);
			assert.equal(box.value, expected);
			box.hide();
			await running;
		}
		await openText(sources().all, address);
		assert.deepEqual(takeOpened(), []);
	});
});
