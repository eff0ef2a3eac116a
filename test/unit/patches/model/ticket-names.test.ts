import assert from 'node:assert/strict';
import {
	hasTicketNumber,
	mayNameTicket,
	namesTicket,
	ticketNamesIn,
	ticketNamesOf,
} from '../../../../src/patches/model/ticket-names.ts';
import { sentMail } from '../../../kit/pages/readings.ts';

const home = { trackers: 'https://todo.example.org' };
const idOf = ({ owner, tracker, ticket }: { owner: string; tracker: string; ticket: number }) =>
	`${owner}/${tracker}#${ticket}`;
const names = (subject: string, text: string) =>
	ticketNamesOf(sentMail({ id: 1, subject, text }), home).map(idOf);

describe('The names of tickets in a mail', () => {
	it('are those of a cover letter, as far as they say it', () => {
		const text = 'See #3, notes#4, ~bob/x#5\nand https://todo.example.org/~ana/editor/6, #3.\n';
		assert.deepEqual(names('[PATCH 0/2] For #2', text), [
			...['/#2', '/#3', '/notes#4', '~bob/x#5', '~ana/editor#6'],
		]);
	});

	it('are those of a patch, and none of a reply', () => {
		const diff = '---\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a #8\n+b #9\n';
		assert.deepEqual(names('[PATCH] One', `Text of #7.\n\nFixes: #1\n${diff}`), ['/#1', '/#7']);
		assert.deepEqual(names('Re: [PATCH] One', 'See #1.\n'), []);
	});

	it('need the tracker of the list if they are numbers', () => {
		const hasNumber = (subject: string, text = 'Text.') =>
			hasTicketNumber(sentMail({ id: 1, subject, text }));
		const diff = '---\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a #8\n+b #9\n';
		for (const text of ['See #3.', 'See notes#3.', '> See #3.']) assert.ok(hasNumber('Hi', text), text);
		for (const [subject, text] of [
			['[PATCH] For #2', `Text.\n${diff}`],
			['[PATCH] One', `Fixes: #2\n${diff}`],
			['[PATCH] One', `Text.\n---\nSee #2.\n${diff.slice(4)}`],
			['Re: #2', 'Text.'],
		] as const)
			assert.ok(hasNumber(subject, text), `${subject} ${text}`);
		assert.ok(!hasNumber('[PATCH] One', `Text # 1, #x.\n${diff}`));
	});

	it('are few', () => {
		const text = Array.from({ length: 100 }, (_, at) => `#${at + 1}`).join(' ');
		assert.equal(names('[PATCH 0/2] x', text).length, 20);
	});

	it('are found in a subject', () => {
		assert.deepEqual(ticketNamesIn('[PATCH] Open files (~ana/editor#3, #4)').map(idOf), [
			...['~ana/editor#3', '/#4'],
		]);
		assert.deepEqual(ticketNamesIn('[PATCH] Open files'), []);
	});

	it('mean a ticket together with the tracker of the list', () => {
		const ticket = { owner: '~ana', tracker: 'editor', ticket: 3 };
		const tracker = { owner: '~ana', tracker: 'editor' };
		const cases: readonly [name: [string, string, number], may: boolean, does: boolean, alone: boolean][] = [
			[['', '', 3], true, true, false],
			[['', 'editor', 3], true, true, false],
			[['~ana', 'editor', 3], true, true, true],
			[['', '', 4], false, false, false],
			[['', 'notes', 3], false, false, false],
			[['~bob', 'editor', 3], false, false, false],
		];
		for (const [[owner, name, number], may, does, alone] of cases) {
			const one = { owner, tracker: name, ticket: number };
			assert.deepEqual(
				[mayNameTicket(one, ticket), namesTicket(one, ticket, tracker), namesTicket(one, ticket, undefined)],
				[may, does, alone],
				idOf(one),
			);
		}
		assert.equal(
			namesTicket({ ...ticket, owner: '', tracker: '' }, ticket, { ...tracker, tracker: 'x' }),
			false,
		);
	});
});
