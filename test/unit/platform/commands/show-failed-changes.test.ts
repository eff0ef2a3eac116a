import assert from 'node:assert/strict';
import type { FailureSummary } from '../../../../src/platform/commands/failures.ts';
import type { DescribedEntry } from '../../../../src/platform/state/outbox/described-entry.ts';
import { describedEntryOf as entryOf, lacking, refused } from '../../../kit/items/entries.ts';
import { answerWith, enter, passTurns, takeCalls } from '../../../kit/window/editor.ts';
import { outboxOf } from './an-outbox.ts';

const { showFailedChanges } = await import('../../../../src/platform/commands/show-failed-changes.ts');

const one: FailureSummary = {
	text: 'It failed.',
	sentences: ['#1 is locked.'],
	title: 'T',
	missing: undefined,
};
const two: FailureSummary = { ...one, sentences: ['#1 is locked.', '#2 is $(bug)gy.'] };
const first = entryOf({ state: refused() });
const second = entryOf({ ticket: 2, state: refused() });
const conflict = entryOf({ ticket: 3, state: { kind: 'conflict', theirs: 'Pending' } });
const text = entryOf({ textId: 'text', state: refused() });

/** `listed` are the changes in the outbox when the user chooses a button. */
async function show(
	summary: FailureSummary,
	unsent: readonly DescribedEntry[],
	button = '',
	listed = unsent,
) {
	const done: string[] = [];
	answerWith(enter(button));
	showFailedChanges(
		outboxOf({
			sendNow: async (...ids) => void done.push(`send ${ids}`),
			sendAll: async (ids) => void done.push(`send all ${ids}`),
			entries: listed,
			discard: async (...ids) => {
				done.push(`discard ${ids}`);
				return ids;
			},
		}),
		() => done.push('show waiting'),
		summary,
		unsent,
	);
	await passTurns();
	return { done, said: takeCalls() };
}

describe('Changes that were not made', () => {
	const said: readonly [
		what: string,
		summary: FailureSummary,
		unsent: readonly DescribedEntry[],
		said: string,
	][] = [
		['have a reason', one, [], 'warning: It failed.'],
		['have a list of reasons if there are several', two, [], 'warning: It failed.: Show All'],
		['can be sent again or discarded', one, [first], 'warning: It failed.: Send Again | Discard'],
		['can overwrite another change', one, [conflict], 'warning: It failed.: Use Mine | Discard'],
		[
			'are only sent again or shown if there are several',
			two,
			[first, second],
			'warning: It failed.: Send Again | Show Waiting | Show All',
		],
		[
			'overwrite nothing if there are several',
			two,
			[first, conflict],
			'warning: It failed.: Send Again | Show Waiting | Show All',
		],
		[
			'overwrite nothing that the message does not show',
			two,
			[conflict],
			'warning: It failed.: Show Waiting | Show All',
		],
		['can be shown if they are texts', one, [text], 'warning: It failed.: Send Again | Show'],
	];
	for (const [what, summary, unsent, words] of said) {
		it(what, async () => assert.deepEqual(await show(summary, unsent), { done: [], said: [words] }));
	}

	const buttons: readonly [button: string, unsent: readonly DescribedEntry[], done: readonly string[]][] = [
		['Send Again', [first], ['send all entry 1']],
		['Send Again', [first, second, conflict], ['send all entry 1,entry 2,entry 3']],
		['Use Mine', [conflict], ['send entry 3']],
		['Discard', [first], ['discard entry 1']],
		['Show', [text], []],
	];
	for (const [button, unsent, done] of buttons) {
		it(`are handled by the button "${button}": ${unsent.length}`, async () => {
			assert.deepEqual((await show(one, unsent, button)).done, done);
		});
	}

	it('overwrite no other change than the message shows', async () => {
		const later = entryOf({ ticket: 3, state: { kind: 'conflict', theirs: 'Resolved' } });
		const { done, said } = await show(one, [conflict], 'Use Mine', [later]);
		assert.deepEqual(done, []);
		const row = { kind: 'change', key: conflict.key, entry: 'entry 3' };
		assert.equal(said[1], `command: tildeforge.useMine: ${JSON.stringify(row)}`);
	});

	it('are not sent again if they are there by then, which the status bar says', async () => {
		const { done, said } = await show(one, [first, second], 'Send Again', []);
		assert.deepEqual(done, []);
		assert.equal(said[1], 'status bar: Not sent again: 2 changes were already sent or discarded');
		assert.deepEqual((await show(one, [first, second], 'Send Again', [second])).done, ['send all entry 2']);
	});

	it('are shown instead of discarded if others wait with them by then', async () => {
		const more = { ...first, steps: [...first.steps, ...entryOf({ group: 'later' }).steps] };
		const { done } = await show(one, [first], 'Discard', [more]);
		assert.deepEqual(done, ['show waiting']);
	});

	it('are edited by the button "Edit" if they are what the user has written', async () => {
		const letter = { ...first, row: () => ({ ...first.row(), edit: 'tildeforge.editLetter' }) };
		const { done, said } = await show(one, [letter], 'Edit');
		assert.deepEqual(done, []);
		assert.equal(said[0], 'warning: It failed.: Send Again | Edit');
		assert.match(said[1] ?? '', /^command: tildeforge\.editLetter: /);
	});

	it('are listed in their view by the button "Show Waiting"', async () => {
		const { done } = await show(two, [first, conflict], 'Show Waiting');
		assert.deepEqual(done, ['show waiting']);
	});

	for (const [instance, button] of [
		['forge.test', 'Grant Permissions'],
		[undefined, 'Sign In'],
	] as const) {
		it(`for which the token lacks a permission are made possible by the button "${button}"`, async () => {
			const summary = { ...one, missing: { instance, scopes: ['patches:write'] } };
			const { said } = await show(summary, [first], button);
			assert.deepEqual(said, [
				`warning: It failed.: ${button} | Send Again | Discard`,
				`command: tildeforge.grant: ${JSON.stringify({ instance, scopes: ['patches:write'] })}`,
			]);
		});
	}

	it('are sent again once the missing permission is granted', async () => {
		const summary = { ...one, missing: { instance: 'forge.test', scopes: ['tickets:write'] } };
		const unsent = [first, entryOf({ ticket: 2, state: lacking() })];
		const { said } = await show(summary, unsent, 'Grant Permissions');
		const row = { kind: 'change', key: entryOf({ ticket: 2 }).key, entry: 'entry 2' };
		assert.equal(
			said[1],
			`command: tildeforge.grantForChange: ${JSON.stringify(row)}: ${JSON.stringify([row])}`,
		);
	});

	it('need no longer be there for the missing permission to be granted', async () => {
		const missing = { instance: 'forge.test', scopes: ['tickets:write'] };
		const unsent = [entryOf({ ticket: 2, state: lacking() })];
		for (const listed of [[], [entryOf({ ticket: 2 })]]) {
			const { said } = await show({ ...one, missing }, unsent, 'Grant Permissions', listed);
			assert.equal(said[1], `command: tildeforge.grant: ${JSON.stringify(missing)}`);
		}
	});

	it('are listed by the button "Show All"', async () => {
		assert.deepEqual((await show(two, [], 'Show All')).said.slice(1), [
			'pick: T: #1 is locked. | #2 is \\$(bug)gy.',
		]);
	});
});
