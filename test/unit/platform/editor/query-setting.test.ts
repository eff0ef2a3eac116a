import assert from 'node:assert/strict';
import { answerWith, enter, passTurns, setSetting, takeCalls } from '../../../kit/window/editor.ts';

const { QuerySetting } = await import('../../../../src/platform/editor/query-setting.ts');

const name = 'tildeforge.ticketQueries';
const odd = { name: 'No query', since: 2026 };
const bugs = { name: 'Bugs', query: 'label:bug', color: 'red' };
const mine = { name: 'Mine', query: 'assigned:me' };
const defaults = [
	{ name: 'Open', text: 'status:open' },
	{ name: 'Closed', text: 'status:closed' },
];
const defaultEntries = defaults.map(({ name: title, text }) => ({ name: title, query: text }));

/** The setting of a window. Without `user`, only the default is there. */
function open({ user, workspace }: { readonly user?: unknown; readonly workspace?: unknown } = {}) {
	if (user !== undefined) setSetting(name, user);
	if (workspace !== undefined) setSetting(`workspace ${name}`, workspace);
	return new QuerySetting(name, defaults);
}

/** The values that were written, each after the settings that it is in. */
const written = () =>
	takeCalls().map((call) => {
		const [, target, , ...value] = call.split(': ');
		return [target, value.join(': ')];
	});
const json = (...entries: readonly unknown[]) => JSON.stringify(entries);

describe('A setting with saved queries', () => {
	it('is changed where it is defined', async () => {
		assert.equal(
			await open({ user: [mine, bugs] }).change({ name: 'Bugs', text: 'label:bug' }, { text: 'x' }),
			true,
		);
		assert.deepEqual(written(), [['user', json(mine, { ...bugs, query: 'x' })]]);
		await open({ workspace: [bugs] }).change({ name: 'Bugs', text: 'label:bug' }, { name: 'All bugs' });
		assert.deepEqual(written(), [['workspace', json({ ...bugs, name: 'All bugs' })]]);
		await open().add({ name: 'New', text: 'no:label' });
		const added = { name: 'New', query: 'no:label' };
		assert.deepEqual(written(), [['workspace', json({ ...bugs, name: 'All bugs' }, added)]]);
	});

	it('keeps what is not a query', async () => {
		const setting = open({ user: [odd, bugs, 7] });
		await setting.change({ name: 'Bugs', text: '' }, { text: 'x' });
		const undo = await setting.remove('Bugs');
		await undo?.();
		assert.deepEqual(
			written().map(([, value]) => value),
			[json(odd, { ...bugs, query: 'x' }, 7), json(odd, 7), json(odd, { ...bugs, query: 'x' }, 7)],
		);
	});

	it('gets the default queries with the first change', async () => {
		const setting = open();
		assert.equal(setting.queries, defaults);
		await setting.change({ name: 'Closed', text: 'status:closed' }, { text: 'x' });
		assert.deepEqual(written(), [['user', json(defaultEntries[0], { name: 'Closed', query: 'x' })]]);
		await open({ user: [odd] }).add({ name: 'New', text: 'x' });
		assert.deepEqual(written(), [['user', json(odd, ...defaultEntries, { name: 'New', query: 'x' })]]);
	});

	it('gets a query again that another window has removed while it was edited', async () => {
		await open({ user: [mine] }).change({ name: 'Bugs', text: 'label:bug' }, { text: 'x' });
		assert.deepEqual(written(), [['user', json(mine, { name: 'Bugs', query: 'x' })]]);
	});

	it('is not written if there is nothing to remove', async () => {
		assert.equal(await open({ user: [mine] }).remove('Bugs'), undefined);
		assert.deepEqual(written(), []);
	});
});

describe('Undoing that a query was removed', () => {
	it('makes the setting what it was, also if it was the default', async () => {
		const undo = await open().remove('Open');
		await undo?.();
		assert.deepEqual(written(), [
			['user', json(defaultEntries[1])],
			['user', 'removed'],
		]);
	});

	it('keeps what was changed since', async () => {
		const setting = open({ user: [bugs, mine] });
		const undo = await setting.remove('Bugs');
		await setting.add({ name: 'New', text: 'x' });
		await undo?.();
		assert.deepEqual(written().at(-1), ['user', json(bugs, mine, { name: 'New', query: 'x' })]);
	});
});

describe('A change of the queries that cannot be written', () => {
	it('is explained, with a way to the settings', async () => {
		const setting = open({ user: [mine] });
		setSetting('refused settings', 'The file has unsaved changes.');
		answerWith(enter('Open Settings'));
		assert.equal(await setting.add({ name: 'New', text: 'x' }), false);
		await passTurns();
		assert.deepEqual(takeCalls().slice(1), [
			'warning: The queries were not changed. The file has unsaved changes.: Open Settings',
			'command: workbench.action.openSettingsJson',
		]);
		assert.equal(await setting.remove('Mine'), undefined);
	});

	it('leaves a setting as it is that is not a list', async () => {
		const setting = open({ workspace: { Open: 'status:open' } });
		answerWith(enter('Open Settings'));
		assert.equal(await setting.add({ name: 'New', text: 'x' }), false);
		await passTurns();
		assert.deepEqual(takeCalls(), [
			'warning: The queries were not changed. The setting tildeforge.ticketQueries is not a list.: Open Settings',
			'command: workbench.action.openWorkspaceSettingsFile',
		]);
	});
});
