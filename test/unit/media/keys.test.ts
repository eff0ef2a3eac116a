import assert from 'node:assert/strict';
import type { Snapshot } from '../../../src/tickets/page/protocol.ts';
import { composer, newTicket, sample } from '../../kit/pages/sample.ts';
import { openPage, type TicketPage } from './page.ts';

/** The page of a ticket that is not loaded yet. */
const unloaded: Snapshot = {
	...sample,
	timeline: [],
	facts: [],
	composer: null,
	status: null,
	loadingText: 'Loading ~ana/editor#42…',
};

/** Presses keys. Returns once the host has received what the page asks for them. */
const pressAll = async (shown: TicketPage, keys: readonly string[]) => {
	for (const key of keys) await shown.page.keyboard.press(key);
	await shown.delivered();
};

/** The page loses the focus to another part of the editor, and then gets it back. */
const loseFocus = ({ page }: TicketPage) => page.evaluate(() => window.dispatchEvent(new Event('blur')));
const getFocus = ({ page }: TicketPage) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

describe('The keys of a ticket’s page', () => {
	it('do what the buttons do, and are text in the comment box', async () => {
		const page = await openPage(sample);
		const press = (key: string) => page.page.keyboard.press(key);
		const at = () => page.page.evaluate(() => document.activeElement?.getAttribute('data-entry') ?? '');
		await press('n');
		await press('n');
		assert.equal(await at(), 'e3');
		await press('q');
		await page.page.waitForFunction(() => document.activeElement?.id === 'text');
		assert.deepEqual(page.asks('quote'), [{ entry: 'e3', selected: '' }]);
		for (const key of 'npslyq?c') await press(key);
		assert.match(await page.page.locator('#text').inputValue(), /npslyq\?c$/);
		await press('Escape');
		await press('p');
		assert.equal(await at(), 'e8');
		for (const key of ['y', 'Control+y', 'Alt+y']) await press(key);
		await page.until('copyRef');
		assert.deepEqual(page.asks('copyRef'), [{}]);
		await press('?');
		const list = page.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
		for (const words of ['Next ticket', 'Set to in progress', 'Start writing', 'Undo last change'])
			await list.getByText(words, { exact: true }).waitFor();
		const keys = await list.locator('dt').allTextContents();
		for (const shown of ['J', 'Shift+X']) assert.ok(keys.includes(shown), keys.join());
		assert.equal(
			await page.page.evaluate(() => document.activeElement?.id),
			'keys',
			'no button has the focus',
		);
		await press('n');
		await press('Escape');
		assert.equal(await page.page.getByRole('dialog').count(), 0);
		await press('r');
		assert.equal(await page.page.evaluate(() => document.activeElement?.id), 'text');
	});

	for (const [key, ask, body] of [
		['j', 'go', { step: 'next' }],
		['k', 'go', { step: 'previous' }],
		['e', 'go', { step: 'done' }],
		['f', 'triage', { move: 'confirm' }],
		['i', 'triage', { move: 'start' }],
		['x', 'triage', { move: 'resolve' }],
		['Shift+X', 'triage', { move: 'reopen' }],
		['u', 'undo', { change: null }],
		['s', 'pick', { what: 'status' }],
		['l', 'pick', { what: 'labels' }],
		['a', 'pick', { what: 'assign' }],
		['Shift+A', 'pick', { what: 'assign-to-me' }],
		['Shift+T', 'pick', { what: 'title' }],
	] as const) {
		it(`ask the host to go through tickets and to change them: ${key}`, async () => {
			const position = { text: '3 of 14 new', hasPrevious: true, hasNext: true, isMixed: key === 'e' };
			const mayDo = { ...composer, mayAssign: true, mayRename: true };
			const page = await openPage({ ...sample, position, composer: mayDo });
			await pressAll(page, [key]);
			await page.until(ask);
			assert.deepEqual(page.asks(ask), [body]);
		});
	}

	it('neither assign nor edit a ticket, nor are in the list of keys for that, where the user may not', async () => {
		const page = await openPage(sample);
		await pressAll(page, ['a', 'Shift+A', 'Shift+T', 'f']);
		await page.until('triage');
		assert.deepEqual(page.asks('pick'), []);
		await pressAll(page, ['?']);
		await page.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
		assert.equal(
			await page.page
				.getByRole('dialog')
				.getByText(/Assign|Edit title/)
				.count(),
			0,
		);
	});

	it('have pencils beside them for the title and the description, which appear with the mouse', async () => {
		const [description = assert.fail(), ...others] = sample.timeline;
		const page = await openPage({
			...sample,
			composer: { ...composer, mayEdit: true },
			timeline: [description.kind === 'comment' ? { ...description, mayEdit: true } : description, ...others],
		});
		for (const [name, what] of [
			['Edit title', 'title'],
			['Edit description', 'description'],
		] as const) {
			await page.page.getByRole('button', { name }).click();
			await page.until('pick', what === 'title' ? 1 : 2);
			assert.deepEqual(page.asks('pick').at(-1), { what });
		}
		const pencil = page.page.getByRole('button', { name: 'Edit title' });
		const opacity = () => pencil.evaluate((one) => getComputedStyle(one).opacity);
		await page.page.mouse.move(5, 400);
		await page.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
		assert.equal(await opacity(), '0');
		await page.page.getByRole('heading', { level: 1 }).hover();
		assert.equal(await opacity(), '1');
	});

	it('do nothing while the user has turned them off, from the moment of the setting on, and the list of keys says so', async () => {
		const page = await openPage(sample);
		await page.setLetterKeys(false);
		await pressAll(page, ['f', 'j', 'x', '?']);
		const list = page.page.locator('#keys');
		assert.equal(await list.isVisible(), false);
		await page.page.getByRole('button', { name: 'Show keyboard shortcuts' }).first().click();
		await list.getByText('Single-letter keys are off').waitFor();
		assert.equal(await list.getByText('Next ticket').count(), 0);
		await page.page.keyboard.press('Escape');
		await page.setLetterKeys(true);
		await pressAll(page, ['f']);
		await page.until('triage');
		assert.deepEqual([page.asks('triage'), page.asks('go')], [[{ move: 'confirm' }], []]);
	});

	it('are in no tooltip while the user has turned them off, also of what was drawn before', async () => {
		const long = {
			...sample,
			timeline: sample.timeline.slice(0, 1),
			unseen: { text: '1 new', label: '1 new' },
		};
		const page = await openPage({
			...long,
			parts: [
				{
					...{ key: 'part-1', version: 'one', count: 2, hasFirstUnseen: false },
					entries: sample.timeline.slice(1),
				},
			],
		});
		const named = () =>
			page.page
				.locator('[data-tip], [aria-keyshortcuts]')
				.evaluateAll((all) =>
					all
						.map((one) =>
							`${one.getAttribute('data-tip')} ${one.getAttribute('aria-keyshortcuts') ?? ''}`.trim(),
						)
						.filter((tip) => !tip.includes('Enter') && / \S+$/.test(tip)),
				);
		const hasKey = (tips: readonly string[]) => tips.filter((tip) => /\((Shift\+)?[\w?.]\)/.test(tip));
		const before = await named();
		assert.ok(hasKey(before).length > 5, before.join());
		await page.setLetterKeys(false);
		await page.page.waitForFunction(() => !document.querySelector('[aria-keyshortcuts="q"]'));
		assert.deepEqual(hasKey(await named()), []);
		assert.equal(await page.page.locator('[aria-keyshortcuts]:not([aria-keyshortcuts*="Enter"])').count(), 0);
		await page.setLetterKeys(true);
		await page.page.waitForFunction(() => document.querySelector('[aria-keyshortcuts="q"]'));
		assert.deepEqual(await named(), before);
	});

	it('go back to the list by Escape, but not from a field, a dialog or with another key', async () => {
		const page = await openPage(sample);
		await pressAll(page, ['c']);
		await page.page.waitForFunction(() => document.activeElement?.id === 'text');
		await pressAll(page, ['Escape', '?', 'Escape', 'Shift+Escape', 'Alt+Escape', 'Meta+Escape']);
		assert.deepEqual(page.asks('leave'), []);
		await pressAll(page, ['Escape', 'f', 'x']);
		assert.deepEqual([page.asks('leave'), page.asks('triage')], [[{}], []]);
		// The user comes back to the page.
		await getFocus(page);
		await pressAll(page, ['f']);
		assert.deepEqual(page.asks('triage'), [{ move: 'confirm' }]);
	});

	it('send no comment while their list is shown', async () => {
		const page = await openPage(sample);
		await page.page.locator('#text').fill('Not yet.');
		await pressAll(page, ['Escape', '?', 'ControlOrMeta+Enter', 'Escape', 'Shift+Escape']);
		await page.settled();
		assert.deepEqual(page.asks('send'), []);
	});

	it('need the focus, which the page reports to the host', async () => {
		const page = await openPage(sample);
		const before = page.asks('focused').length;
		await getFocus(page);
		await page.until('focused', before + 1);
	});

	it('work on a keyboard without Latin letters, by their position, and with Caps Lock', async () => {
		const page = await openPage(sample);
		const pressed = [
			{ key: 'ш', code: 'KeyI' },
			{ key: 'Ч', code: 'KeyX', shiftKey: true },
			{ key: 'F', code: 'KeyF' },
		];
		for (const [nth, key] of pressed.entries()) {
			await page.page.evaluate(
				(init) => document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true })),
				key,
			);
			await page.until('triage', nth + 1);
			await page.settled();
		}
		assert.deepEqual(
			page.asks('triage'),
			['start', 'reopen', 'confirm'].map((move) => ({ move })),
		);
	});

	it('ignore AltGr, dead keys and repeats, except repeats of the keys that move', async () => {
		const page = await openPage(sample);
		const press = (pressed: Readonly<Record<string, string | boolean>>) =>
			page.page.evaluate(
				(one) => document.body.dispatchEvent(new KeyboardEvent('keydown', { ...one, bubbles: true })),
				pressed,
			);
		await press({ key: 'x', code: 'KeyX', modifierAltGraph: true });
		await press({ key: 'Dead', code: 'KeyF' });
		await press({ key: 'Process', code: 'KeyI' });
		await press({ key: 'f', code: 'KeyF', repeat: true });
		await press({ key: 'j', code: 'KeyJ', repeat: true });
		await page.until('go');
		assert.deepEqual([page.asks('go'), page.asks('triage')], [[{ step: 'next' }], []]);
	});

	it('belong to the editor with Ctrl, Alt or Meta, and to an input method while it composes', async () => {
		const page = await openPage(sample);
		await pressAll(page, ['Control+f', 'Alt+x', 'Meta+i']);
		await page.page.evaluate(() =>
			document.body.dispatchEvent(
				new KeyboardEvent('keydown', { key: 'f', code: 'KeyF', isComposing: true, bubbles: true }),
			),
		);
		await pressAll(page, ['y']);
		await page.until('copyRef');
		assert.deepEqual(page.asks('triage'), []);
	});

	for (const [key, ask] of [
		['x', 'triage'],
		['s', 'pick'],
		['l', 'pick'],
	] as const) {
		it(`change nothing when typed before the input box for ${key} appears`, async () => {
			const page = await openPage(sample);
			const answer = Promise.withResolvers<never>();
			page.handlers = { [ask]: () => answer.promise };
			await pressAll(page, [key, 'f', 'i', 'c', 'j']);
			assert.deepEqual(
				page.asked.map((one) => one.name).filter((one) => !['ready', 'focused'].includes(one)),
				[ask],
			);
			// The box is closed, but the change that it started may still be in progress.
			await loseFocus(page);
			await getFocus(page);
			page.handlers = {};
			await pressAll(page, ['f']);
			await page.until('triage', ask === 'triage' ? 2 : 1, 'confirm');
		});
	}

	it('work on the next ticket as soon as it is shown, and do nothing if it has its own page', async () => {
		const page = await openPage(sample);
		await pressAll(page, ['j']);
		await page.settled();
		await page.show({ key: 'one ~ana/editor#43', number: '#43', title: 'Another ticket' });
		await page.page.getByRole('heading', { name: 'Another ticket' }).waitFor();
		await pressAll(page, ['f']);
		await page.until('triage', 1, 'confirm');
		page.handlers = { go: () => ({ isElsewhere: true }) };
		await pressAll(page, ['j']);
		await page.until('go', 2, 'next');
		await page.settled();
		await pressAll(page, ['f', 'y']);
		await getFocus(page);
		await pressAll(page, ['y']);
		await page.until('copyRef');
		assert.equal(page.asks('triage').length, 1);
		assert.equal(page.asks('copyRef').length, 1);
	});

	it('focus the comment box as soon as it appears, and change nothing until then', async () => {
		const page = await openPage(unloaded);
		await pressAll(page, ['c', 'f', 'y', 'x']);
		await page.show(sample);
		await page.page.locator('#text:focus').waitFor();
		assert.equal(await page.page.locator('#text').inputValue(), '');
		assert.deepEqual([page.asks('triage'), page.asks('copyRef')], [[], []]);
	});

	it('focus the comment box also if C was pressed before it is clear that no input box is needed', async () => {
		const page = await openPage(sample);
		const answer = Promise.withResolvers<null>();
		page.handlers = { triage: () => answer.promise };
		await pressAll(page, ['x', 'c', 'f']);
		answer.resolve(null);
		await page.page.locator('#text:focus').waitFor();
		assert.deepEqual(page.asks('triage'), [{ move: 'resolve' }]);
	});

	it('change nothing until the comment box has the quote', async () => {
		const page = await openPage(sample);
		const answer = Promise.withResolvers<{ readonly text: string }>();
		page.handlers = { quote: () => answer.promise };
		await pressAll(page, ['q', 'f', 'i', 'x', 'j']);
		answer.resolve({ text: '> quoted' });
		await page.page.locator('#text:focus').waitFor();
		await pressAll(page, ['f']);
		assert.equal(await page.page.locator('#text').inputValue(), '> quoted\n\nf');
		assert.deepEqual([page.asks('triage'), page.asks('go')], [[], []]);
	});

	it('are letters of the page again as soon as a comment is sent, but not if it cannot be', async () => {
		const page = await openPage(sample);
		await page.page.locator('#text').fill('a');
		await pressAll(page, ['ControlOrMeta+Enter', 'j']);
		assert.equal(await page.page.locator('#text').inputValue(), 'aj');
		await page.page.keyboard.type('k');
		await pressAll(page, ['ControlOrMeta+Enter', 'j']);
		await page.until('go');
		assert.deepEqual([page.asks('send').length, page.asks('go')], [1, [{ step: 'next' }]]);
	});

	it('work if no comment box appears, and after Escape', async () => {
		const none = await openPage({ ...unloaded, loadingText: null });
		await pressAll(none, ['c', 'y']);
		await none.until('copyRef');
		const page = await openPage(unloaded);
		await page.write();
		await page.settled();
		await pressAll(page, ['y', 'Escape', 'y']);
		await page.until('copyRef');
		await page.show(sample);
		await pressAll(page, ['y']);
		await page.until('copyRef', 2);
		assert.equal(await page.page.locator('#text:focus').count(), 0);
	});

	it('go to the comment box again when the editor returns the focus to the page', async () => {
		const page = await openPage(sample);
		await pressAll(page, ['c']);
		await page.page.keyboard.type('fi');
		await page.page.evaluate(() => {
			Object.defineProperty(document, 'hasFocus', { value: () => false, configurable: true });
			document.querySelector<HTMLElement>('#text')?.blur();
			// The page checks a moment later whether it still has the focus.
			return new Promise((resolve) => setTimeout(resolve));
		});
		await loseFocus(page);
		await page.page.evaluate(() => {
			Object.defineProperty(document, 'hasFocus', { value: () => true, configurable: true });
		});
		await getFocus(page);
		await page.page.keyboard.type('x');
		assert.equal(await page.page.locator('#text').inputValue(), 'fix');
	});

	it('stay page keys when the editor returns the focus, if the user had left the comment box', async () => {
		const page = await openPage(sample);
		await pressAll(page, ['c', 'Escape']);
		// The page checks a moment later whether it still has the focus.
		await page.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
		await loseFocus(page);
		await getFocus(page);
		await pressAll(page, ['y']);
		await page.until('copyRef');
		assert.equal(await page.page.locator('#text').inputValue(), '');
	});

	it('show the text instead of its preview before the user continues to write', async () => {
		const page = await openPage(sample);
		await page.page.locator('#text').fill('Seen.');
		await page.page.getByRole('tab', { name: 'Preview' }).click();
		await page.page.getByText('As it will be').waitFor();
		await pressAll(page, ['c']);
		await page.page.locator('#text:focus').waitFor();
		assert.equal(await page.page.locator('#text').isVisible(), true);
	});

	it('on the page of a new ticket are only those that make sense there', async () => {
		const page = await openPage(newTicket);
		await pressAll(page, ['f', 'x', 'j', 'y', 's', '?']);
		await page.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
		assert.deepEqual(await page.page.locator('#keys dd').allTextContents(), [
			'Leave field (draft is kept), or go back to the list',
			'Start writing',
			'Send',
			'Show keyboard shortcuts',
		]);
		assert.deepEqual(
			page.asked.map((one) => one.name),
			['ready'],
		);
	});
});
