import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { patchsetKeys } from '../../media/patchset/keys.ts';
import { ticketKeys } from '../../media/ticket/keys.ts';
import { root } from '../tools/places.ts';

/** The letters of a page, and what each of them does. */
const actionsOf = (keys: readonly (readonly [string, string, string, string])[]) =>
	keys.flatMap(([, letters, , action]) => [...letters].map((letter) => ({ letter, action })));

const pages = { ticket: actionsOf(ticketKeys), patchset: actionsOf(patchsetKeys) };

describe('A letter', () => {
	for (const [page, all] of Object.entries(pages))
		it(`does one thing on the page of a ${page}`, () => {
			const letters = all.map(({ letter }) => letter);
			assert.deepEqual(letters, [...new Set(letters)]);
		});

	it('means the same on both pages', () => {
		const ofTickets = new Map<string, string>(pages.ticket.map(({ letter, action }) => [letter, action]));
		for (const { letter, action } of pages.patchset)
			assert.equal(
				// A ticket has one box for both.
				action === 'reply' ? 'write' : action,
				ofTickets.get(letter) ?? action,
				`${letter} means different things. See docs/decisions/page-keys.md.`,
			);
	});

	it('triggers each action without AltGr, which many keyboards need for brackets and braces', () => {
		for (const keys of [ticketKeys, patchsetKeys])
			assert.deepEqual(
				keys.filter(([, letters]) => !/[^[\]{}]/.test(letters)),
				[],
			);
	});

	it('is in the table of docs/keys.md, with the page that has it', () => {
		const document = readFileSync(join(root, 'docs/keys.md'), 'utf8');
		const rows = document.matchAll(/^\| ((?:`[^`]+`(?: or )? ?)+)\|.*\| (both|ticket|patchset) \|$/gm);
		const documented = [...rows].flatMap(([, keys = '', page = '']) =>
			[...keys.matchAll(/`(?:(Shift)\+)?(\S)`/g)].map(
				([, shift, key = '']) => `${shift ? key : key.toLowerCase()} ${page}`,
			),
		);
		const has = (page: keyof typeof pages, letter: string) =>
			pages[page].some((one) => one.letter === letter);
		const letters = new Set([...pages.ticket, ...pages.patchset].map(({ letter }) => letter));
		const expected = [...letters].map((letter) => {
			const page = has('ticket', letter) ? (has('patchset', letter) ? 'both' : 'ticket') : 'patchset';
			return `${letter} ${page}`;
		});
		assert.deepEqual(documented.filter((one) => !/^[↓↑]/.test(one)).sort(), expected.sort());
	});
});
