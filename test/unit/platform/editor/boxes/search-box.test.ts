import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { made, passTurns, takeCalls } from '../../../../kit/window/editor.ts';
import { until } from '../../../../tools/until.ts';

const { SearchBox, separator } = await import('../../../../../src/platform/editor/boxes/search-box.ts');
const { window } = await import('vscode');

type Options = ConstructorParameters<typeof SearchBox<string>>[0];

const offline = new ForgeError('offline', 'No connection.');
const rowOf = (label: string) => ({ label, id: label, alwaysShow: true, enter: () => label });

/** A box that is shown. What it finds in memory are the rows of `known` that have the text. */
function open(given: Partial<Options> = {}) {
	const known: ReturnType<typeof rowOf>[] = [];
	const box = new SearchBox<string>({
		title: 'Find',
		rows: (text) => known.filter(({ label }) => label.includes(text)),
		...given,
	});
	const answer = box.ask();
	const input = made.boxes.at(-1) ?? assert.fail();
	const labels = () =>
		input.items.map(({ label, description }) => [label, description].filter(Boolean).join(': '));
	const add = (...found: readonly string[]) => {
		known.splice(0, 0, ...found.map(rowOf));
		box.draw();
	};
	const shows = (...rows: readonly string[]) =>
		until(() => labels().join() === rows.join(), { what: `${rows.join()} in place of ${labels().join()}` });
	const move = (label: string) => {
		input.activeItems = input.items.filter((one) => one.label === label);
	};
	const active = () => input.activeItems[0]?.label;
	return { box, answer, input, labels, add, shows, move, active };
}

/** A box whose rows come from a search, each of which the test answers. */
function openSearch(given: Partial<NonNullable<Options['search']>> = {}) {
	const searches: {
		query: string;
		signal: AbortSignal;
		find: (...found: string[]) => void;
		fail: (error: Error) => void;
	}[] = [];
	let answered = { query: '', found: [] as readonly string[] };
	const opened = open({
		rows: (text) => (text === answered.query ? answered.found.map(rowOf) : undefined),
		search: {
			queryOf: (text) => text || undefined,
			pauseMs: 20,
			run: async (query, signal) => {
				const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
				searches.push({ query, signal, find: (...found) => resolve(found), fail: reject });
				const found = await promise;
				if (!signal.aborted) answered = { query, found };
			},
			...given,
		},
	});
	const asked = () => searches.map(({ query }) => query);
	const begun = async (query: string) => {
		await until(() => asked().at(-1) === query, { what: `a search for ${query}` });
		return searches.at(-1) ?? assert.fail();
	};
	return { ...opened, searches, asked, begun };
}

describe('A search box', () => {
	beforeEach(() => {
		made.boxes.length = 0;
		takeCalls();
	});

	it('is shown at once, is busy while it reads, and shows what arrives', async () => {
		const reading = Promise.withResolvers<void>();
		const { input, labels, add, answer } = open({ read: () => reading.promise, placeholder: () => 'Now' });
		assert.deepEqual([input.isShown, input.busy, input.placeholder], [true, true, 'Now']);
		add('one');
		assert.deepEqual(labels(), ['one']);
		reading.resolve();
		await until(() => !input.busy);
		input.choose('one');
		assert.equal(await answer, 'one');
	});

	it('ends what it reads if the user leaves', async () => {
		let signal: AbortSignal | undefined;
		const { input, answer } = open({
			read: async (given) => {
				signal = given;
				await new Promise(() => {});
			},
		});
		input.hide();
		assert.equal(await answer, undefined);
		assert.equal(signal?.aborted, true);
	});

	it('closes once the next box is shown', async () => {
		const { input, add, answer } = open();
		add('one');
		input.choose('one');
		await answer;
		window.createInputBox().show();
		assert.equal(input.isShown, true);
		await until(() => !input.isShown);
	});

	it('keeps the active row when others arrive, but not a row without an id, nor for another text', async () => {
		const { box, input, add, move, active, answer } = open();
		add('one', 'two');
		move('two');
		add('new');
		assert.deepEqual([active(), input.items.length], ['two', 3]);
		input.type('o');
		assert.equal(active(), 'one');
		input.hide();
		await answer;
		let rows = ['a', 'b'];
		const other = open({ rows: () => rows.map((label) => ({ label })) });
		other.move('b');
		rows = ['c', 'b'];
		other.box.draw();
		assert.equal(other.active(), 'c');
		assert.equal(box.lifetime.ended, true);
	});

	it('sets no equal rows again, but answers as the newest ones do', async () => {
		let answers = 'old';
		const rows = () => {
			const now = answers;
			return [{ label: 'one', enter: () => now }];
		};
		const { box, input, answer } = open({ rows });
		const { items } = input;
		box.draw();
		assert.equal(input.items, items);
		answers = 'new';
		box.draw();
		input.choose('one');
		assert.equal(await answer, 'new');
	});

	it('can have another row than the first one active at first', async () => {
		const { input, active, answer } = open({ rows: () => ['one', 'two'].map(rowOf), active: 'two' });
		assert.equal(active(), 'two');
		input.hide();
		await answer;
	});

	it('draws many changes together', async () => {
		let drawn = 0;
		const { box, input, answer } = open({ rows: () => [{ label: `${drawn}` }] });
		for (; drawn < 99; drawn++) box.drawSoon();
		assert.equal(input.items[0]?.label, '0');
		await until(() => input.items[0]?.label === '99');
		input.hide();
		await answer;
	});

	it('takes the first row if Enter comes before one is active, unless VS Code may have filtered it', async () => {
		const first = open({ rows: [separator('Group'), rowOf('one')] });
		first.input.accepted.fire();
		assert.equal(await first.answer, 'one');
		const other = open({ rows: [{ label: 'one', enter: () => 'one' }] });
		other.input.accepted.fire();
		other.input.hide();
		assert.equal(await other.answer, undefined);
	});

	it('takes the first row for what was typed fast', async () => {
		const { input, add, answer } = open();
		add('one', 'two', 'twenty');
		input.selectedItems = input.items.slice(0, 1);
		input.type('tw');
		input.accept();
		assert.equal(await answer, 'two');
	});

	it('takes the only row for an early Enter once nothing more is found', async () => {
		let found: readonly string[] | undefined;
		let isBusy = true;
		const { box, input, answer } = open({ rows: () => found?.map(rowOf), isBusy: () => isBusy });
		input.accepted.fire();
		found = ['Stop'];
		box.draw();
		assert.equal(input.isShown, true);
		[found, isBusy] = [['one'], false];
		box.draw();
		assert.equal(await answer, 'one');
	});

	it('takes no other row in place of one that has just disappeared', async () => {
		let rows = ['a', 'b'].map(rowOf);
		const { box, input, answer } = open({ rows: () => rows });
		const [chosen = assert.fail()] = input.items;
		rows = ['b'].map(rowOf);
		box.draw();
		for (const selected of [[chosen], []]) {
			input.selectedItems = selected;
			input.accepted.fire();
		}
		input.selectedItems = [chosen];
		rows = ['b', 'a'].map(rowOf);
		box.draw();
		input.accept();
		assert.equal(await answer, 'a');
	});

	it('stays after a row that does not answer, such as one that types for the user', async () => {
		const box = new SearchBox<string>({
			title: 'Find',
			rows: (text) => {
				const enter = (): undefined => {
					box.text = 'typed';
				};
				return text === 'typed' ? [rowOf('done')] : [{ ...rowOf('help'), enter }];
			},
		});
		const answer = box.ask();
		const input = made.boxes.at(-1) ?? assert.fail();
		input.choose('help');
		assert.deepEqual([input.value, input.items[0]?.label, input.isShown], ['typed', 'done', true]);
		input.accept();
		assert.equal(await answer, 'done');
	});

	it('has buttons of its own and of its rows', async () => {
		const pressed: string[] = [];
		const button = { iconPath: 'x' as never, tooltip: 'Refresh' };
		const { input, answer } = open({
			buttons: [
				{ ...button, press: () => void pressed.push('box') as undefined },
				{ ...button, press: () => 'button' },
			],
			rows: () => [{ label: 'one', buttons: [button], press: () => pressed.push('row') }],
		});
		input.itemPressed.fire({ item: input.items[0] ?? assert.fail() });
		input.pressed.fire(input.buttons[0]);
		assert.deepEqual([pressed, input.isShown], [['row', 'box'], true]);
		input.pressed.fire(input.buttons[1]);
		assert.equal(await answer, 'button');
	});
});

describe('A search in a box', () => {
	beforeEach(() => {
		made.boxes.length = 0;
		takeCalls();
	});

	it('begins when the user pauses, or at once with Enter, which takes the row that is found if it is the only one', async () => {
		const { input, searches, asked, begun, labels, shows, answer } = openSearch();
		input.type('a');
		input.type('ab');
		assert.deepEqual([asked(), input.busy], [[], true]);
		(await begun('ab')).find('ab1');
		await shows('ab1');
		assert.equal(input.busy, false);
		input.type('abc');
		assert.deepEqual(labels(), ['ab1'], 'what was found before stays');
		input.choose('ab1');
		assert.deepEqual([asked(), input.isShown], [['ab', 'abc'], true]);
		input.choose('ab1');
		assert.deepEqual(asked(), ['ab', 'abc'], 'it is searched already');
		(await begun('abc')).find('abc1', 'abc2');
		await shows('abc1', 'abc2');
		for (const [text, chosen] of [
			['abcd', 'abc2'],
			['abcde', 'abc1'],
		] as const) {
			input.type(text);
			input.choose(chosen);
			searches.at(-1)?.find(...(chosen === 'abc2' ? ['abc1'] : ['abcde1']));
			if (chosen === 'abc2') await shows('abc1');
		}
		assert.equal(await answer, 'abcde1');
	});

	it('ends when the user types something else, and only the answer to the last text is shown', async () => {
		const { input, begun, shows, answer } = openSearch();
		input.type('a');
		const first = await begun('a');
		input.type('b');
		assert.equal(first.signal.aborted, true);
		(await begun('b')).find('b1');
		await shows('b1');
		first.find('a1');
		await passTurns();
		await shows('b1');
		input.hide();
		await answer;
	});

	it('goes on while the user types what means the same', async () => {
		const { input, asked, begun, answer } = openSearch({ queryOf: (text) => text.trim() || undefined });
		input.type('a');
		const { signal } = await begun('a');
		input.type('a ');
		assert.deepEqual([asked(), signal.aborted], [['a'], false]);
		input.type('');
		assert.deepEqual([signal.aborted, input.busy], [true, false]);
		input.hide();
		await answer;
	});

	it('can be stopped, and goes on', async () => {
		const { box, input, asked, begun, shows, answer } = openSearch();
		input.type('a');
		const { signal } = await begun('a');
		box.stopSearch();
		assert.deepEqual([signal.aborted, input.busy], [true, false]);
		box.searchAgain();
		assert.deepEqual(asked(), ['a', 'a']);
		(await begun('a')).find('a1');
		await shows('a1');
		input.hide();
		await answer;
		box.searchAgain();
		assert.deepEqual(asked(), ['a', 'a']);
	});

	it('is repeated once after its end for all that has arrived meanwhile, and shows what it has found before', async () => {
		const { box, input, asked, begun, shows, searches, answer } = openSearch();
		input.type('a');
		const first = await begun('a');
		for (let page = 0; page < 3; page++) box.searchAgain();
		assert.deepEqual([asked(), first.signal.aborted], [['a'], false]);
		first.find('a1');
		await shows('a1');
		assert.deepEqual([asked(), input.busy], [['a', 'a'], true]);
		searches[1]?.find('a1', 'a2');
		await shows('a1', 'a2');
		assert.equal(input.busy, false);
		box.searchAgain();
		assert.equal(searches.length, 3);
		input.hide();
		await answer;
	});

	it('that fails says why, and can be tried again', async () => {
		const { input, searches, begun, labels, shows, answer } = openSearch();
		input.type('a');
		const failed = await begun('a');
		failed.fail(offline);
		await shows('Try Again: No connection.');
		assert.deepEqual([input.busy, failed.signal.aborted], [false, true], 'the rest of it ends, too');
		const [retry = assert.fail()] = input.items;
		input.choose('Try Again');
		input.selectedItems = [retry];
		input.accept();
		assert.deepEqual([input.busy, searches.length], [true, 2], 'a second Enter does nothing');
		searches[1]?.find('a1');
		await shows('a1');
		input.type('b');
		(await begun('b')).fail(offline);
		await until(() => labels().some((label) => label.startsWith('Try Again')));
		input.type('a');
		await shows('a1');
		input.hide();
		await answer;
	});

	it('that fails is tried again with Enter if the other rows only inform', async () => {
		const reading = Promise.withResolvers<void>();
		const { labels, shows } = open({ read: () => reading.promise, rows: () => [{ label: 'Nothing' }] });
		assert.deepEqual(labels(), ['Nothing']);
		reading.reject(offline);
		await shows('Try Again: No connection.', 'Nothing');
	});

	it('that needs other permissions closes the box to ask for them', async () => {
		const { input, begun, shows, answer } = openSearch();
		input.type('a');
		(await begun('a')).fail(new ForgeError('forbidden', 'No.', { scopes: ['A:RO'], instance: 'forge.test' }));
		await shows('Grant Permissions: No.');
		input.choose('Grant');
		assert.equal(await answer, undefined);
		assert.match(takeCalls().join(), /^command: tildeforge\.grant.*forge\.test/);
	});

	it('that fails because of a bug closes the box', async () => {
		const { input, begun, answer } = openSearch();
		input.type('a');
		(await begun('a')).fail(new TypeError('a bug'));
		await assert.rejects(answer, /a bug/);
		await until(() => !input.isShown);
	});
});

describe('What takes time after Enter in a box', () => {
	/** A box with a row whose action the test ends. */
	function openAction(given: Partial<Options> = {}) {
		const actions: PromiseWithResolvers<string>[] = [];
		const act = () => {
			actions.push(Promise.withResolvers<string>());
			return actions.at(-1)?.promise ?? assert.fail();
		};
		return { actions, ...open({ rows: () => [{ label: 'one', alwaysShow: true, act }], ...given }) };
	}

	it('is done once, and answers', async () => {
		const { actions, input, answer } = openAction();
		input.choose('one');
		input.choose('one');
		assert.deepEqual([actions.length, input.busy, input.enabled], [1, true, true]);
		actions[0]?.resolve('done');
		assert.equal(await answer, 'done');
	});

	it('can be tried again if it fails, until the user types', async () => {
		const { actions, input, shows, answer } = openAction({ ignoresFocusOut: true });
		input.choose('one');
		assert.equal(input.enabled, false);
		actions[0]?.reject(offline);
		await shows('one', 'Try Again: No connection.');
		assert.deepEqual([input.enabled, input.busy], [true, false]);
		input.choose('Try Again');
		actions[1]?.reject(offline);
		await until(() => !input.busy);
		input.type('other');
		await shows('one');
		input.hide();
		await answer;
	});
});
