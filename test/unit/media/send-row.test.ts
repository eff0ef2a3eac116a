/// <reference path="../../../media/kit/editor.d.ts" />

import assert from 'node:assert/strict';
import type { Child, VirtualElement } from '../../../media/kit/draw.ts';
import { select } from '../../../media/kit/select.ts';
import { Draft } from '../../../media/kit/text-box/draft.ts';
import { refusalNote, sendRefusal, statusOf } from '../../../media/kit/text-box/draft-status.ts';
import { sendRow } from '../../../media/kit/text-box/send-row.ts';

/** All elements of a drawing. */
const elements = (child: Child): readonly VirtualElement[] =>
	child && typeof child === 'object' ? [child, ...child.children.flatMap(elements)] : [];
const textOf = (child: Child): string =>
	child && typeof child === 'object' ? child.children.map(textOf).join('') : child || '';
/** The texts of the elements with an attribute, with its value: `role`. */
const textsWith = (drawn: VirtualElement, name: string, value: string) =>
	elements(drawn)
		.filter(({ attributes }) => attributes[name] === value)
		.map(textOf);
const icons = (drawn: VirtualElement) =>
	elements(drawn).flatMap(({ attributes }) => attributes['data-icon'] ?? []);
const buttons = (drawn: VirtualElement) =>
	elements(drawn)
		.filter(({ tag }) => tag === 'button')
		.map((button) => [textOf(button), button.attributes['aria-disabled'] === 'true']);

const draw = (
	draft: Partial<Parameters<typeof sendRow>[0]['draft']> = {},
	more: Partial<Parameters<typeof sendRow>[0]> = {},
) =>
	sendRow({
		...{ label: 'Comment', missing: null, more: null, ...more },
		draft: { isBlank: false, status: { kind: 'none', text: '', id: '' }, ...draft },
	});

describe('The state of a draft', () => {
	const status = (more: Partial<Draft<string, null>>, isBlank = false) =>
		statusOf(Object.assign(new Draft('one', 'page', null, 'text', 'open'), more), isBlank);
	const cases: readonly (readonly [
		draft: Partial<Draft<string, null>>,
		said: string,
		icon?: string | undefined,
		button?: string,
	])[] = [
		[{}, ''],
		[{ saved: '08:12' }, 'Draft saved 08:12', 'check'],
		[{ saved: '08:12', isSaving: true }, 'Draft saved 08:12'],
		[
			{ saved: '08:12', problem: 'The disk is full.' },
			'Not saved: The disk is full.',
			'warning',
			'save-draft',
		],
		[{ state: 'discarded' }, 'Draft discarded.', undefined, 'restore-draft'],
		[
			{ state: 'removed-elsewhere' },
			'The draft was sent or discarded outside of this page.',
			undefined,
			'restore-draft',
		],
	];
	for (const [draft, said, icon, button] of cases) {
		it(`is announced as ${JSON.stringify(said)}, with the icon ${icon}, of ${JSON.stringify(draft)}`, () => {
			const drawn = draw({ status: status(draft) });
			assert.deepEqual([textsWith(drawn, 'role', 'status'), icons(drawn)], [[said], icon ? [icon] : []]);
			const acts = elements(drawn).flatMap(({ attributes }) =>
				attributes['data-draft'] === 'one' ? [attributes['data-do']] : [],
			);
			assert.deepEqual(acts, button ? [button] : []);
		});
	}

	it('is not that it was saved if nothing is written', () => {
		assert.equal(status({ saved: '08:12' }, true).kind, 'none');
	});

	it('is not announced while it is being saved', () => {
		const drawn = draw({ status: status({ saved: '08:12', isSaving: true }) });
		assert.deepEqual(textsWith(drawn, 'aria-hidden', 'true').filter(Boolean), ['Saving…']);
		assert.deepEqual(textsWith(drawn, 'class', 'screen-reader-only'), ['Draft saved 08:12']);
	});
});

describe('The buttons of a draft', () => {
	const cases: readonly (readonly [what: string, drawn: VirtualElement, buttons: readonly unknown[]])[] = [
		[
			'discard and send',
			draw(),
			[
				['Discard', false],
				['Comment', false],
			],
		],
		['send a choice without text', draw({ isBlank: true }), [['Comment', false]]],
		[
			'do nothing if there is nothing to send',
			draw({ isBlank: true }, { missing: 'Enter a title' }),
			[['Comment', true]],
		],
	];
	for (const [what, drawn, expected] of cases) it(what, () => assert.deepEqual(buttons(drawn), expected));

	it('say what is missing, or which key sends', () => {
		const tipsOf = (drawn: VirtualElement) =>
			elements(drawn).flatMap(({ attributes }) =>
				attributes.type === 'submit' ? [attributes['data-tip'], attributes['aria-description']] : [],
			);
		assert.deepEqual(tipsOf(draw({}, { missing: 'Enter a title' })), ['Enter a title', 'Enter a title']);
		assert.deepEqual(tipsOf(draw()), ['Send (Ctrl+Enter)', null]);
	});
});

describe('The refusal of a send', () => {
	it('says that nothing was sent only if that is certain', () => {
		const problem = 'The connection was lost.';
		assert.deepEqual(sendRefusal({ problem }), { problem, heading: 'Nothing was sent.' });
		assert.deepEqual(sendRefusal({ problem, mayBeDone: true }), { problem, mayBeDone: true });
	});

	it('is announced with its reason, and offers what may help', () => {
		const note = refusalNote({ heading: 'Nothing was sent.', problem: 'Sign in.', remedy: 'sign-in' });
		assert.deepEqual(textsWith(note, 'role', 'alert'), ['Nothing was sent. Sign in.Sign In']);
		assert.deepEqual(buttons(refusalNote({ problem: 'x', remedy: 'again' })), [['Send Again', false]]);
		const plain = refusalNote({ problem: 'Gone.' });
		assert.deepEqual([textOf(plain), buttons(plain)], ['Gone.', []]);
	});
});

describe('A select of a page', () => {
	const offered = [
		{ value: 'a', label: 'A' },
		{ value: 'b', label: 'B' },
	];
	const drawn = (value: string, isRefused = false) =>
		select({
			id: 'status',
			name: 'Status',
			value,
			offered,
			known: [{ value: 'c', label: 'C' }],
			isRefused,
		});
	const options = (of: VirtualElement) =>
		elements(of)
			.filter(({ tag }) => tag === 'option')
			.map(textOf);

	it('also has the chosen value if that is not offered, by the name that is known', () => {
		assert.deepEqual(
			['a', 'c', 'd'].map((value) => options(drawn(value))),
			[
				['A', 'B'],
				['A', 'B', 'C'],
				['A', 'B', 'd'],
			],
		);
	});

	it('is marked as invalid only if the forge has refused the value', () => {
		const isInvalid = (of: VirtualElement) =>
			elements(of).map(({ attributes }) => attributes['aria-invalid']);
		assert.deepEqual(isInvalid(drawn('a', true)).includes('true'), true);
		assert.deepEqual(isInvalid(drawn('a')).includes('true'), false);
	});
});
