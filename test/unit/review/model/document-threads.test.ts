import assert from 'node:assert/strict';
import { combineChanges } from '../../../../src/patches/model/net-diff/combine-changes.ts';
import type { DocumentLines } from '../../../../src/patches/model/side-texts/document-lines.ts';
import { messageText } from '../../../../src/patches/model/side-texts/message-text.ts';
import { sideTexts } from '../../../../src/patches/model/side-texts/side-texts.ts';
import { documentThreads, type RepliesToLines } from '../../../../src/review/model/document-threads.ts';
import { changeOf, documentOf, patchWith } from './a-change.ts';

const patch = { account: 'one', owner: '~ana', list: 'editor-devel', mail: 1, patch: 0 };
const parts = [{ mail: 7, start: 0, end: 1 }];
const none: RepliesToLines = { ofFile: () => [], ofPatch: () => [] };

const inMail = (mail: number) => ({ ...patch, mail, file: 0 });

/** The message document of a mail, with its lines. */
function messageOf(...lines: readonly string[]) {
	const first = patchWith(...lines);
	const document: DocumentLines = { kind: 'message', key: patch, patch: first };
	return { document, lines: messageText(first).split('\n') };
}

describe('The replies in a document of a diff editor', () => {
	it('are on the side that has the last of their lines', () => {
		const change = changeOf(inMail(1), '@@ -3,3 +3,3 @@', ' a', '-b', '+B', ' c');
		const thread = (first: number, last: number) => ({ patch: 0, file: 0, hunk: 0, first, last, parts });
		const replies = { ...none, ofFile: () => [thread(-1, -1), thread(0, 1), thread(1, 2), thread(3, 3)] };
		const textsOf = (side: 'old' | 'new') => {
			const lines = (sideTexts(change)[side] ?? '').split('\n');
			return documentThreads(documentOf([change], side), replies).map(({ id, range, label }) => [
				...[id, label],
				lines[range?.first ?? -1],
				lines[range?.last ?? -1],
			]);
		};
		assert.deepEqual(textsOf('old'), [['0 1', '', 'b', 'b']]);
		assert.deepEqual(textsOf('new'), [
			['0 -1', '', 'a', 'a'],
			['0 2', '', 'B', 'B'],
			['0 3', '', 'c', 'c'],
		]);
	});

	it('are those of all patches where a document shows what they change together', () => {
		const changes = [
			changeOf(inMail(1), '@@ -3,2 +3,3 @@', ' a', '+gone', '+stays', ' b'),
			changeOf(inMail(2), '@@ -3,4 +3,3 @@', ' a', '-gone', ' stays', ' b'),
		];
		const net = combineChanges(changes);
		assert.ok(net.kind === 'combined');
		const thread = (line: number) => ({ patch: 0, file: 0, hunk: 0, first: line, last: line, parts });
		const ofMail: Readonly<Record<number, readonly number[]>> = { 1: [1, 2], 2: [3] };
		const replies = { ...none, ofFile: ({ mail }: { mail: number }) => (ofMail[mail] ?? []).map(thread) };
		const document = documentOf(changes, 'new', net);
		const lines = (sideTexts(net).new ?? '').split('\n');
		assert.deepEqual(
			documentThreads(document, replies).map(({ range }) => lines[range?.last ?? -1]),
			['stays', 'b'],
		);
	});

	it('are at the lines of the message and the notes', () => {
		const { document, lines } = messageOf(
			...['', 'One', 'two.', '', 'Three\rfour', 'five.', '---', 'Note', 'more', ''],
			...['diff --git a/x b/x', '--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+b'],
		);
		assert.ok(document.kind === 'message');
		const { message, notes } = document.patch;
		const place = (name: 'message' | 'notes', first: string, last: string) => {
			const all = (name === 'message' ? message : notes).split('\n');
			const at = (words: string) => all.findIndex((line) => line.startsWith(words));
			return { text: name, patch: 0, first: at(first), last: at(last), parts };
		};
		const replies = {
			...none,
			ofPatch: () => [
				place('message', 'One', 'two'),
				place('message', 'Three', 'Three'),
				place('message', 'five', 'five'),
				place('notes', 'more', 'more'),
			],
		};
		assert.deepEqual(
			documentThreads(document, replies).map(({ range }) => [
				lines[range?.first ?? -1],
				lines[range?.last ?? -1],
			]),
			[
				['One', 'two.'],
				['Three', 'four'],
				['five.', 'five.'],
				['more', 'more'],
			],
		);
	});

	it('are at the lines of a message that begins with empty ones', () => {
		const { document } = messageOf('One', '---', 'diff --git a/x b/x', '--- a/x', '+++ b/x');
		assert.ok(document.kind === 'message');
		const shown = { ...document, patch: { ...document.patch, message: '\n\nOne' } };
		const ofPatch = () => [{ text: 'message' as const, patch: 0, first: 2, last: 2, parts }];
		const lines = messageText(shown.patch).split('\n');
		const [thread] = documentThreads(shown, { ...none, ofPatch });
		assert.equal(lines[thread?.range?.last ?? -1], 'One');
	});

	it('have a label if the document does not have their lines', () => {
		const { document } = messageOf('One', '---', ' x | 2 +-', '', 'diff --git a/x b/x', '--- a/x', '+++ b/x');
		const ofPatch = () => [{ text: 'diffstat' as const, patch: 0, first: 0, last: 0, parts }];
		assert.deepEqual(documentThreads(document, { ...none, ofPatch }), [
			{ id: 'diffstat 0', range: undefined, label: 'Diffstat', parts },
		]);
	});
});
