import assert from 'node:assert/strict';
import type { DraftBody } from '../../../../src/tickets/model/ticket-draft.ts';
import { stage } from '../../../kit/forge/tracker-forge.ts';
import { writeText } from '../../../kit/items/written-texts.ts';
import { answerWith, choose, enter, takeCalls } from '../../../kit/window/editor.ts';
import { signedIn } from './signed-in.ts';

const { beginDraft, showDiscarded } = await import('../../../../src/tickets/commands/drafts.ts');

const resources = stage();
const key = { account: 'ana', owner: '~ana', tracker: 'editor' };
const prefill = { title: 'New', text: 'New text.' };

/** The drafts of a window, with one of a new ticket if given. */
async function open(part?: Partial<DraftBody>) {
	const tickets = await signedIn(await resources.forge(), resources, 'ana');
	if (part) await writeText(tickets, key, part);
	const now = () => {
		const { title = '', text = '', status = null } = tickets.texts.editingOf(key)?.body ?? {};
		return [title, text, status];
	};
	return { tickets, now };
}

describe('A draft that begins with the code of the user', () => {
	for (const [what, part] of [
		['there is none', undefined],
		['there is one without text', { title: ' ', text: '\n' }],
	] as const) {
		it(`begins without asking if ${what}`, async () => {
			const { tickets, now } = await open(part);
			assert.equal(await beginDraft(tickets, key, prefill), true);
			assert.deepEqual([now(), takeCalls()], [['New', 'New text.', null], []]);
			assert.equal(tickets.texts.of(key).length, 1);
			assert.equal(tickets.texts.editingOf(key)?.account.name, '~ana');
		});
	}

	const choices: readonly [what: string, part: Partial<DraftBody>, now: readonly unknown[]][] = [
		[
			'below its text and the new title',
			{ title: 'Old', text: 'Old text.\n' },
			['Old', 'Old text.\n\nNew\n\nNew text.', null],
		],
		[
			'without the title if it is the same',
			{ title: 'New', text: 'Old text.' },
			['New', 'Old text.\n\nNew text.', null],
		],
		[
			'with the new title if it has none',
			{ title: ' ', text: 'Old text.' },
			['New', 'Old text.\n\nNew text.', null],
		],
		['as its text if it has none', { title: 'Old', text: '' }, ['Old', 'New\n\nNew text.', null]],
	];
	for (const [what, part, expected] of choices) {
		it(`is appended to an older one, if the user wants it: ${what}`, async () => {
			const { tickets, now } = await open(part);
			answerWith(choose('Append'));
			assert.equal(await beginDraft(tickets, key, prefill), true);
			assert.deepEqual(now(), expected);
		});
	}

	it('replaces an older one if the user wants it, who can undo that', async () => {
		const { tickets, now } = await open({ title: 'Old $(bug)', text: 'Old text.' });
		answerWith(choose('Start over'));
		assert.equal(await beginDraft(tickets, key, prefill), true);
		assert.deepEqual(now(), ['New', 'New text.', null]);
		assert.deepEqual(takeCalls(), [
			'pick: New Ticket: ~ana/editor: You already have a draft in this tracker: Append to draft (Old \\$(bug)) | Start over',
			'information: Draft for ~ana/editor discarded.: Undo',
		]);
	});

	it('changes nothing if the user cancels', async () => {
		const { tickets, now } = await open({ title: 'Old', text: '' });
		assert.equal(await beginDraft(tickets, key, prefill), false);
		assert.deepEqual(now(), ['Old', '', null]);
	});

	it('replaces nothing if another window has sent the older one meanwhile', async () => {
		const { tickets, now } = await open({ title: 'Old', text: '' });
		answerWith(async (items) => {
			await tickets.texts.discard(tickets.texts.editingOf(key)?.id ?? '');
			return choose('Append')(items, {});
		});
		assert.equal(await beginDraft(tickets, key, prefill), true);
		assert.deepEqual(now(), ['New', 'New text.', null]);
	});
});

describe('A draft that was discarded', () => {
	for (const [answer, isBack] of [
		['Undo', true],
		['', false],
	] as const) {
		it(`is ${isBack ? '' : 'not '}back after "${answer}"`, async () => {
			const restored: unknown[] = [];
			answerWith(enter(answer));
			const restore = async (id: string) => {
				restored.push(id);
				return undefined;
			};
			await showDiscarded({ restore }, 'seven', 'it');
			assert.deepEqual(restored, isBack ? ['seven'] : []);
			assert.deepEqual(takeCalls(), ['information: Draft for it discarded.: Undo']);
		});
	}
});
