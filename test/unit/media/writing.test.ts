import assert from 'node:assert/strict';
import type { Suggestion } from '../../../src/platform/page/snapshot-parts.ts';
import {
	comment,
	composer,
	drafted,
	hostText,
	refusedText,
	sample,
	user,
	waitingText,
} from '../../kit/pages/sample.ts';
import { until } from '../../tools/until.ts';
import { openPage, type TicketPage } from './page.ts';
import { refuse } from './page-answers.ts';

const text = (page: TicketPage) => page.page.locator('#text');
const button = (page: TicketPage) => page.page.locator('.composer [type=submit]');
const waitForTitle = (page: TicketPage, title: string) =>
	page.page.getByRole('heading', { name: title }).waitFor();
const waitForText = (page: TicketPage, shown: string | RegExp) =>
	page.page.getByText(shown).first().waitFor();
/** The text, its selection with the direction, and whether the text field has the focus. */
const selection = (page: TicketPage) =>
	page.page.evaluate(() => {
		const field = document.querySelector<HTMLTextAreaElement>('#text');
		return [
			field?.value,
			field?.selectionStart,
			field?.selectionEnd,
			field?.selectionDirection,
			document.activeElement === field,
		];
	});

/** The id that the page has given to what the user writes. */
const idOf = async (page: TicketPage): Promise<string> => {
	await page.until('draft');
	const [, id = ''] = /"id":"([^"]+)"/.exec(JSON.stringify(page.asks('draft').at(-1))) ?? [];
	return id;
};

describe('Text that the user types on the page of a ticket', () => {
	it('survives snapshots with its selection, focus and undo history, and the page does not go up', async () => {
		const page = await openPage(sample);
		await page.page.setViewportSize({ width: 1400, height: 400 });
		page.handlers = { draft: () => new Promise(() => {}) };
		await text(page).pressSequentially('one two');
		await page.page.keyboard.press('Shift+ArrowLeft');
		await page.page.keyboard.press('Shift+ArrowLeft');
		const before = await selection(page);
		assert.deepEqual(before, ['one two', 5, 7, 'backward', true]);
		const scroll = () => page.page.evaluate(() => window.scrollY);
		const scrolled = await scroll();
		assert.ok(scrolled > 0);
		const more = comment('e9', user('~carol'), '<p>Me too.</p>');
		await page.show({
			timeline: [...sample.timeline, more],
			title: 'Another title',
			status: { text: 'Resolved as fixed', icon: 'pass', tone: 'good' },
			notes: [{ key: 'x', kind: 'warning', icon: 'warning', pieces: ['No connection.'], acts: [] }],
			composer: {
				...composer,
				status: { value: 'resolved', label: 'Resolved' },
				moves: [],
				labels: [],
				notes: [],
			},
			editing: [drafted],
		});
		await waitForText(page, 'Me too.');
		assert.deepEqual(await selection(page), before);
		assert.ok((await scroll()) >= scrolled, `the page is at ${await scroll()} after ${scrolled}`);
		await page.page.keyboard.press('ControlOrMeta+z');
		assert.notEqual((await selection(page))[0], 'one two');
	});

	it('is not begun by the resolution that the ticket has already', async () => {
		const resolved = { status: { value: 'resolved', label: 'Resolved' }, resolution: 'fixed' };
		const page = await openPage({ ...sample, composer: { ...composer, ...resolved } });
		for (const [chosen, expected] of [
			['duplicate', 'duplicate'],
			['fixed', null],
		] as const) {
			const before = page.asks('draft').length;
			await page.page.getByLabel('Resolution').selectOption(chosen);
			await page.until('draft', before + 1);
			assert.match(
				JSON.stringify(page.asks('draft').at(-1)),
				RegExp(`"resolution":${JSON.stringify(expected)}`),
			);
		}
	});

	it('reaches the host at each letter, even if the page unloads at the next one', async () => {
		const page = await openPage(sample);
		await text(page).pressSequentially('abc');
		await page.until('draft', 3, '"abc"');
		await waitForText(page, 'Draft saved 08:12');
		const last = page.asks('draft').at(-1);
		assert.match(JSON.stringify(last), /"text":"abc".*"base":"2026-11-20T07:40:00Z"/);
		// A message that the page posts in the turn in which it unloads is still sent.
		await text(page).evaluate((field: HTMLTextAreaElement) => {
			field.value = 'abcd';
			field.dispatchEvent(new Event('input', { bubbles: true }));
			location.reload();
		});
		await page.until('draft', 4, '"abcd"');
		await page.until('ready', 2);
		await page.page.waitForLoadState();
	});

	it('disappears when it was discarded elsewhere, and can be restored', async () => {
		const page = await openPage(sample);
		await text(page).fill('one');
		await waitForText(page, 'Draft saved 08:12');
		const id = await idOf(page);
		const past = { id, revision: 1, writer: 'page', state: 'discarded' } as const;
		await page.show({ editing: [], past: [past] });
		await waitForText(page, 'The draft was sent or discarded outside of this page.');
		assert.equal(await text(page).inputValue(), '');
		await page.page.getByRole('button', { name: 'Undo', exact: true }).click();
		await page.until('restoreDraft');
		assert.deepEqual(page.asks('restoreDraft'), [{ id }]);
		await page.show({ past: [], editing: [hostText({ text: 'one' }, 1, { id })] });
		assert.equal(await text(page).inputValue(), 'one');
	});

	it('disappears when another window has sent it', async () => {
		const page = await openPage(sample);
		await text(page).fill('one');
		await waitForText(page, 'Draft saved 08:12');
		await page.show({
			editing: [],
			past: [{ id: await idOf(page), revision: 1, writer: 'page', state: 'sending' }],
		});
		await waitForText(page, 'Sent from another window.');
		assert.equal(await text(page).inputValue(), '');
		assert.equal(await page.page.getByRole('button', { name: 'Undo', exact: true }).count(), 0);
	});

	it('is shown beside another version of it, and either can be edited or discarded', async () => {
		const page = await openPage(sample);
		await text(page).fill('of this window');
		await waitForText(page, 'Draft saved 08:12');
		const mine = hostText({ text: 'of this window' }, 1, { id: await idOf(page) });
		const theirs = hostText({ text: 'of another window' }, 1, { id: 'theirs' });
		await page.show({ editing: [theirs, mine] });
		const other = page.page.locator('.composer .note', { hasText: 'Another draft' });
		await other.getByText('of another window').waitFor();
		assert.equal(await text(page).inputValue(), 'of this window');
		await other.getByRole('button', { name: 'Edit' }).click();
		assert.equal(await text(page).inputValue(), 'of another window');
		await other.getByText('of this window').waitFor();
		await other.getByRole('button', { name: 'Discard' }).click();
		await page.until('discard');
		assert.deepEqual(page.asks('discard'), [{ id: mine.id }]);
	});

	for (const [how, empty] of [
		['is sent', (page) => button(page).click()],
		['is discarded', ({ page }) => page.getByRole('button', { name: 'Discard' }).last().click()],
		['is cut', (page) => text(page).fill('')],
	] as const satisfies readonly (readonly [string, (page: TicketPage) => Promise<void>])[])
		it(`leaves an empty box if it ${how}: another draft stays above it, so that a second click or key does nothing to it`, async () => {
			const other = hostText({ text: 'An older one.' }, 1, { id: 'other' });
			const page = await openPage({ ...sample, editing: [hostText({ text: 'Mine.' }), other] });
			assert.equal(await text(page).inputValue(), 'Mine.');
			await empty(page);
			await page.settled();
			for (const title of ['Once', 'Twice']) {
				await page.show({ title, editing: [other] });
				await waitForTitle(page, title);
			}
			assert.equal(await text(page).inputValue(), '');
			await page.page.locator('.composer .note', { hasText: 'Another draft: An older one.' }).waitFor();
			await page.page.keyboard.press('ControlOrMeta+Enter');
			await page.settled();
			assert.equal(page.asks('send').length, how === 'is sent' ? 1 : 0);
			const undo = page.page.getByRole('button', { name: 'Undo', exact: true });
			assert.equal(await undo.count(), how === 'is discarded' ? 1 : 0);
		});

	for (const [how, leave, request] of [
		['sent', (page) => button(page).click(), 'send'],
		['discarded', ({ page }) => page.getByRole('button', { name: 'Discard' }).last().click(), 'discard'],
	] as const satisfies readonly (readonly [string, (page: TicketPage) => Promise<void>, string])[])
		it(`is no other draft until the host has ${how} it`, async () => {
			const page = await openPage({ ...sample, editing: [hostText({ text: 'Mine.' })] });
			const answer = Promise.withResolvers<null>();
			page.handlers = { [request]: () => answer.promise };
			await leave(page);
			await page.until(request);
			const other = page.page.getByText('Another draft');
			assert.equal(await other.count(), 0, 'before a snapshot');
			await page.show({ title: 'Changed meanwhile' });
			assert.equal(await other.count(), 0, 'with an old snapshot');
			answer.resolve(null);
			await page.settled();
			assert.equal(await other.count(), 0, 'after the answer');
		});

	it('is there as a whole when the user returns to it from another draft', async () => {
		const other = hostText({ text: 'Another one.' }, 1, { id: 'other' });
		const page = await openPage({ ...sample, editing: [hostText({ text: 'Mine' }), other] });
		await text(page).press('End');
		await page.page.keyboard.type(', and more');
		await page.settled();
		for (const [before, after] of [
			['Mine, and more', 'Another one.'],
			['Another one.', 'Mine, and more'],
		]) {
			assert.equal(await text(page).inputValue(), before);
			const note = page.page.locator('.composer .note', { hasText: `Another draft: ${after}` });
			await note.getByRole('button', { name: 'Edit' }).click();
			assert.equal(await text(page).inputValue(), after);
		}
		await text(page).press('End');
		await page.page.keyboard.type('!');
		await page.settled();
		assert.match(JSON.stringify(page.asks('draft').at(-1)), /"revision":12,.*Mine, and more!/);
	});

	it('can be discarded and restored', async () => {
		const page = await openPage({ ...sample, editing: [drafted] });
		await page.page.getByRole('button', { name: 'Discard' }).click();
		await waitForText(page, 'Draft discarded.');
		await page.show({ editing: [] });
		assert.equal(await text(page).inputValue(), '');
		assert.equal(await button(page).textContent(), 'Comment');
		await page.page.keyboard.press('Enter'); // on Undo, where the focus is
		await page.until('restoreDraft');
		assert.deepEqual(page.asks('restoreDraft'), [{ id: 'text' }]);
		await page.show({ editing: [drafted] });
		await page.page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('#text')?.value !== '');
		assert.equal(await text(page).inputValue(), drafted.body.text);
		assert.equal(await button(page).textContent(), 'Comment, resolve as fixed, change 3 labels');
	});

	it('stays in the box if a refused text is edited again meanwhile, and is above that once it is saved', async () => {
		const page = await openPage({ ...sample, waiting: [refusedText] });
		let saved = () => {};
		page.handlers = {
			actOnText: () => ({ id: 'text' }),
			draft: ({ text: { id } }) => new Promise((resolve) => (saved = () => resolve({ id, saved: '08:13' }))),
		};
		await page.page.locator('.refused-text').getByRole('button', { name: 'Edit' }).click();
		await page.until('actOnText');
		await text(page).fill('One more thing.');
		const id = await idOf(page);
		await page.show({ waiting: [], editing: [drafted] });
		assert.equal(await text(page).inputValue(), 'One more thing.');
		saved();
		await page.show({ editing: [drafted, hostText({ text: 'One more thing.' }, 1, { id })] });
		const other = page.page.locator('.composer .note', { hasText: 'Another draft' });
		await other.getByText('One more thing.').waitFor();
		assert.equal(await text(page).inputValue(), drafted.body.text);
	});
});

describe('Sending', () => {
	it('makes a single request with all choices, whatever the user clicks or presses during it', async () => {
		const page = await openPage({ ...sample, editing: [drafted] });
		const { promise, resolve } = Promise.withResolvers<null>();
		page.handlers = { send: () => promise };
		await button(page).dblclick();
		await text(page).press('ControlOrMeta+Enter');
		await button(page).click({ force: true });
		await page.until('send');
		assert.equal(await button(page).getAttribute('aria-disabled'), 'true');
		const { id, revision, writer, body } = drafted;
		const sent = { id, revision, writer, body, base: { revision, writer } };
		assert.deepEqual(page.asks('send'), [{ version: sample.version, text: sent }]);
		resolve(null);
		await page.show({ editing: [], past: [{ id, revision, writer, state: 'sending' }] });
		await waitForText(page, 'Sending…');
		await page.show({ past: [{ id, revision, writer, state: 'sent' }] });
		await waitForText(page, 'Sent.');
		assert.equal(await text(page).inputValue(), '');
		assert.equal(await button(page).textContent(), 'Comment');
		await page.page.reload();
		await page.page.waitForSelector('#text');
		assert.equal(await text(page).inputValue(), '');
	});

	it('puts everything back if the host does not accept it, with the reason', async () => {
		const page = await openPage({ ...sample, editing: [drafted] });
		page.handlers = { send: refuse('~ana is signed out.') };
		await text(page).press('ControlOrMeta+Enter');
		const alert = page.page.getByRole('alert');
		await alert.waitFor();
		assert.match((await alert.textContent()) ?? '', /Nothing was sent\. ~ana is signed out/);
		assert.equal(await text(page).inputValue(), drafted.body.text);
		assert.equal(await page.page.getByLabel('Resolution').inputValue(), 'fixed');
	});

	it('shows what the forge has refused above the box, with the reason, and lets the user edit it', async () => {
		const page = await openPage({ ...sample, waiting: [refusedText] });
		page.handlers = { actOnText: () => ({ id: 'text' }) };
		const alert = page.page.getByRole('alert');
		await alert.getByText(/does not permit you to triage/).waitFor();
		await page.page.locator('.composer').getByText('It is here.').waitFor();
		await alert.getByRole('button', { name: 'Keep Only the Comment' }).click();
		await page.until('actOnText');
		assert.deepEqual(page.asks('actOnText'), [{ entry: 'refused', act: 'only-comment' }]);
		await page.show({ waiting: [], editing: [hostText({ text: 'It is here.', status: 'confirmed' })] });
		await page.page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('#text')?.value !== '');
		assert.equal(await button(page).textContent(), 'Comment');
		assert.equal(await text(page).inputValue(), 'It is here.');
	});

	for (const act of ['grant', 'send-now', 'edit'] as const) {
		it(`takes letters as keys of the page after a button that leaves a text waiting, also if it was too late: ${act}`, async () => {
			const acts = [{ act, label: 'Go On' }];
			const page = await openPage({ ...sample, waiting: [{ ...waitingText, acts }] });
			if (act === 'edit') page.handlers = { actOnText: refuse('This is being sent right now.') };
			await page.page.getByRole('button', { name: 'Go On' }).click();
			await page.until('actOnText');
			await page.settled();
			const refusals = page.page.getByRole('alert').getByText('This is being sent right now.');
			assert.equal(await refusals.count(), act === 'edit' ? 1 : 0);
			await page.page.keyboard.press('j');
			await page.until('go');
			assert.equal(await text(page).inputValue(), '');
		});
	}

	it('focuses a text that is edited again', async () => {
		const acts = [{ act: 'edit', label: 'Edit' }] as const;
		const page = await openPage({ ...sample, waiting: [{ ...waitingText, acts }] });
		page.handlers = { actOnText: () => ({ id: 'text' }) };
		await page.page.locator('.waiting-text').getByRole('button', { name: 'Edit' }).click();
		await page.page.waitForFunction(() => document.activeElement?.id === 'text');
		await page.show({ waiting: [], editing: [hostText({ text: 'It is here.' })] });
		await until(async () => (await text(page).inputValue()) === 'It is here.');
	});

	it('makes no request for an empty comment or one that the forge would refuse', async () => {
		const page = await openPage(sample);
		await button(page).click({ force: true });
		await text(page).press('ControlOrMeta+Enter');
		await page.settled();
		assert.equal(await page.page.getByText('A comment needs').count(), 0);
		await text(page).fill('ok');
		await text(page).press('ControlOrMeta+Enter');
		await waitForText(page, 'A comment needs at least 3 characters.');
		assert.deepEqual(page.asks('send'), []);
	});
});

describe('The comment box', () => {
	it('completes tickets and users by keyboard, and keeps the rest of the text', async () => {
		const page = await openPage({ ...sample, editing: [hostText({ text: 'see  today' })] });
		page.handlers = {
			complete: ({ prefix, word }) => ({
				items: ['ana', 'bob'].map((name) => ({
					insert: `${prefix}${name}`,
					label: name,
					detail: `by ${word}`,
				})),
			}),
		};
		await text(page).focus();
		await page.page.evaluate(() =>
			document.querySelector<HTMLTextAreaElement>('#text')?.setSelectionRange(4, 4),
		);
		await page.page.keyboard.type('~b');
		await page.page.getByRole('option', { name: 'bob' }).waitFor();
		assert.equal(await text(page).getAttribute('aria-activedescendant'), 'suggestion-0');
		await page.page.keyboard.press('ArrowDown');
		assert.equal(await text(page).getAttribute('aria-activedescendant'), 'suggestion-1');
		await page.page.keyboard.press('Enter');
		assert.equal(await text(page).inputValue(), 'see ~bob today');
		assert.equal(await page.page.getByRole('listbox').count(), 0);
		await page.page.keyboard.type('#4');
		await page.page.getByRole('option', { name: 'ana' }).click();
		assert.equal(await text(page).inputValue(), 'see ~bob #ana today');
		await page.page.keyboard.type('~');
		await page.page.getByRole('option', { name: 'ana' }).waitFor();
		await page.page.keyboard.press('Escape');
		assert.equal(await page.page.getByRole('listbox').count(), 0);
		assert.equal(await text(page).evaluate((field) => field === document.activeElement), true);
	});

	it('asks for completions only where a reference begins, and never for a selection', async () => {
		const page = await openPage(sample);
		page.handlers = { complete: () => ({ items: [] }) };
		for (const [written, asked] of [
			['#', { prefix: '#', word: '' }],
			['see (#12', { prefix: '#', word: '12' }],
			['see ~an', { prefix: '~', word: 'an' }],
			['"~é.b-c', { prefix: '~', word: 'é.b-c' }],
			[`#${'1'.repeat(60)}`, { prefix: '#', word: '1'.repeat(60) }],
			[`#${'1'.repeat(61)}`, undefined],
			['a#1', undefined],
			['é~a', undefined],
			['a_#1', undefined],
			['/~a', undefined],
			['~~a', undefined],
			['##1', undefined],
			['a.#1', undefined],
			['a-#1', undefined],
			['#1 ', undefined],
			['see', undefined],
		] as const) {
			const before = page.asks('complete').length;
			await text(page).fill(written);
			await page.settled();
			assert.deepEqual(page.asks('complete')[before], asked, written);
		}
		await text(page).fill('see #1');
		await page.settled();
		const before = page.asks('complete').length;
		await text(page).evaluate((field: HTMLTextAreaElement) => {
			field.setSelectionRange(4, 6);
			field.dispatchEvent(new Event('input', { bubbles: true }));
		});
		await page.settled();
		assert.equal(page.asks('complete').length, before);
	});

	it('announces how many suggestions there are', async () => {
		const page = await openPage(sample);
		const said = page.page.locator('.writing [role=status]');
		const controls = () => text(page).getAttribute('aria-controls');
		assert.deepEqual([await said.textContent(), await controls()], ['', null]);
		for (const [count, words] of [
			[2, '2 suggestions'],
			[1, '1 suggestion'],
			[0, ''],
		] as const) {
			page.handlers = {
				complete: () => ({
					items: ['~ana', '~bob'].slice(0, count).map((name) => ({ insert: name, label: name, detail: '' })),
				}),
			};
			await text(page).fill('~');
			await page.settled();
			const list = count === 0 ? null : 'suggestions';
			assert.deepEqual([await said.textContent(), await controls()], [words, list]);
		}
	});

	it('suggests only for what the user typed last, and only while the caret is there', async () => {
		const page = await openPage(sample);
		const asked = new Map<string, PromiseWithResolvers<{ readonly items: readonly Suggestion[] }>>();
		page.handlers = {
			complete: ({ word }) => {
				const answer = Promise.withResolvers<{ readonly items: readonly Suggestion[] }>();
				asked.set(word, answer);
				return answer.promise;
			},
		};
		const answer = async (...words: readonly string[]) => {
			for (const word of words)
				asked.get(word)?.resolve({ items: [{ insert: `~${word}!`, label: word, detail: '' }] });
			await page.settled();
		};
		const shown = () => page.page.locator('#suggestions [role=option]').allTextContents();
		await text(page).pressSequentially('~ab');
		await page.until('complete', 3);
		await answer('ab', 'a', '');
		assert.deepEqual(await shown(), ['ab']);
		// Not where the caret is now: there, Enter makes a line break.
		await page.page.keyboard.press('Home');
		await page.page.keyboard.press('Enter');
		assert.deepEqual([await shown(), await text(page).inputValue()], [[], '\n~ab']);
		await page.page.keyboard.press('End');
		await page.page.keyboard.type('c');
		await page.until('complete', 4);
		await page.page.getByRole('tab', { name: 'Write' }).focus();
		await answer('abc');
		assert.deepEqual(await shown(), []);
	});

	it('keeps a word for which the suggestions are not there yet', async () => {
		for (const before of [[], ['ArrowDown']]) {
			const page = await openPage(sample);
			page.handlers = {
				complete: () => ({ items: ['#2', '#27'].map((insert) => ({ insert, label: insert, detail: '' })) }),
			};
			await text(page).pressSequentially('#');
			await page.page.getByRole('option', { name: '#27', exact: true }).waitFor();
			const late = Promise.withResolvers<{ readonly items: readonly Suggestion[] }>();
			page.handlers = { complete: () => late.promise };
			for (const key of [...before, '4', '1', 'Enter']) await page.page.keyboard.press(key);
			assert.equal(await text(page).inputValue(), '#41\n', before.join());
			late.resolve({ items: [] });
		}
	});

	it('goes on without suggestions if they cannot be read', async () => {
		const page = await openPage(sample);
		await text(page).pressSequentially('~');
		page.handlers = { complete: refuse('The forge is gone.') };
		await text(page).pressSequentially('b');
		await page.settled();
		await page.page.keyboard.press('Enter');
		assert.equal(await page.page.getByRole('listbox').count(), 0);
		assert.equal(await text(page).inputValue(), '~b\n');
		assert.deepEqual(page.broken, []);
	});

	it('goes round its suggestions with the arrow keys, and takes one with Tab', async () => {
		const page = await openPage(sample);
		page.handlers = {
			complete: () => ({ items: ['a', 'b', 'c'].map((insert) => ({ insert, label: insert, detail: '' })) }),
		};
		await text(page).pressSequentially('#');
		await page.page.getByRole('option', { name: 'c', exact: true }).waitFor();
		const chosen = () => page.page.locator('[role=option][aria-selected=true]').textContent();
		for (const [key, name] of [
			['ArrowUp', 'c'],
			['ArrowDown', 'a'],
			['ArrowDown', 'b'],
			['ArrowUp', 'a'],
		] as const) {
			await page.page.keyboard.press(key);
			assert.equal(await chosen(), name);
		}
		await page.page.keyboard.press('Tab');
		assert.equal(await text(page).inputValue(), 'a ');
		assert.equal(await text(page).evaluate((field) => field === document.activeElement), true);
	});

	const tickets = ['#2', '#27', '#271'];
	for (const [typed, keys, after] of [
		// A finished word stays, and the key does what it does elsewhere.
		['#27', ['Enter'], '#27\n'],
		['#2', ['Enter'], '#2\n'],
		['#27', ['Enter', 'T'], '#27\nT'],
		['#27', ['Space', 'T'], '#27 T'],
		// A begun word is completed, with one space.
		['#', ['Enter', 'T'], '#2 T'],
		['#', ['Enter', 'Space', 'T'], '#2 T'],
		['#', ['Enter', 'Space', 'Space', 'T'], '#2  T'],
		['#', ['Enter', 'T', 'Space', 'T'], '#2 T T'],
		['#', ['Enter', 'Enter'], '#2 \n'],
		['#', ['Shift+Enter', 'T'], '#\nT'],
		// The user has moved to another word.
		['#2', ['ArrowDown', 'Enter', 'T'], '#27 T'],
		['#2', ['ArrowDown', 'ArrowDown', 'Tab'], '#271 '],
	] as const) {
		it(`turns ${typed} and ${keys.join(', ')} into "${after.replace('\n', '↵')}"`, async () => {
			const page = await openPage(sample);
			page.handlers = {
				complete: () => ({ items: tickets.map((insert) => ({ insert, label: insert, detail: '' })) }),
			};
			await text(page).pressSequentially(typed);
			await page.page.getByRole('option', { name: '#271', exact: true }).waitFor();
			await page.settled();
			for (const key of keys) {
				await page.page.keyboard.press(key);
				page.handlers = { complete: () => ({ items: [] }) };
			}
			assert.equal(await text(page).inputValue(), after);
			assert.deepEqual(page.broken, []);
		});
	}

	for (const [typed, key] of [
		['#27', 'Tab'],
		['#2', 'Shift+Tab'],
	] as const) {
		it(`leaves the field after ${typed} with ${key}`, async () => {
			const page = await openPage(sample);
			page.handlers = { complete: () => ({ items: [{ insert: '#27', label: '#27', detail: '' }] }) };
			await text(page).pressSequentially(typed);
			await page.page.getByRole('option', { name: '#27' }).waitFor();
			await page.settled();
			await page.page.keyboard.press(key);
			assert.equal(await text(page).inputValue(), typed);
			assert.equal(await text(page).evaluate((field) => field === document.activeElement), false);
		});
	}

	it('replaces a selection up to the space that was added, if the user types a space', async () => {
		const page = await openPage(sample);
		page.handlers = { complete: () => ({ items: [{ insert: '#27', label: '#27', detail: '' }] }) };
		await text(page).pressSequentially('see #');
		await page.page.getByRole('option', { name: '#27' }).waitFor();
		await page.page.keyboard.press('Enter');
		assert.equal(await text(page).inputValue(), 'see #27 ');
		// As with the mouse: without a key.
		await text(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(3, 8, 'backward'));
		await page.page.keyboard.press('Space');
		assert.equal(await text(page).inputValue(), 'see ');
	});

	it('shows a preview, and afterwards the unchanged text', async () => {
		const page = await openPage({ ...sample, editing: [drafted] });
		await page.page.getByRole('tab', { name: 'Preview' }).click();
		await waitForText(page, 'As it will be');
		assert.deepEqual(page.asks('preview'), [{ text: drafted.body.text }]);
		await page.page.keyboard.press('ArrowLeft');
		assert.equal(await text(page).inputValue(), drafted.body.text);
		assert.equal(await text(page).isVisible(), true);
	});

	for (const [what, leave] of [
		['a text that was changed since', async ({ page }) => page.getByRole('tab', { name: 'Write' }).click()],
		[
			'a text that was discarded before its preview arrived',
			async ({ page }) => page.getByRole('button', { name: 'Discard' }).click(),
		],
	] as const satisfies readonly (readonly [string, (page: TicketPage) => Promise<void>])[])
		it(`never previews ${what}`, async () => {
			const page = await openPage({ ...sample, editing: [drafted] });
			const answer = Promise.withResolvers<{ readonly html: string }>();
			page.handlers = { preview: () => answer.promise };
			const preview = page.page.getByRole('tab', { name: 'Preview' });
			await preview.click();
			await page.until('preview');
			await leave(page);
			answer.resolve({ html: '<p>As it was</p>' });
			await page.settled();
			page.handlers = { preview: () => new Promise<never>(() => {}) };
			await text(page).fill('new');
			await preview.click();
			await page.until('preview', 2);
			assert.equal(await page.page.getByText('As it was').count(), 0);
		});

	it('takes labels from the picker of the editor, and shows the added and removed ones', async () => {
		const page = await openPage(sample);
		page.handlers = { pickLabels: () => ({ labels: ['bug', 'undo', 'release note'] }) };
		await page.page.getByRole('button', { name: 'Select labels' }).click();
		await page.page.getByRole('button', { name: "Don't add label release note" }).waitFor();
		assert.deepEqual(page.asks('pickLabels'), [{ labels: ['bug', 'data loss', 'undo', 'good first patch'] }]);
		assert.equal(await button(page).textContent(), 'Change 3 labels');
		assert.equal(await page.page.locator('.composer .label.removed').count(), 2);
	});

	it('does not take labels that were picked for the ticket that the page showed before', async () => {
		const page = await openPage(sample);
		const picked = Promise.withResolvers<{ readonly labels: readonly string[] }>();
		page.handlers = { pickLabels: () => picked.promise };
		await page.page.getByRole('button', { name: 'Select labels' }).click();
		await page.until('pickLabels');
		await page.show({ key: 'another', title: 'Another ticket' });
		await waitForTitle(page, 'Another ticket');
		picked.resolve({ labels: ['bug', 'release note'] });
		await page.settled();
		await text(page).fill('Only a comment.');
		assert.equal(await button(page).textContent(), 'Comment');
	});

	for (const [name, request] of [
		['Select labels', 'pickLabels'],
		['Insert comment template', 'pickCommentTemplate'],
	] as const) {
		it(`takes no letters as keys of the page until the quick pick is there: ${name}`, async () => {
			const page = await openPage(sample);
			const picked = Promise.withResolvers<never>();
			page.handlers = { [request]: () => picked.promise };
			await page.page.getByRole('button', { name }).click();
			await page.until(request);
			await page.page.keyboard.press('j');
			await page.delivered();
			assert.deepEqual(page.asks('go'), []);
			picked.reject(new Error('gone'));
			await page.settled();
			await page.page.keyboard.press('j');
			await page.until('go');
		});
	}

	it('says why no labels can be picked', async () => {
		const page = await openPage({ ...sample, editing: [hostText({ text: 'Hello' })] });
		page.handlers = { pickLabels: refuse('The labels could not be loaded.') };
		await page.page.getByRole('button', { name: 'Select labels' }).click();
		await page.page.locator('.composer').getByRole('alert').getByText('could not be loaded').waitFor();
		assert.equal(await text(page).inputValue(), 'Hello');
	});

	it('gets a comment template after the cursor, which the user can undo', async () => {
		const page = await openPage({ ...sample, editing: [hostText({ text: 'Hello ~bob. Bye.' })] });
		page.handlers = { pickCommentTemplate: () => ({ text: 'Which version?\n\nThanks.' }) };
		const insert = page.page.getByRole('button', { name: 'Insert comment template' });
		await text(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(0, 11));
		await insert.click();
		await page.page.waitForFunction(() => document.activeElement?.id === 'text');
		assert.equal(await text(page).inputValue(), 'Hello ~bob.\n\nWhich version?\n\nThanks. Bye.');
		await page.page.keyboard.press('ControlOrMeta+z');
		assert.equal(await text(page).inputValue(), 'Hello ~bob. Bye.');
		await text(page).fill('Hello. ');
		await page.page.getByRole('tab', { name: 'Preview' }).click();
		await insert.click();
		await page.page.waitForFunction(() => document.activeElement?.id === 'text');
		assert.equal(await text(page).inputValue(), 'Hello. Which version?\n\nThanks.');
	});

	it('gets a quote below its text, which the user can undo', async () => {
		const page = await openPage({ ...sample, editing: [hostText({ text: 'First.' })] });
		await page.page.locator('[data-entry=e3] .actions [data-do=quote]').click();
		await page.page.waitForFunction(() => document.activeElement?.id === 'text');
		assert.equal(await text(page).inputValue(), 'First.\n\n> quoted\n\n');
		await page.page.locator('[data-entry=e3] .actions [data-do=quote]').click();
		await page.page.waitForFunction(() => document.activeElement?.id === 'text');
		await until(async () => (await text(page).inputValue()) === 'First.\n\n> quoted\n\n> quoted\n\n');
		await page.page.keyboard.press('ControlOrMeta+z');
		assert.deepEqual(page.asks('quote'), [
			{ entry: 'e3', selected: '' },
			{ entry: 'e3', selected: '' },
		]);
		await page.page.keyboard.press('ControlOrMeta+z');
		assert.equal(await text(page).inputValue(), 'First.');
	});
});
